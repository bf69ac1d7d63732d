import Foundation
import GRDB
import PhotosImport
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct LibraryCheckTests {
    let fixture: ImportFixture
    let assets: [UUID]
    let album = UUID()

    /// Three assets, one of them deleted for good, and an album with the others.
    init() throws {
        fixture = try ImportFixture()
        for seed in 1...3 { try fixture.write(picture: "\(seed).jpg", seed: UInt8(seed)) }
        let log = try fixture.run().events
        assets = try ["1.jpg", "2.jpg"].map { try #require(log.imported[$0]?.uuid) }
        let third = try #require(log.imported["3.jpg"]?.uuid)
        try fixture.library.commits.commit(
            ChangeBlock([
                .createCollection(album, .album, title: "Walks"),
                .editMembers(album: album, ListEdits(snapshot: nil, steps: [.append(assets)])),
            ])
        )
        try fixture.library.commits.commit(ChangeBlock([.purgeAssets([third])]))
    }

    private func check(reading: Bool = false) throws -> CheckReport {
        try LibraryCheck(fixture.library, readingBytes: reading).run()
    }

    private func codes() throws -> Set<Finding.Code> { Set(try check().findings.map(\.code)) }

    /// Changes the database behind the engine's back.
    private func damage(_ statements: String...) throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        configuration.busyMode = .timeout(10)
        let queue = try DatabaseQueue(
            path: fixture.library.layout.database.path,
            configuration: configuration
        )
        try queue.write { db in
            for statement in statements { try db.execute(sql: statement) }
        }
        try queue.close()
    }

    private func originals() throws -> [URL] {
        let found = FileManager.default.enumerator(
            at: fixture.library.layout.originals,
            includingPropertiesForKeys: nil
        )
        return (found?.allObjects ?? []).compactMap { $0 as? URL }.filter { !$0.hasDirectoryPath }
    }

    @Test func `a sound library has no findings, and its bytes are right`() throws {
        let report = try check(reading: true)
        #expect(report.findings.isEmpty)
        #expect(report.assets == 2 && report.files == 2 && report.changes == 3)
        #expect(report.hasReadBytes && !report.isDamaged)
    }

    @Test func `a missing original is reported, and no repair drops its row`() throws {
        let original = try #require(try originals().first)
        try FileManager.default.removeItem(at: original)
        let finding = try #require(try check().findings.first)
        #expect(finding.code == .originalMissing && !finding.isRepairable)
        #expect(finding.subject == original.path)
        _ = try LibraryRepair(fixture.library).run()
        #expect(try codes() == [.originalMissing])
        #expect(try fixture.assetCount() == 2)
    }

    @Test func `a shortened original is found by its size`() throws {
        let original = try #require(try originals().first)
        try Data([1, 2, 3]).write(to: original)
        #expect(try codes() == [.originalSizeDiffers])
    }

    @Test func `changed bytes of the same size are found by reading`() throws {
        let original = try #require(try originals().first)
        var bytes = try Data(contentsOf: original)
        bytes[bytes.count - 1] ^= 1
        try bytes.write(to: original)
        #expect(try check().findings.isEmpty)
        #expect(try check(reading: true).findings.map(\.code) == [.originalContentDiffers])
    }

    @Test func `a folder in place of an original is found`() throws {
        let original = try #require(try originals().first)
        try FileManager.default.removeItem(at: original)
        try FileManager.default.createDirectory(at: original, withIntermediateDirectories: false)
        #expect(try codes() == [.originalUnreadable])
    }

    @Test func `a file that no row mentions goes to quarantine, and nothing else does`() throws {
        let layout = fixture.library.layout
        let folder = layout.originals.appendingPathComponent("ab", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let orphan = folder.appendingPathComponent("ab01.jpg")
        try Data([7]).write(to: orphan)
        let finding = try #require(try check().findings.first)
        #expect(
            finding.code == .orphanFile && finding.isRepairable && finding.subject == orphan.path
        )
        #expect(try !check().isDamaged)
        let outcome = try LibraryRepair(fixture.library).run()
        let moved = try #require(outcome.quarantined.first)
        #expect(try Data(contentsOf: moved) == Data([7]))
        #expect(try check(reading: true).findings.isEmpty)
    }

    @Test func `files in a staging area whose process lives are nobody's fault`() throws {
        let layout = fixture.library.layout
        let folder = layout.originals.appendingPathComponent("cd", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let name = "cd/cd000000000000000000000000000000.jpg"
        try Data([7]).write(to: layout.original(name))
        let staging = layout.staging.appendingPathComponent("live", isDirectory: true)
        try FileManager.default.createDirectory(at: staging, withIntermediateDirectories: true)
        try Data(name.utf8).write(to: staging.appendingPathComponent("manifest"))
        let owner = open(staging.appendingPathComponent("owner").path, O_RDWR | O_CREAT, 0o644)
        #expect(flock(owner, LOCK_EX | LOCK_NB) == 0)
        #expect(try check().findings.isEmpty)
        close(owner)
        #expect(try codes() == [.stagingLeftover])
        #expect(try LibraryRepair(fixture.library).run().stagingFoldersRemoved == 1)
        #expect(try check().findings.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: layout.original(name).path))
    }

    @Test func `a file that waits for its removal is found and removed`() throws {
        try damage("INSERT INTO released_file (file) VALUES ('ef/ef.jpg')")
        #expect(try codes() == [.releasedFileLeftover])
        #expect(try LibraryRepair(fixture.library).run().releasedFilesRemoved == 1)
        #expect(try check().findings.isEmpty)
    }

    @Test(arguments: [
        ("UPDATE library SET uuid = randomblob(16)", Finding.Code.sentinelDiffers),
        ("UPDATE library SET incarnation = randomblob(16)", .sentinelDiffers),
        ("DELETE FROM resource WHERE id = 1", .assetWithoutOriginal),
        ("DELETE FROM asset WHERE id = 1", .referenceBroken),
        ("UPDATE member SET album_id = 2", .memberOutsideAlbum),
        ("DELETE FROM collection WHERE subtype = 203", .smartAlbumMissing),
        (
            "UPDATE collection SET subtype = 100, parent_id = 1, position = x'01' WHERE id = 1",
            .rootFolderMissing
        ),
        ("DELETE FROM change WHERE sequence = 2", .historyGap),
        ("UPDATE change SET body = x'FF' WHERE sequence = 2", .historyUnreadable),
        ("DELETE FROM tombstone", .tombstoneMissing),
        (
            "INSERT INTO tombstone SELECT 1, id, uuid, 1, 3 FROM asset WHERE id = 1",
            .tombstoneOfLiving
        ),
        ("DELETE FROM member WHERE asset_id = 1", .historyContradicts),
        (
            "UPDATE change SET body = (SELECT body FROM change WHERE sequence = 1) WHERE sequence = 3",
            .historyContradicts
        ),
    ])
    func `damage to the rows is named`(statement: String, code: Finding.Code) throws {
        try damage(statement)
        let findings = try check().findings
        #expect(findings.contains { $0.code == code && !$0.message.isEmpty && !$0.subject.isEmpty })
    }

    @Test func `folders that contain each other are found`() throws {
        let (one, two) = (UUID(), UUID())
        try fixture.library.commits.commit(
            ChangeBlock([
                .createCollection(one, .folder, title: "One"),
                .createCollection(two, .folder, title: "Two"),
            ])
        )
        let rows = try fixture.library.records.rows(of: [one, two], in: .collection)
        let (first, second) = (try #require(rows[one]), try #require(rows[two]))
        try damage(
            "UPDATE collection SET parent_id = \(second) WHERE id = \(first)",
            "UPDATE collection SET parent_id = \(first) WHERE id = \(second)"
        )
        #expect(try codes().contains(.folderLoop))
        try damage("UPDATE collection SET kind = 1 WHERE id = \(first)")
        #expect(try codes().contains(.parentNotFolder))
    }

    @Test func `two assets in one place are found though the index is gone`() throws {
        try damage(
            "DROP INDEX member_order",
            "UPDATE member SET position = (SELECT min(position) FROM member)"
        )
        #expect(try codes().contains(.positionTaken))
    }

    @Test func `a sentinel that cannot be read is found`() throws {
        try Data("{}".utf8).write(to: fixture.library.layout.sentinel)
        #expect(try codes() == [.sentinelDiffers])
    }

    @Test func `a damaged database is found`() throws {
        // An index that no longer agrees with its table: rows were written while the schema did not name it.
        try damage(
            "PRAGMA writable_schema = ON",
            "CREATE TABLE kept AS SELECT * FROM sqlite_schema WHERE name = 'asset_trashed'",
            "DELETE FROM sqlite_schema WHERE name = 'asset_trashed'"
        )
        try damage("UPDATE asset SET trashed_date = 5")
        try damage(
            "PRAGMA writable_schema = ON",
            "INSERT INTO sqlite_schema SELECT * FROM kept",
            "DROP TABLE kept"
        )
        let report = try LibraryCheck(
            try Library.open(fixture.library.layout.root, mode: .readOnly)
        ).run()
        #expect(report.findings.contains { $0.code == .databaseDamaged })
    }

    @Test func `a pruned history is no damage`() throws {
        try fixture.library.history.pruneHistory(through: 2)
        #expect(try check().findings.isEmpty)
    }

    @Test func `a repair of a library that was opened read-only is refused`() throws {
        let reader = try Library.open(fixture.library.layout.root, mode: .readOnly)
        defer { reader.close() }
        #expect(throws: StoreError.self) { try LibraryRepair(reader).run() }
    }
}
