import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// The question whether a worker can be used at all.
@Suite(.permit) struct WorkerProbeTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    private func problem(
        _ script: String,
        patience: Duration = WorkerProbe.patience
    ) throws -> MediaWorkerError? {
        let client = MediaWorkerClient(
            program: try folder.script(script),
            environment: ProcessInfo.processInfo.environment
        )
        return WorkerProbe.problem(
            with: client,
            extent: .readerAndDecoder,
            isFresh: true,
            patience: patience
        )
    }

    @Test func `the worker that was built with the tests can be used`() throws {
        let client = try TestWorker.client()
        #expect(WorkerProbe.problem(with: client, extent: .readerAndDecoder, isFresh: true) == nil)
        #expect(client.idleProcessIdentifiers.isEmpty)
        #expect(WorkerProbe.problem(with: client, extent: .reader, isFresh: false) == nil)
        #expect(client.idleProcessIdentifiers(of: .reader).count == 1)
        #expect(client.idleProcessIdentifiers(of: .decoder).isEmpty)
        #expect(WorkerProbe.problem(with: client, extent: .readerAndDecoder, isFresh: false) == nil)
        #expect(client.idleProcessIdentifiers(of: .decoder).count == 1)
    }

    @Test func `a program that ends at once cannot be used, whatever its exit code`() throws {
        for code in [0, 1] {
            let problem = try #require(try problem("exit \(code)"))
            #expect(problem.code == .unusable)
            #expect(problem.description.contains("it ends before it answers"))
            #expect(problem.description.contains(folder.path))
            #expect(!problem.description.contains("hostile"))
        }
    }

    @Test func `a program that says nothing cannot be used`() throws {
        let problem = try #require(
            try problem("exec sleep 100", patience: .milliseconds(300))
        )
        #expect(problem.description.contains("it does not answer in time"))
    }

    @Test func `a program that writes something else cannot be used`() throws {
        let problem = try #require(try problem("echo garbage >&0\nexec sleep 100"))
        #expect(problem.description.contains("its answer makes no sense"))
    }

    @Test func `a program that the system cannot start cannot be used`() throws {
        let empty = try folder.write(program: [0, 1, 2], to: "empty")
        let client = MediaWorkerClient(program: empty, environment: [:])
        let problem = try #require(
            WorkerProbe.problem(with: client, extent: .reader, isFresh: true)
        )
        #expect(problem.description.contains("it does not start"))
        let gone = MediaWorkerClient(program: folder.path + "/gone", environment: [:])
        #expect(WorkerProbe.problem(with: gone, extent: .reader, isFresh: true)?.code == .unusable)
    }

    @Test func `a worker without its sandbox cannot be used, and the missing parts are named`()
        throws
    {
        let program = try TestWorker.program()
        let problem = try #require(try problem("exec \(program) \"$@\" --refuse seccomp"))
        #expect(problem.code == .noSandbox)
        #expect(problem.description.contains("seccomp"))
    }

    @Test func `a worker of another version cannot be used`() throws {
        // Its answer to the first question, as one of a version that says nothing of itself would give it.
        let reply = try WorkerCoding.encode(WorkerReply(versions: ["libvips": "8.14.1"]))
        let file = try folder.write(reply, to: "reply")
        let problem = try #require(try problem("dd if=\(file) bs=64k >&0 2>&-\nexec sleep 100"))
        #expect(problem.code == .unusable)
        #expect(problem.description.contains("of version unknown"), "\(problem)")
        #expect(problem.description.contains(WorkerProgram.version))
        #expect(problem.description.contains("start this program again"))
    }

    @Test func `a worker with the protocol of another version is named as such`() throws {
        var reply = try WorkerCoding.encode(
            WorkerReply(versions: [WorkerProgram.name: WorkerProgram.version])
        )
        // The first byte counts the versions of the protocol.
        reply[0] += 1
        #expect(throws: WorkerCoding.otherVersion) { try WorkerCoding.decodedReply(in: reply) }
        let file = try folder.write(reply, to: "reply")
        let problem = try #require(try problem("dd if=\(file) bs=64k >&0 2>&-\nexec sleep 100"))
        #expect(problem.code == .unusable)
        #expect(problem.description.contains("of version unknown"), "\(problem)")
        #expect(problem.description.contains("start this program again"))
        #expect(!problem.description.contains("makes no sense"))
    }
}
