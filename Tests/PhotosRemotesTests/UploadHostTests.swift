import Foundation
import Glibc
import PhotosRemotes
import PhotosStore
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

/// The host of upload jobs, with shell scripts in place of programs and of `photokit-transfer`.
@Suite(.permit) struct UploadHostTests {
    private let folder: TemporaryFolder
    private let library: Library
    private let asset: UUID

    init() throws {
        folder = try TemporaryFolder()
        var environment = EngineEnvironment()
        environment.stateFolder = folder.url.appendingPathComponent("state", isDirectory: true)
        library = try Library.open(
            folder.url.appendingPathComponent("Test.photolib", isDirectory: true),
            mode: .readWrite,
            create: true,
            environment: environment
        )
        asset = try library.addPicture()
    }

    /// Writes a program, which notes each start in the file `starts`.
    private func script(_ name: String, _ text: String) throws -> String {
        let url = folder.url.appendingPathComponent(name)
        let start = "#!/bin/sh\necho \(name) >>'\(starts.path)'\n"
        try Data((start + text + "\n").utf8).write(to: url)
        chmod(url.path, 0o755)
        // Whatever the person's mask is who runs the tests.
        chmod(folder.url.path, 0o755)
        return try #require(UploadProgramFile.resolvedPath(of: url.path))
    }

    private var starts: URL { folder.url.appendingPathComponent("starts") }

