import Foundation
import Glibc
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Requests and answers carry credentials: where they are, and where they are not.
@Suite(.permit) struct UploadFileTests {
    let suite: UploadSuite
    var library: Library { suite.library }
    private var state: URL { suite.folder.url.appendingPathComponent("state", isDirectory: true) }

    init() throws { suite = try UploadSuite() }

    private func mode(_ path: String) throws -> mode_t {
        var facts = stat()
        try #require(stat(path, &facts) == 0)
        return facts.st_mode & 0o777
    }

    /// Makes a job whose answer has arrived.
    @discardableResult
    private func makeEnded() throws -> UUID {
        let job = try suite.make()
        _ = try library.uploadJobs.begin(job)
        let fields = ["set-cookie": "9d41c2f0cc"]
        try library.uploadJobs.finish(job, with: .answered(status: 401, headerFields: fields))
        return job
    }

    /// The files below a folder that have one of the secrets.
    private func leaks(in part: String) throws -> [String] {
        try suite.folder.contents(of: part).filter { _, bytes in
            bytes.range(of: Data("9d41".utf8)) != nil
        }.keys.sorted()
    }

    @Test func `only the user can read requests and answers`() throws {
        try makeEnded()
        let files = try suite.files()
        #expect(files.count == 2)
        for file in files {
            let path = state.appendingPathComponent(file).path
            #expect(try mode(path) == 0o600)
            #expect(try mode((path as NSString).deletingLastPathComponent) == 0o700)
        }
    }

    @Test func `a request that others may read counts as missing`() throws {
        let job = try suite.make()
        let file = state.appendingPathComponent(try #require(try suite.files().first))
        #expect(chmod(file.path, 0o644) == 0)
        #expect(try library.uploadJobs.begin(job) == nil)
        let found = try #require(try library.uploadJobs.job(job))
        #expect(found.state == .failed && found.error == .requestMissing)
        #expect(found.error?.advice?.contains("make another") == true)
    }

    @Test func `a folder that cannot be read fails no job`() throws {
        let job = try suite.make()
        try library.uploadJobs.enable(UploadProgram(path: "/usr/bin/up", client: "up"))
        let folder = state.appendingPathComponent(try #require(try suite.files().first))
            .deletingLastPathComponent()
        let aside = suite.folder.url.appendingPathComponent("aside", isDirectory: true)
        try FileManager.default.moveItem(at: folder, to: aside)
        // As a disk that answers with errors, it is neither missing nor a folder.
        try Data().write(to: folder)
        let reader = try suite.open()
        #expect(suite.code { _ = try library.uploadJobs.begin(job) } != nil)
        #expect(suite.code { _ = try reader.uploadJobs.jobs(for: .process) } != nil)
        #expect(suite.code { try library.uploadJobs.reopenInterrupted() } != nil)
        #expect(suite.code { _ = try library.uploadJobs.programs() } != nil)
        #expect(try library.uploadJobs.job(job)?.state == .registered)
        try FileManager.default.removeItem(at: folder)
        try FileManager.default.moveItem(at: aside, to: folder)
        #expect(try reader.uploadJobs.jobs(for: .process).map(\.uuid) == [job])
        #expect(try library.uploadJobs.begin(job)?.request == UploadSuite.request)
    }

    @Test func `a client leaves the jobs of others alone, whose requests it does not find`() throws
    {
        let job = try suite.make(in: try suite.open(as: "org.example.one"))
        var environment = EngineEnvironment.test(seed: 9, clock: suite.clock)
        environment.stateFolder = suite.folder.url.appendingPathComponent("home")
        environment.client = .application("org.example.two")
        let other = try Library.open(library.layout.root, environment: environment)
        #expect(try other.uploadJobs.jobs(for: nil).isEmpty)
        #expect(try library.uploadJobs.job(job)?.state == .registered)
    }

    @Test func `a job can be acknowledged where no folder can be made`() throws {
        let job = try suite.make()
        _ = try library.uploadJobs.begin(job)
        try library.uploadJobs.finish(job, with: .brought)
        try FileManager.default.removeItem(at: state)
        try Data().write(to: state)
        #expect(suite.code { try suite.make() } != nil)
        try suite.change(job, .acknowledge)
        #expect(try library.uploadJobs.counts().isEmpty)
    }

    @Test func `nothing of a request or an answer is in the folder of the library`() throws {
        try suite.make()
        try makeEnded()
        library.close()
        #expect(try leaks(in: "state").count == 3)
        #expect(try leaks(in: "Test.photolib").isEmpty)
    }

    @Test func `backups and copies of the database have no jobs`() throws {
        try suite.make()
        try makeEnded()
        let backup = suite.folder.url.appendingPathComponent("Backup.photolib", isDirectory: true)
        _ = try LibraryBackup(library).run(to: backup)
        let copy = try Library.open(backup, mode: .readOnly)
        #expect(try copy.uploadJobs.counts().isEmpty)
        #expect(try LibraryCheck(copy).run().findings.isEmpty)
        copy.close()
        let file = suite.folder.url.appendingPathComponent("copy.sqlite")
        _ = try DatabaseCopy(of: library, at: file)
        for file in [file, LibraryLayout(root: backup).database] {
            let bytes = try Data(contentsOf: file)
            #expect(bytes.range(of: Data("photos.example.org".utf8)) == nil)
        }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: suite.folder.url.path).sorted()
                == ["Backup.photolib", "Test.photolib", "copy.sqlite", "state"]
        )
        #expect(try library.uploadJobs.counts().count == 2)
    }

