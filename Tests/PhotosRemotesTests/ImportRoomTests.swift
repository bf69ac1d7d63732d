import Foundation
import GRDB
import PhotosImport
import PhotosMedia
import PhotosRemotes
import PhotosStore
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

/// An import on a full volume makes room by its keeper, commits each block once, and blames no photo for it.
@Suite(.permit) struct ImportRoomTests {
    let fixture: RemoteFixture
    let library: Library
    let source: URL

    /// Five photos are in the library that no remote has.
    init() throws {
        fixture = try RemoteFixture()
        library = fixture.library
        source = fixture.url("source")
        try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
        try library.addPictures(5)
        try library.space.setRule(SpaceRule(byteCount: 1 << 30))
    }

    private func write(_ name: String, seed: UInt8) throws {
        try Data(TestJPEG(seed: seed).data()).write(to: source.appendingPathComponent(name))
    }

    private func keeper(of library: Library) -> SpaceKeeper {
        let place = fixture.place
        return SpaceKeeper(
            library.space,
            sender: RemoteFileSender(library, open: { _ in place })
        )
    }

    private func importSource(
        to library: Library,
        by keeper: SpaceKeeper? = nil
    ) throws -> LibraryImport.Report {
        var options = ImportOptions()
        options.writerPatience = 0
        return try Importer(library, options: options, space: keeper).run([source])
    }

    private func assetCount() throws -> Int {
        try library.records.fetch(FetchPlan(.assets)).rows.count
    }

    /// Lets statements fail as on a full disk.
    ///
    /// - Parameters:
    ///   - times: How often one fails.
    ///   - event: The event of the trigger that fails, with its table.
    /// - Throws: The errors of SQLite.
    private func fillDisk(_ times: Int, before event: String) throws {
        let left = Mutex(times)
        let function = DatabaseFunction("room_on_disk", argumentCount: 0) { _ in
            let isFull = left.withLock { left in
                left -= 1
                return left >= 0
            }
            if isFull { throw DatabaseError(resultCode: .SQLITE_FULL) }
            return nil
        }
        try library.core.onWriter { db in
            db.add(function: function)
            try db.execute(
                sql:
                    "CREATE TEMP TRIGGER full_disk BEFORE \(event) BEGIN SELECT room_on_disk(); END"
            )
        }
    }

    private static let newRow = "INSERT ON main.resource"

    @Test func `files are sent and leave, and the block is committed once`() throws {
        try write("a.jpg", seed: 100)
        try write("b.jpg", seed: 101)
        try fillDisk(1, before: Self.newRow)
        let keeper = keeper(of: library)
        let summary = try importSource(to: library, by: keeper)
        #expect(summary.importedCount == 2 && summary.duplicateCount == 0)
        #expect(keeper.released.count == 5)
        #expect(try assetCount() == 7)
    }

    @Test func `without a keeper nothing is sent, and the import ends`() throws {
        try write("a.jpg", seed: 100)
        try fillDisk(1, before: Self.newRow)
        let error = try #require(throws: StoreError.self) {
            _ = try importSource(to: library)
        }
        #expect(error.code == .diskFull)
        #expect(error.message.contains("photokit remote sync"), "\(error)")
        #expect(fixture.originals.isEmpty)
        #expect(try assetCount() == 5)
    }

    private struct FailingSender: LeavingFileSender {
        var isCancelled: @Sendable () -> Bool { { false } }

        func sendFirstCopies() {}

        func sendFiles(
            _ byteCount: Int64,
            by rule: SpaceRule,
            without unfit: Set<Int64>
        ) throws -> (proved: Int, problem: SpaceProblem) {
            throw StoreError(.invalidResource, "A row of a proof is wrong.")
        }
    }

    @Test func `an error of making room ends the import, and is no fault of a photo`() throws {
        try write("a.jpg", seed: 100)
        try write("b.jpg", seed: 101)
        try fillDisk(1, before: Self.newRow)
        let keeper = SpaceKeeper(library.space, sender: FailingSender())
        let error = try #require(throws: StoreError.self) {
            _ = try importSource(to: library, by: keeper)
        }
        #expect(error.code == .diskFull)
        #expect(error.message.contains("A row of a proof is wrong."), "\(error)")
        #expect(try assetCount() == 5)
    }

    /// The movie is read after its photo was staged.
    @Test func `a movie inside a photo that finds no room is staged again`() throws {
        try write("a.jpg", seed: 100)
        let attempts = Mutex(0)
        var environment = library.environment
        environment.examine = { _, name in
            var facts = MediaFacts(header: .init(type: .jpeg, storedWidth: 4, storedHeight: 3))
            guard name == nil else {
                facts.embeddedMovie = 0..<8
                return facts
            }
            let attempt = attempts.withLock { attempts in
                attempts += 1
                return attempts
            }
            if attempt == 1 { throw StoreError(.diskFull, "The disk is full.") }
            return facts
        }
        let other = try Library.open(library.layout.root, environment: environment)
        defer { other.close() }
        let keeper = keeper(of: other)
        let summary = try importSource(to: other, by: keeper)
        #expect(summary.importedCount == 1 && summary.incompleteCount == 0)
        #expect(attempts.withLock { $0 } >= 2)
        #expect(keeper.released.count == 5)
    }

    @Test func `states of files that cannot be noted do not end an import`() throws {
        try write("a.jpg", seed: 100)
        _ = try importSource(to: library)
        for name in try library.originals() {
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o644],
                ofItemAtPath: library.layout.original(name).path
            )
        }
        try write("b.jpg", seed: 100)
        try fillDisk(1_000, before: "UPDATE OF inode ON main.resource")
        let summary = try importSource(to: library)
        #expect(summary.duplicateCount == 1 && summary.importedCount == 0)
    }
}
