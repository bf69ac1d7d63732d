import Foundation
import GRDB
import Glibc
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Libraries that came from somebody who means harm.
@Suite(.permit) struct StrangerTests {
    let folder: TemporaryFolder
    var root: URL { folder.url.appendingPathComponent("Test.photolib", isDirectory: true) }
    var layout: LibraryLayout { LibraryLayout(root: root) }

    init() throws {
        folder = try TemporaryFolder()
        let library = try Library.temporary(in: folder)
        try library.addPictures(3)
        library.close()
    }

    private func tamper(_ sql: String) throws {
        let queue = try DatabaseQueue(path: layout.database.path)
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA writable_schema = ON")
            try db.execute(sql: sql)
            _ = try db.checkpoint(.truncate)
        }
        try queue.close()
        for ending in ["-wal", "-shm"] { unlink(layout.database.path + ending) }
    }

    private func refusals() -> [StoreError.Code?] {
        [LibraryCore.Mode.readWrite, .readOnly].map { mode in
            do {
                try Library.open(root, mode: mode, environment: .test(seed: 7)).close()
                return nil
            } catch {
                return (error as? StoreError)?.code
            }
        }
    }

    @Test(arguments: [
        "CREATE TRIGGER t AFTER UPDATE ON library BEGIN DELETE FROM asset; END",
        "CREATE VIEW extra AS SELECT 1",
        "CREATE TABLE extra (id)",
        "CREATE INDEX extra ON asset (caption)",
        "CREATE VIRTUAL TABLE words USING fts5 (word)",
        "ALTER TABLE asset ADD COLUMN extra AS (1 + 1)",
        "UPDATE sqlite_schema SET sql = replace(sql, 'is_hidden INTEGER NOT NULL', 'is_hidden TEXT') WHERE name = 'asset'",
        "DROP INDEX asset_added",
        "PRAGMA user_version = 2",
        "PRAGMA user_version = 0",
        "PRAGMA application_id = 1",
    ])
    func `A schema that is not ours to the letter is refused, and nothing of it runs`(
        sql: String
    )
        throws
    {
        try tamper(sql)
        let before = try folder.contents()
        #expect(refusals() == [.damaged, .damaged])
        #expect(try folder.contents() == before)
    }

    @Test(arguments: [
        "CREATE TRIGGER t AFTER UPDATE ON library BEGIN DELETE FROM asset; END",
        "CREATE TABLE extra (id)",
        "PRAGMA user_version = 2",
        "PRAGMA application_id = 1",
        "UPDATE library SET uuid = randomblob(16)",
    ])
    func `A foreign schema is refused by the connection that writes, and nothing of it runs`(
        sql: String
    ) throws {
        try tamper(sql)
        // With a log beside it, as after each use, the database is checked by the connection that is kept.
        try Data().write(to: URL(fileURLWithPath: layout.database.path + "-wal"))
        // Reading makes SQLite's index of the log.
        func contents() throws -> [String: Data] {
            try folder.contents().filter { !$0.key.hasSuffix("-shm") }
        }
        let before = try contents()
        #expect(refusals() == [.damaged, .damaged])
        #expect(try contents() == before)
    }

    @Test func `SQLite's own statistics are no fault`() throws {
        try tamper("ANALYZE")
        #expect(refusals() == [nil, nil])
    }

    @Test func `A database of a newer format is refused although the sentinel says an older one`()
        throws
    {
        try tamper("ALTER TABLE library ADD COLUMN extra; PRAGMA user_version = 99")
        let before = try folder.contents()
        #expect(refusals() == [.newerFormat, .newerFormat])
        #expect(try folder.contents() == before)
    }

    @Test func `A newer format that admits readers is read, unless something in it runs by itself`()
        throws
    {
        try tamper("ALTER TABLE library ADD COLUMN extra; PRAGMA user_version = 99")
        var text = try String(contentsOf: layout.sentinel, encoding: .utf8)
        text = text.replacing(/"format" : \d+/, with: "\"format\" : 99")
            .replacing(/"minimumWriter" : \d+/, with: "\"minimumWriter\" : 99")
        try text.write(to: layout.sentinel, atomically: true, encoding: .utf8)
        // Reading makes SQLite's own files beside the database.
        func contents() throws -> [String: Data] {
            try folder.contents().filter { !$0.key.hasSuffix("-wal") && !$0.key.hasSuffix("-shm") }
        }
        let before = try contents()
        #expect(refusals() == [.newerFormat, nil])
        let library = try Library.open(root, mode: .readOnly)
        #expect(try library.records.fetch(FetchPlan(.assets)).rows.count == 3)
        library.close()
        #expect(try contents() == before)
        try tamper("CREATE TRIGGER t AFTER UPDATE ON library BEGIN SELECT 1; END")
        #expect(refusals() == [.newerFormat, .damaged])
    }

    @Test(arguments: [
        "LIBRARY", "database", "database/library.sqlite", "database/library.sqlite-wal",
        "database/library.sqlite-shm", "database/commit.lock", "database/turn.lock",
        "database/backup.lock", "database/bell", "originals", "staging", "derived",
        "derived/previews", "derived/previews/previews.sqlite", "quarantine", "reports",
    ])
    func `A link in the folder is refused, and not followed`(name: String) throws {
        let outside = folder.url.appendingPathComponent("outside")
        let url = root.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        if access(url.path, F_OK) == 0 {
            try FileManager.default.moveItem(at: url, to: outside)
        } else {
            try Data().write(to: outside)
        }
        try FileManager.default.createSymbolicLink(at: url, withDestinationURL: outside)
        let before = try folder.contents()
        #expect(refusals() == [.damaged, .damaged])
        #expect(try folder.contents() == before)
    }

    @Test(arguments: ["LIBRARY", "database/bell", "database/commit.lock"])
    func `A pipe in place of a file does not hang the opening`(name: String) throws {
        let url = root.appendingPathComponent(name)
        unlink(url.path)
        #expect(mkfifo(url.path, 0o644) == 0)
        #expect(refusals() == [.damaged, .damaged])
    }

    @Test func `No file outside goes because a row names it`() throws {
        let outside = try folder.file("outside.jpg", [1, 2, 3])
        try tamper(
            """
            INSERT INTO released_file VALUES ('../../outside.jpg');
            INSERT INTO released_file VALUES ('ab/../../../outside.jpg');
            UPDATE resource SET file = 'ab/../../../outside.jpg' WHERE id = 1;
            """
        )
        let library = try Library.open(root, environment: .test(seed: 7))
        let rows = try library.records.fetch(FetchPlan(.assets)).rows
        for resource in try library.records.resources(ofAssets: rows).values.joined() {
            #expect(
                try library.originals.url(of: resource).path.hasPrefix(layout.originals.path + "/")
            )
        }
        let uuids = try library.records.assets(rows).records.values.map(\.uuid)
        try library.commit(.deleteAssets(uuids))
        try library.commit(.purgeAssets(uuids))
        library.close()
        #expect(access(outside.path, F_OK) == 0)
    }

    @Test func `Files neither come nor go through a link among the originals`() throws {
        let library = try Library.open(root, environment: .test(seed: 7))
        let outside = folder.url.appendingPathComponent("outside", isDirectory: true)
        try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: true)
        for byte in 0...255 {
            let name = String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
            let url = layout.originals.appendingPathComponent(name)
            if access(url.path, F_OK) == 0 {
                for file in try FileManager.default.contentsOfDirectory(atPath: url.path) {
                    try Data([1]).write(to: outside.appendingPathComponent(file))
                }
                try FileManager.default.removeItem(at: url)
            }
            try FileManager.default.createSymbolicLink(at: url, withDestinationURL: outside)
        }
        let before = try folder.contents(of: "outside")
        #expect(throws: StoreError.self) { try library.addPicture() }
        let rows = try library.records.fetch(FetchPlan(.assets)).rows
        let uuids = try library.records.assets(rows).records.values.map(\.uuid)
        try library.commit(.deleteAssets(uuids))
        _ = try? library.commit(.purgeAssets(uuids))
        #expect(try folder.contents(of: "outside") == before)
    }

    @Test(arguments: [
        ("0a/0123456789abcdef0123456789abcdef", true),
        ("0a/0123456789abcdef0123456789abcdef.jpg", true),
        ("0a/0123456789abcdef0123456789abcdef.JPG", true),
        ("0a/0123456789abcdef0123456789abcdef.", true),
        ("0a/0123456789abcdef0123456789abcdef/x", false),
        ("0a/0123456789abcdef0123456789abcdef.a/b", false),
        ("0A/0123456789abcdef0123456789abcdef", false),
        ("0a/../../456789abcdef0123456789abcde", false),
        ("0a/0123456789abcdef0123456789abcde", false), ("", false), ("..", false),
    ])
    func `Names of originals have one form`(name: String, isGood: Bool) {
        #expect(LibraryLayout.isOriginalName(name) == isGood)
    }
}
