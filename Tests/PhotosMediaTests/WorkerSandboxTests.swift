import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// The sandbox of both kinds of workers, and the effect of parts that are missing.
@Suite(.permit) struct WorkerSandboxTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    /// A client whose worker is started with more arguments, and with a setting.
    private func client(_ options: String, sandbox: String? = nil) throws -> MediaWorkerClient {
        var environment = ProcessInfo.processInfo.environment
        environment[SandboxPolicy.variable] = sandbox
        let program = try TestWorker.program()
        return MediaWorkerClient(
            program: try folder.script("exec \(program) \"$@\" \(options)"),
            environment: environment
        )
    }

    /// Has a worker of a kind read a good file.
    private func read(_ client: MediaWorkerClient, _ kind: WorkerKind) throws {
        let file = try folder.open(TestJPEG().data())
        switch kind {
        case .reader:
            let facts = try client.facts(of: file.fileDescriptor, zone: .gmt)
            #expect(facts.type == .jpeg)
        case .decoder:
            let request = PictureRequest(renditions: [.init(.full, .pixels)])
            #expect(try client.pictures(of: file.fileDescriptor, request).count == 1)
        }
    }

    @Test(arguments: WorkerKind.allCases)
    func `all parts of the sandbox are active here`(kind: WorkerKind) throws {
        let sandbox = try TestWorker.client().sandbox(of: kind)
        #expect(Set(sandbox.active.keys) == Set(WorkerSandbox.Part.allCases.map(\.rawValue)))
        #expect(sandbox.missing.isEmpty)
        #expect(sandbox.refusal == nil)
    }

    @Test(arguments: WorkerKind.allCases)
    func `the kernel agrees`(kind: WorkerKind) throws {
        let client = try TestWorker.client()
        try read(client, kind)
        let identifier = try #require(client.idleProcessIdentifiers(of: kind).first)
        let status = try String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)
        let lines = Set(status.split(separator: "\n").map(String.init))
        #expect(lines.contains("NoNewPrivs:\t1"))
        #expect(lines.contains("Seccomp:\t2"))
        #expect(lines.contains("Threads:\t1"))
        let limits = try String(contentsOfFile: "/proc/\(identifier)/limits", encoding: .utf8)
        let memory = limits.split(separator: "\n").first { $0.hasPrefix("Max data size") }
        #expect(memory?.contains("\(512 << 20)") == true)
    }

    @Test(arguments: ["landlock", "seccomp"], WorkerKind.allCases)
    func `without a part no file is read, and the error names the part`(
        part: String,
        kind: WorkerKind
    ) throws {
        let client = try client("--refuse \(part)")
        let error = #expect(throws: MediaWorkerError.self) { try read(client, kind) }
        #expect(error?.code == .noSandbox)
        #expect(error?.description.contains(part) == true)
        #expect(error?.description.contains(SandboxPolicy.variable) == true)
        // Questions about the worker itself are answered.
        #expect(try client.versions(of: kind).isEmpty == false)
        #expect(try client.sandbox(of: kind).missing.keys.contains(part))
    }

    @Test(arguments: ["landlock", "seccomp"], WorkerKind.allCases)
    func `if the user allows it, files are read with the available parts`(
        part: String,
        kind: WorkerKind
    ) throws {
        let client = try client("--refuse \(part)", sandbox: "available")
        try read(client, kind)
        let sandbox = try client.sandbox(of: kind)
        #expect(Set(sandbox.missing.keys) == [part])
        #expect(sandbox.active.count == WorkerSandbox.Part.allCases.count - 1)
    }

    @Test(arguments: ["landlock", "seccomp"], WorkerKind.allCases)
    func `a part that does not hold is found, and no file is read`(
        part: String,
        kind: WorkerKind
    ) throws {
        for policy in ["required", "available"] {
            let client = try client("--pretend \(part)", sandbox: policy)
            let error = #expect(throws: MediaWorkerError.self) { try read(client, kind) }
            #expect(error?.code == .noSandbox)
            #expect(error?.detail?.contains("\(part) does not hold") == true)
        }
    }

    @Test(arguments: WorkerKind.allCases)
    func `a setting that makes no sense refuses, and says so`(kind: WorkerKind) throws {
        let error = #expect(throws: MediaWorkerError.self) {
            try read(client("", sandbox: "perhaps"), kind)
        }
        #expect(error?.code == .noSandbox)
        #expect(error?.detail?.contains("perhaps") == true)
    }

    @Test func `the report of two processes names what either lacks`() {
        let one = WorkerSandbox(
            active: ["limits": "on", "seccomp": "on"],
            missing: ["landlock": "why"]
        )
        let two = WorkerSandbox(
            active: ["limits": "on", "landlock": "1"],
            missing: ["seccomp": "no"],
            refusal: "no"
        )
        let both = one.common(with: two)
        #expect(both.active == ["limits": "on"])
        #expect(both.missing == ["landlock": "why", "seccomp": "no"])
        #expect(both.refusal == "no")
    }

    @Test(arguments: ["Asia/Kathmandu", "America/New_York", "Australia/Lord_Howe"])
    func `zones are known without files`(name: String) throws {
        let zone = try #require(TimeZone(identifier: name))
        let exif = ExifFields(dateTimeOriginal: "2024:07:01 12:00:00")
        let file = try folder.open(TestPNG(exif: exif).data())
        let facts = try TestWorker.client().facts(of: file.fileDescriptor, zone: zone)
        let noon = try Date("2024-07-01T12:00:00Z", strategy: .iso8601)
        let offset = TimeInterval(zone.secondsFromGMT(for: noon))
        #expect(facts.creationDate == noon.addingTimeInterval(-offset))
    }

    @Test func `archives are unpacked in the sandbox, and not without it`() throws {
        let program = try TestWorker.program()
        let script = try folder.script("exec \(program) \"$@\" --refuse landlock")
        var environment = ProcessInfo.processInfo.environment
        environment[WorkerProgram.variable] = script
        let archive = try folder.open(Array("not reached".utf8))
        let target = open(folder.path, O_RDONLY | O_DIRECTORY)
        defer { close(target) }
        let unpacker = try ArchiveUnpacker(environment: environment)
        let error = #expect(throws: ArchiveError.self) {
            try unpacker.unpackArchive(
                archive.fileDescriptor,
                into: target,
                limits: .init(archiveOf: 11)
            )
        }
        #expect(error?.code == .noSandbox)
    }
}