    @Test func `jobs of a copied library fail there and go on here`() throws {
        let job = try suite.make()
        let download = try suite.make(in: library, nil)
        library.close()
        try FileManager.default.copyItem(
            at: suite.folder.url.appendingPathComponent("Test.photolib"),
            to: suite.folder.url.appendingPathComponent("Copy.photolib")
        )
        let reader = try suite.open("Copy.photolib", mode: .readOnly)
        let unread = try #require(try reader.uploadJobs.jobs(for: nil).first)
        #expect(reader.uploadJobs.request(of: unread) == nil)
        reader.close()
        let copy = try suite.open("Copy.photolib")
        #expect(try copy.uploadJobs.reopenInterrupted() == 0)
        for found in try copy.uploadJobs.jobs(for: nil) {
            #expect(found.state == .failed && found.error == .requestMissing)
            try suite.change(found.uuid, .acknowledge, in: copy)
        }
        #expect(try copy.uploadJobs.counts().isEmpty)
        copy.close()
        let again = try suite.open()
        #expect(try again.uploadJobs.begin(job)?.request == UploadSuite.request)
        #expect(try again.uploadJobs.begin(download)?.job.type == .downloadOnly)
    }

    @Test func `a client of a copied library learns of it without a host`() throws {
        try suite.make()
        library.close()
        try FileManager.default.copyItem(
            at: suite.folder.url.appendingPathComponent("Test.photolib"),
            to: suite.folder.url.appendingPathComponent("Copy.photolib")
        )
        let copy = try suite.open("Copy.photolib")
        #expect(try copy.uploadJobs.jobs(for: .acknowledge).map(\.error) == [.requestMissing])
    }

    @Test func `the host removes files that no job names, and keeps the others`() throws {
        try makeEnded()
        let kept = try suite.files()
        let folder = state.appendingPathComponent(try #require(kept.first))
            .deletingLastPathComponent()
        let left = ["\(UUID().uuidString.lowercased()).request", ".programs.json.\(UUID())"]
        for name in left { try Data().write(to: folder.appendingPathComponent(name)) }
        try library.uploadJobs.enable(UploadProgram(path: "/usr/bin/up", client: "up"))
        try library.uploadJobs.reopenInterrupted()
        #expect(try suite.files() == kept)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(!names.contains(where: left.contains))
        #expect(try library.uploadJobs.programs().map(\.path) == ["/usr/bin/up"])
    }

    @Test func `a folder that others may read gets no request`() throws {
        try suite.make()
        let folder = state.appendingPathComponent(try #require(try suite.files().first))
            .deletingLastPathComponent()
        #expect(chmod(folder.path, 0o755) == 0)
        #expect(suite.code { try suite.make() } == .unsuitableFolder)
        #expect(try library.uploadJobs.counts().map(\.count) == [1])
    }

    @Test func `a library without jobs makes no folder, and a commit asks nothing of jobs`() throws
    {
        #expect(!FileManager.default.fileExists(atPath: state.path))
        let tracer = StatementTracer()
        var environment = EngineEnvironment.traced(by: tracer)
        environment.stateFolder = state
        let other = try Library.inMemory(environment: environment)
        let statements = try tracer.statements(of: { try other.addPicture() })
        #expect(!statements.isEmpty)
        #expect(!statements.contains { $0.contains("upload_job") })
        #expect(!FileManager.default.fileExists(atPath: state.path))
    }
}