    private func startCount(of name: String) -> Int {
        let text = (try? String(contentsOf: starts, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").filter { $0 == name }.count
    }

    private static let completes = """
        read -r line <&$OPENPHOTOKIT_EXTENSION_CHANNEL
        echo completed >&$OPENPHOTOKIT_EXTENSION_CHANNEL
        read -r line <&$OPENPHOTOKIT_EXTENSION_CHANNEL
        """

    /// A `photokit-transfer` that answers each upload with a status, and keeps what it was asked.
    private func transfer(_ status: Int) throws -> String {
        try script(
            "transfer",
            """
            while read -r line; do
              echo "$line" >>'\(asked.path)'
              id=$(printf %s "$line" | sed 's/.*"id":\\([0-9]*\\).*/\\1/')
              printf '{"id":%d,"done":{"bytes":1,"status":\(status),"headers":{"x-kept":"yes"}}}\\n' $id
            done
            """
        )
    }

    private var asked: URL { folder.url.appendingPathComponent("asked") }

    private func addJob(_ request: UploadRequest?) throws -> UUID {
        let job = UUID()
        let row = try #require(try library.row(of: asset, in: .asset))
        let record = try #require(try library.records.resources(ofAssets: [row])[row]?.first)
        let resource = UploadedResource(asset: asset, record: record)
        try library.commit(
            .changeUploadJobs([UploadJobChange(of: job, .create(resource, request))])
        )
        return job
    }

    private let request = UploadRequest(
        url: "https://server.example/hidden?key=hidden",
        method: "PUT",
        headerFields: ["Authorization": "Bearer hidden"]
    )

    /// Runs the host until nothing is left to do, and returns its events.
    private func runHost(
        transfer: String,
        isMetered: Bool = false
    ) throws -> [UploadEvent] {
        var settings = UploadHost.Settings()
        settings.environment = ["PATH": "/usr/bin:/bin", "PHOTOKIT_TRANSFER": transfer]
        settings.endsWhenIdle = true
        settings.isMetered = { isMetered }
        let events = Mutex<[UploadEvent]>([])
        let host = UploadHost(library, settings) { event in events.withLock { $0.append(event) } }
        try host.run(isCancelled: { false })
        return events.withLock { $0 }
    }

    private func state(_ job: UUID) throws -> UploadJobState? {
        try library.uploadJobs.job(job)?.state
    }

    @Test func `a job is sent, and its answer is kept`() throws {
        let job = try addJob(request)
        let events = try runHost(transfer: try transfer(201))
        #expect(try state(job) == .succeeded)
        let ended = try #require(try library.uploadJobs.job(job))
        #expect(ended.status == 201)
        #expect(library.uploadJobs.answerFields(of: ended) == ["x-kept": "yes"])
        let line = try String(contentsOf: asked, encoding: .utf8)
        for part in ["\"method\":\"PUT\"", "Bearer hidden", "server.example", "\"sha256\""] {
            #expect(line.contains(part), "\(part)")
        }
        #expect(!"\(events)".contains("hidden"))
    }

    @Test func `an answer that refuses fails the job, and one that passes postpones it`() throws {
        let refused = try addJob(request)
        _ = try runHost(transfer: try transfer(413))
        #expect(try state(refused) == .failed)
        #expect(try library.uploadJobs.job(refused)?.status == 413)
        let late = try addJob(request)
        _ = try runHost(transfer: try transfer(503))
        #expect(try state(late) == .registered)
        #expect(try library.uploadJobs.job(late)?.nextDate ?? .distantPast > Date())
    }

    @Test func `a download needs no program that sends`() throws {
        let job = try addJob(nil)
        _ = try runHost(transfer: "/nonexistent")
        #expect(try state(job) == .succeeded)
    }

    @Test func `jobs that were under way begin again`() throws {
        let job = try addJob(request)
        _ = try library.uploadJobs.begin(job)
        #expect(try state(job) == .pending)
        _ = try runHost(transfer: try transfer(201))
        #expect(try state(job) == .succeeded)
    }

    @Test func `a program is started once at the beginning, and again when its job has ended`()
        throws
    {
        let program = try script("program", Self.completes)
        try library.uploadJobs.enable(UploadProgram(path: program, client: "program"))
        let events = try runHost(transfer: try transfer(201))
        #expect(startCount(of: "program") == 1)
        #expect(events.contains(.answered(program: program, answer: "completed")))
        #expect(!events.contains { if case .problem = $0 { true } else { false } })
        // The job is one of the owner, who has no name.
        try library.uploadJobs.enable(UploadProgram(path: program, client: ""))
        _ = try addJob(request)
        _ = try runHost(transfer: try transfer(201))
        #expect(startCount(of: "program") >= 3)
    }

    @Test func `a program that others can write is not started`() throws {
        let program = try script("program", Self.completes)
        try library.uploadJobs.enable(UploadProgram(path: program, client: "program"))
        chmod(program, 0o777)
        let events = try runHost(transfer: try transfer(201))
        #expect(startCount(of: "program") == 0)
        let problems = events.filter { if case .problem = $0 { true } else { false } }
        #expect(problems.count == 1 && "\(problems)".contains("chmod go-w"))
    }

    @Test func `a paused program is not started`() throws {
        let program = try script("program", Self.completes)
        try library.uploadJobs.enable(
            UploadProgram(path: program, client: "program", isEnabled: false)
        )
        #expect(try runHost(transfer: try transfer(201)).isEmpty)
        #expect(startCount(of: "program") == 0)
    }

    @Test func `a program that ends without an answer waits for its next start`() throws {
        let program = try script("program", "echo something; exit 3")
        try library.uploadJobs.enable(UploadProgram(path: program, client: "program"))
        let events = try runHost(transfer: try transfer(201))
        #expect(startCount(of: "program") == 1)
        #expect(events.contains(.wrote(program: program, line: "something")))
        #expect(
            events.contains(.problem(program: program, sentence: "It ended without an answer."))
        )
    }

    @Test func `the jobs of a program that keeps off metered networks wait`() throws {
        // The owner's own client has no name.
        let program = try script("program", Self.completes)
        try library.uploadJobs.enable(
            UploadProgram(path: program, client: "", preventsExpensiveNetworkAccess: true)
        )
        let job = try addJob(request)
        _ = try runHost(transfer: try transfer(201), isMetered: true)
        #expect(try state(job) == .registered)
        #expect(!FileManager.default.fileExists(atPath: asked.path))
    }

    @Test func `a paused program's jobs keep off metered networks, too, and are not begun`() throws
    {
        let program = try script("program", Self.completes)
        try library.uploadJobs.enable(
            UploadProgram(
                path: program,
                client: "",
                isEnabled: false,
                preventsExpensiveNetworkAccess: true
            )
        )
        let job = try addJob(request)
        let sends = try transfer(201)
        _ = try runHost(transfer: sends, isMetered: true)
        #expect(try state(job) == .registered)
        #expect(try library.uploadJobs.job(job)?.attempts == 0)
        _ = try runHost(transfer: sends)
        #expect(try state(job) == .succeeded)
    }

    @Test func `a program that is paused while it runs is not said to be late`() throws {
        let program = try script("program", "echo began; read -r line <&3; read -r line <&3")
        try library.uploadJobs.enable(UploadProgram(path: program, client: "program"))
        var settings = UploadHost.Settings()
        settings.environment = ["PATH": "/usr/bin:/bin"]
        settings.endsWhenIdle = true
        let events = Mutex<[UploadEvent]>([])
        let host = UploadHost(library, settings) { [library] event in
            events.withLock { $0.append(event) }
            guard case .wrote = event else { return }
            #expect(throws: Never.self) { try library.uploadJobs.disable(program) }
        }
        try host.run(isCancelled: { false })
        #expect(!"\(events.withLock { $0 })".contains("in time"))
    }

    @Test func `all lines of a program arrive, however many they are`() throws {
        let program = try script("program", "seq 5000\n" + Self.completes)
        try library.uploadJobs.enable(UploadProgram(path: program, client: "program"))
        let events = try runHost(transfer: try transfer(201))
        let lines = events.compactMap { if case .wrote(_, let line) = $0 { line } else { nil } }
        #expect(lines == (1...5_000).map(String.init))
    }

    @Test func `one host alone carries out the jobs of a library`() throws {
        let lock = try #require(try library.uploadJobs.lockHost())
        #expect(throws: StoreError.self) { try runHost(transfer: "/nonexistent") }
        withExtendedLifetime(lock) {}
    }

    @Test func `the end of the host ends programs, and leaves jobs that begin again`() throws {
        let program = try script("program", "echo began; exec sleep 1000")
        try library.uploadJobs.enable(UploadProgram(path: program, client: "program"))
        let job = try addJob(request)
        // It answers nothing but the end of a request.
        let silent = try script(
            "transfer",
            """
            while read -r line; do
              case "$line" in
              *cancel*) echo '{"id":1,"failed":{"code":"cancelled","sentence":"It ended."}}' ;;
              *) echo >>'\(asked.path)' ;;
              esac
            done
            """
        )
        var settings = UploadHost.Settings()
        settings.environment = ["PATH": "/usr/bin:/bin", "PHOTOKIT_TRANSFER": silent]
        settings.times.grace = 0.1
        let hasBegun = Mutex(false)
        let host = UploadHost(library, settings) { event in
            if case .wrote = event { hasBegun.withLock { $0 = true } }
        }
        try host.run(isCancelled: {
            hasBegun.withLock { $0 } && FileManager.default.fileExists(atPath: asked.path)
        })
        #expect(try state(job) != .succeeded && state(job) != .failed)
        try library.uploadJobs.reopenInterrupted()
        #expect(try state(job) == .registered)
    }
}
