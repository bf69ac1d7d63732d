import Foundation
import Glibc
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// The process that starts the workers with decoders.
@Suite(.permit) struct ForkServerTests {
    private static let picture = PictureRequest(renditions: [.init(.full, .pixels)])

    private let folder: ScratchFolder
    private let photo: FileHandle
    private let damaged: FileHandle

    init() throws {
        folder = try ScratchFolder()
        let bytes = TestJPEG(width: 64, height: 48).data()
        photo = try folder.open(bytes)
        damaged = try folder.open(Array(bytes.prefix(bytes.count / 3)))
    }

    private func worker(_ client: MediaWorkerClient) throws -> Int32 {
        #expect(try client.pictures(of: photo.fileDescriptor, Self.picture).first?.width == 64)
        return try #require(client.idleProcessIdentifiers(of: .decoder).first)
    }

    /// The address ranges of the program and its libraries.
    private func addresses(_ process: Int32) throws -> [String] {
        try lines("maps", process).filter { $0.contains(".so") || $0.contains("photokit") }
            .compactMap { $0.split(separator: " ").first.map(String.init) }
    }

    private func lines(_ file: String, _ process: Int32) throws -> [String] {
        try String(contentsOfFile: "/proc/\(process)/\(file)", encoding: .utf8)
            .split(separator: "\n").map(String.init)
    }

    private func status(_ name: String, _ process: Int32) throws -> String? {
        try lines("status", process).first { $0.hasPrefix(name + ":") }
            .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
    }

    @Test func `a worker is a child of this process, in the sandbox, and a copy of the server`()
        throws
    {
        let client = try TestWorker.client()
        let worker = try worker(client)
        let server = try #require(client.forkServerIdentifier)
        #expect(try status("PPid", worker) == "\(getpid())")
        #expect(try status("Threads", server) == "1")
        #expect(getpgid(worker) == worker)
        // Filters of system calls: 2 stands for a list.
        #expect(try status("Seccomp", worker) == "2")
        let copied = Set(try addresses(server))
        let own = try addresses(worker)
        #expect(!own.isEmpty && copied.isSuperset(of: own))
        #expect(try client.sandbox(of: .decoder).missing.isEmpty)
    }

    @Test func `the server has no file`() throws {
        let client = try TestWorker.client()
        _ = try worker(client)
        let server = try #require(client.forkServerIdentifier)
        let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(server)/fd")
        #expect(files.sorted() == ["0", "1", "2"])
    }

    @Test func `a damaged file gets a second worker of the same server`() throws {
        let client = try TestWorker.client()
        let first = try worker(client)
        let server = client.forkServerIdentifier
        #expect(throws: MediaFileError.self) {
            try client.pictures(of: damaged.fileDescriptor, Self.picture)
        }
        let second = try worker(client)
        #expect(second != first)
        #expect(client.forkServerIdentifier == server)
    }

    @Test func `after a crash, workers have other addresses`() throws {
        let client = try TestWorker.client()
        var last = try worker(client)
        let server = try #require(client.forkServerIdentifier)
        let before = Set(try addresses(server))
        // A stopped worker accepts the request, so that its end looks like a crash on that file. On a busy machine the
        // end may come before the request, which is no crash, so there are several attempts.
        for attempt in 1...8 where client.forkServerIdentifier == server {
            let stopped = last
            kill(stopped, SIGSTOP)
            let killer = Thread {
                usleep(UInt32(attempt) * 200_000)
                kill(stopped, SIGKILL)
            }
            killer.start()
            last = try worker(client)
            #expect(last != stopped)
        }
        #expect(client.forkServerIdentifier != server)
        let after = try addresses(last)
        #expect(!after.isEmpty && before.isDisjoint(with: after))
        #expect(kill(server, 0) == -1)
    }

    @Test func `a server that was killed is replaced`() throws {
        let client = try TestWorker.client()
        let first = try worker(client)
        let server = try #require(client.forkServerIdentifier)
        kill(server, SIGKILL)
        kill(first, SIGKILL)
        while try !lines("stat", first).joined().contains(" Z ") { usleep(1_000) }
        let second = try worker(client)
        #expect(second != first)
        #expect(client.forkServerIdentifier != server)
    }

    @Test func `closing a client ends the server, and the next request starts another`() throws {
        let client = try TestWorker.client()
        _ = try worker(client)
        let server = try #require(client.forkServerIdentifier)
        client.close()
        #expect(client.forkServerIdentifier == nil)
        #expect(kill(server, 0) == -1)
        _ = try worker(client)
        #expect(client.forkServerIdentifier != nil)
    }

    @Test func `a script starts each worker itself`() throws {
        let script = try folder.script("exec \(TestWorker.program()) \"$@\"")
        let client = MediaWorkerClient(
            program: script,
            environment: ProcessInfo.processInfo.environment
        )
        _ = try worker(client)
        #expect(client.forkServerIdentifier == nil)
    }

    @Test func `reading facts of pictures starts no server`() throws {
        let client = try TestWorker.client()
        _ = try client.facts(of: photo.fileDescriptor, zone: .gmt)
        #expect(client.forkServerIdentifier == nil)
    }
}
