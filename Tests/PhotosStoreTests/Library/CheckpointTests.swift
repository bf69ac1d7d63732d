import Foundation
import PhotosStore
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

/// When commits carry the write-ahead log over into the database file.
@Suite(.permit) struct CheckpointTests {
    let folder: TemporaryFolder
    let library: Library
    let picture: UUID

    init() throws {
        folder = try TemporaryFolder()
        library = try Library.temporary(in: folder)
        picture = try library.addPicture()
    }

    /// What the database file is as a whole: it changes with every checkpoint, and with nothing else.
    private var content: Data {
        get throws { try Data(contentsOf: copy()) }
    }

    /// Taken by another process: no file of an open database is read in this one.
    private func copy() throws -> URL {
        let url = folder.url.appendingPathComponent("copy.sqlite")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/cp")
        process.arguments = [library.layout.database.path, url.path]
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return url
    }

    private func write(_ letter: String, length: Int) throws {
        var update = AssetUpdate()
        update.values[.caption] = .text(String(repeating: letter, count: length))
        try library.commit(.updateAsset(picture, update))
    }

    @Test func `A long log is checkpointed once, and the next commits leave the file alone`() throws
    {
        let before = try content
        try write("a", length: 1_000)
        #expect(try content == before)
        for letter in ["b", "c", "d", "e", "f"] { try write(letter, length: 4 << 20) }
        // The history keeps the long caption, so this commit is long, too.
        try write("g", length: 1_000)
        library.core.waitForCheckpoints()
        let checkpointed = try content
        #expect(checkpointed != before)
        // The file of the log keeps its size, which must not be taken for its content.
        try write("h", length: 1_000)
        try write("i", length: 1_000)
        library.core.waitForCheckpoints()
        #expect(try content == checkpointed)
        #expect(try library.asset(picture)?.caption == String(repeating: "i", count: 1_000))
    }

    private var log: URL { URL(fileURLWithPath: library.layout.database.path + "-wal") }

    private func size(_ url: URL) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int ?? 0
    }

    @Test func `The log's file is larger than its content, and closing empties it`() throws {
        for number in 0..<8 { try write("\(number)", length: 10) }
        library.core.waitForCheckpoints()
        let sizes = 512 << 10..<5 << 20
        #expect(sizes.contains(try size(log)))
        let other = try Library.open(library.layout.root, environment: .test(seed: 9))
        #expect(try other.asset(picture)?.caption == String(repeating: "7", count: 10))
        other.close()
        library.close()
        #expect(try size(log) == 0)
    }

    @Test func `A log with room that nobody used is recovered after a crash`() throws {
        for number in 0..<8 { try write("\(number)", length: 10) }
        library.core.waitForCheckpoints()
        let copy = folder.url.appendingPathComponent("Crashed.photolib")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/cp")
        process.arguments = ["-r", library.layout.root.path, copy.path]
        try process.run()
        process.waitUntilExit()
        let database = copy.appendingPathComponent("database")
        try FileManager.default.removeItem(
            at: database.appendingPathComponent("library.sqlite-shm")
        )
        #expect(try size(database.appendingPathComponent("library.sqlite-wal")) >= 512 << 10)
        let recovered = try Library.open(copy, environment: .test(seed: 9))
        #expect(try recovered.asset(picture)?.caption == String(repeating: "7", count: 10))
        #expect(try LibraryCheck(recovered, readingBytes: false).run().findings.isEmpty)
        recovered.close()
    }

    /// A library whose every commit makes a checkpoint due.
    private func eager(
        _ name: String,
        pages: Int,
        trace: (@Sendable (String) -> Void)? = nil
    ) throws -> Library {
        var environment = EngineEnvironment.test(seed: 5)
        environment.tuning.checkpointPages = pages
        environment.trace = trace
        return try Library.open(
            folder.url.appendingPathComponent(name),
            create: true,
            environment: environment
        )
    }

    @Test func `A commit does not wait for the checkpoint that it makes due`() throws {
        let isReturned = DispatchSemaphore(value: 0)
        let isArmed = Atomic(false)
        let wentOn = Atomic(false)
        let library = try eager("Eager.photolib", pages: 1) { statement in
            // A checkpoint begins with this statement, and is itself none.
            guard isArmed.load(ordering: .acquiring), statement.contains("busy_timeout = 0") else {
                return
            }
            // Without the return of the commit, the checkpoint goes on by itself and tells so.
            wentOn.store(isReturned.wait(timeout: .now() + 10) == .success, ordering: .releasing)
            isArmed.store(false, ordering: .releasing)
        }
        library.core.waitForCheckpoints()
        isArmed.store(true, ordering: .releasing)
        try library.addPicture()
        isReturned.signal()
        library.core.waitForCheckpoints()
        let isAfterReturn = wentOn.load(ordering: .acquiring)
        #expect(isAfterReturn)
        library.close()
    }

    @Test func `Commits without pause leave a short log`() throws {
        let library = try eager("Short.photolib", pages: 16)
        let asset = try library.addPicture()
        for number in 0..<500 {
            var update = AssetUpdate()
            update.values[.rating] = .integer(Int64(number % 5))
            try library.commit(.updateAsset(asset, update))
        }
        let log = URL(fileURLWithPath: library.layout.database.path + "-wal")
        let size = try FileManager.default.attributesOfItem(atPath: log.path)[.size] as? Int
        // Twice the pages that make a checkpoint due, and the blocks in between.
        #expect(try #require(size) < 96 * 4_120)
        library.close()
    }

    @Test func `Closing ends the checkpoints, and leaves no log`() throws {
        for number in 0..<20 {
            let library = try eager("Closed \(number).photolib", pages: 1)
            let asset = try library.addPicture()
            library.close()
            let log = URL(fileURLWithPath: library.layout.database.path + "-wal")
            let size = try FileManager.default.attributesOfItem(atPath: log.path)[.size] as? Int
            #expect(size == 0)
            let again = try Library.open(
                library.layout.root,
                mode: .readOnly,
                environment: .test(seed: 6)
            )
            #expect(try again.asset(asset) != nil)
            again.close()
        }
    }
}
