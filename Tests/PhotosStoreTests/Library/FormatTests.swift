import Foundation
import GRDB
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

@testable import PhotosStore

/// A library that the first release of format 1 made, kept in the repository: every later version must read it.
@Suite(.permit) struct FormatTests {
    private static let fixture = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/libraries/v1", isDirectory: true)

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func schema(_ root: URL) throws -> [String] {
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(
            path: LibraryLayout(root: root).database.path,
            configuration: configuration
        )
        return try queue.read { db in
            try String.fetchAll(
                db,
                sql: "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name"
            ) + String.fetchAll(db, sql: "PRAGMA user_version")
        }
    }

    /// Writes the fixture anew: only while the format has not been released.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["PHOTOKIT_WRITE_FIXTURE"] != nil))
    func `The fixture is written`() throws {
        let library = try Library.temporary(in: folder)
        let pictures = try library.addPictures(3)
        let album = try library.addAlbum("Hikes", pictures)
        let outer = try library.addFolder("2026")
        try library.commit(
            .children(outer, .append([album])),
            .set(pictures[0], [.caption: .text("caf\u{E9}")])
        )
        try library.commit(.edit(pictures[1]), .members(album, .move([2], to: 0)))
        try library.commit(.deleteAssets([pictures[2]]))
        library.close()
        try? FileManager.default.removeItem(at: Self.fixture)
        try FileManager.default.createDirectory(
            at: Self.fixture.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try FileManager.default.copyItem(at: library.layout.root, to: Self.fixture)
        for name in ["library.sqlite-wal", "library.sqlite-shm", "commit.lock", "turn.lock"] {
            try? FileManager.default.removeItem(
                at: Self.fixture.appendingPathComponent("database").appendingPathComponent(name)
            )
        }
    }

    @Test func `A library of format 1 is read, with its history, and written`() throws {
        let root = folder.url.appendingPathComponent("Old.photolib", isDirectory: true)
        try FileManager.default.copyItem(at: Self.fixture, to: root)
        let library = try Library.open(root, environment: .test(seed: 2))
        let rows = try library.records.fetch(FetchPlan(.assets)).rows
        #expect(rows.count == 3)
        let records = try library.records.assets(rows).records
        #expect(records[rows[0]]?.caption == "caf\u{E9}")
        #expect(records[rows[1]]?.adjustmentsState == .editedByUser)
        #expect(records[rows[2]]?.trashedDate != nil)
        let folders = try library.children(of: nil)
        #expect(try folders.map { try library.collection($0)?.title } == ["2026"])
        let albums = try library.children(of: folders[0])
        #expect(try albums.map { try library.collection($0)?.title } == ["Hikes"])
        #expect(try library.members(of: albums[0]).count == 2)
        for resources in try library.records.resources(ofAssets: rows).values {
            for resource in resources {
                let bytes = try Data(contentsOf: library.layout.original(resource.file))
                #expect(Int64(bytes.count) == resource.byteCount)
            }
        }
        let before = try library.history.assetChange(
            rows[0],
            from: 1,
            to: library.history.currentPosition().sequence
        )?.before
        #expect(before?.caption == nil)
        try library.addPicture()
        #expect(try library.records.fetch(FetchPlan(.assets)).rows.count == 4)
        #expect(try LibraryCheck(library).run().findings.isEmpty)
    }

    @Test func `The tables of a new library are those of an old one that was opened`() throws {
        let root = folder.url.appendingPathComponent("Old.photolib", isDirectory: true)
        try FileManager.default.copyItem(at: Self.fixture, to: root)
        try Library.open(root, environment: .test(seed: 2)).close()
        let library = try Library.temporary(in: folder)
        #expect(try schema(root) == schema(library.layout.root))
    }

    @Test func `Commits are durable, and never checkpoint by themselves`() throws {
        let names = [
            "synchronous", "wal_autocheckpoint", "journal_mode", "foreign_keys", "trusted_schema",
            "busy_timeout",
        ]
        let library = try Library.temporary(in: folder)
        let settings = try library.core.onWriter { db in
            var settings: [String: String] = [:]
            for name in names {
                settings[name] = try String.fetchOne(db, sql: "PRAGMA \(name)")
            }
            return settings
        }
        #expect(settings["synchronous"] == "2")
        #expect(settings["wal_autocheckpoint"] == "0")
        #expect(settings["journal_mode"] == "wal")
        #expect(settings["foreign_keys"] == "1")
        #expect(settings["trusted_schema"] == "0")
        #expect(settings["busy_timeout"] == "30000")
    }

    @Test func `A library of format 1 that may not be written is read as it is`() throws {
        let root = folder.url.appendingPathComponent("Old.photolib", isDirectory: true)
        try FileManager.default.copyItem(at: Self.fixture, to: root)
        let library = try Library.open(root, mode: .readOnly)
        defer { library.close() }
        let rows = try library.records.fetch(FetchPlan(.assets)).rows
        #expect(rows.count == 3)
        #expect(try library.records.resources(ofAssets: rows).count == 3)
        #expect(!(try library.history.changes(after: 0, upTo: .max)).isEmpty)
        #expect(try library.sources.readLedger { try $0.sources() }.isEmpty)
        #expect(try LibraryCheck(library).run().findings.isEmpty)
    }

    @Test(arguments: ["v1", "v5"])
    func `A library of an older format is backed up before it is migrated`(
        _ format: String
    ) throws {
        let root = folder.url.appendingPathComponent("Old.photolib", isDirectory: true)
        let fixture = Self.fixture.deletingLastPathComponent().appendingPathComponent(format)
        try FileManager.default.copyItem(at: fixture, to: root)
        let before = try Data(contentsOf: LibraryLayout(root: root).database)
        let backup = folder.url.appendingPathComponent("Backup.photolib", isDirectory: true)
        for _ in 1...2 {
            let library = try Library.open(root, mode: .readOnly)
            defer { library.close() }
            let outcome = try LibraryBackup(library, withSources: true).run(to: backup)
            #expect(outcome.findings.isEmpty && outcome.files > 0)
        }
        #expect(try Data(contentsOf: LibraryLayout(root: root).database) == before)
        let copy = try Library.open(backup, environment: .test(seed: 2))
        #expect(try LibraryCheck(copy, readingBytes: true).run().findings.isEmpty)
        copy.close()
        // The library is migrated, and a backup of the older format is brought up to date.
        let library = try Library.open(root, environment: .test(seed: 3))
        try library.addPicture()
        let other = folder.url.appendingPathComponent("Other.photolib", isDirectory: true)
        _ = try LibraryBackup(library).run(to: other)
        library.close()
    }

    @Test func `An opening that migrates purges nothing`() throws {
        let root = folder.url.appendingPathComponent("Old.photolib", isDirectory: true)
        try FileManager.default.copyItem(at: Self.fixture, to: root)
        let clock = TestClock()
        clock.advance(days: 40)
        let count = { (library: Library) in try library.records.fetch(FetchPlan(.assets)).rows.count
        }
        let first = try Library.open(root, environment: .test(seed: 2, clock: clock))
        #expect(try count(first) == 3)
        first.close()
        let second = try Library.open(root, environment: .test(seed: 2, clock: clock))
        #expect(try count(second) == 2)
        second.close()
    }

    @Test func `What a limited client sees of a library of format 4 stays what it was`() throws {
        let root = folder.url.appendingPathComponent("Limited.photolib", isDirectory: true)
        let owner = try Library.open(root, create: true, environment: .test(seed: 1))
        let pictures = try owner.addPictures(3)
        try owner.clients.setAccess(.limited, for: .readWrite, of: LibraryPair.name)
        try owner.clients.select(adding: [pictures[0], pictures[2]], for: LibraryPair.name)
        try owner.commit(.set(pictures[2], [.isFavorite: .integer(1)]))
        owner.close()
        let present = try schema(root)
        try Self.makeFormat4(root)
        let environment = LibraryPair.environment(seed: 2, TestClock())
        for mode in [LibraryCore.Mode.readOnly, .readWrite] {
            let client = try Library.open(root, mode: mode, environment: environment)
            #expect(try LibraryPair.visible(in: client) == [pictures[0], pictures[2]])
            let start = try client.history.oldestPosition().sequence
            let changes = try client.history.changes(after: start, upTo: .max)
            #expect(changes.map(\.author) == Array(repeating: "tests", count: changes.count))
            #expect(changes.count == 2)
            #expect(throws: StoreError.self) {
                try client.records.rowCount(of: "SELECT * FROM main.selection")
            }
            client.close()
        }
        #expect(try schema(root) == present)
        let later = try Library.open(root, environment: .test(seed: 3))
        #expect(try LibraryCheck(later).run().findings.isEmpty)
        later.close()
    }

    @Test func `A library of format 12 shows no words and no rejection until it is migrated`()
        throws
    {
        let root = folder.url.appendingPathComponent("Twelve.photolib", isDirectory: true)
        let owner = try Library.open(root, create: true, environment: .test(seed: 1))
        let picture = try owner.addPicture()
        let row = try #require(try owner.row(of: picture, in: .asset))
        var words = RecordedFacts(reader: 4)
        words.persons = ["Ada"]
        let reading = FactsReading(
            asset: row,
            original: nil,
            isSameContent: true,
            companion: .replaced(words)
        )
        try owner.commit(.takeFacts([reading]))
        try owner.clients.setAccess(.limited, for: .readWrite, of: LibraryPair.name)
        try owner.clients.select(adding: [picture], for: LibraryPair.name)
        owner.close()
        let present = try schema(root)
        try Self.makeFormat12(root)
        let titled = FetchPlan(.assets, filter: .field(.related(.title), .notEqual, .null))
        let rejected = FetchPlan(.assets, filter: .field(.asset(.isRejected), .equal, .integer(1)))
        func check(_ library: Library) throws {
            #expect(try library.facts.recorded(ofAsset: row).companion == words)
            #expect(try library.asset(picture)?.isRejected == false)
            #expect(try library.records.fetch(titled, anew: true).rows.isEmpty)
            #expect(try library.records.fetch(rejected, anew: true).rows.isEmpty)
            #expect(try LibraryPair.visible(in: library) == [picture])
        }
        let reader = try Library.open(root, mode: .readOnly)
        try check(reader)
        reader.close()
        let client = try Library.open(
            root,
            mode: .readOnly,
            environment: LibraryPair.environment(seed: 2, TestClock())
        )
        try check(client)
        client.close()
        let later = try Library.open(root, environment: .test(seed: 3))
        try check(later)
        #expect(try LibraryCheck(later).run().findings.isEmpty)
        words.title = "Wedding of Eve"
        words.placeNames.city = "Vienna"
        words.rating = -1
        var again = reading
        again.companion = .replaced(words)
        try later.commit(.takeFacts([again]))
        #expect(try later.facts.recorded(ofAsset: row).companion == words)
        #expect(try later.records.fetch(titled, anew: true).rows.array == [row])
        later.close()
        #expect(try schema(root) == present)
    }

    @Test func `A library of format 13 has no upload jobs until it is migrated`() throws {
        let root = folder.url.appendingPathComponent("Thirteen.photolib", isDirectory: true)
        let owner = try Library.open(root, create: true, environment: .test(seed: 1))
        try owner.addPicture()
        owner.close()
        let present = try schema(root)
        try Self.makeOlder(root, format: 13) { db in
            try db.execute(sql: "DROP TABLE upload_job")
        }
        for environment in [.test(seed: 2), LibraryPair.environment(seed: 2, TestClock())] {
            let reader = try Library.open(root, mode: .readOnly, environment: environment)
            #expect(try reader.uploadJobs.jobs(for: nil).isEmpty)
            #expect(try reader.uploadJobs.counts().isEmpty)
            reader.close()
        }
        // A copy of an older format has no table of jobs either.
        let reader = try Library.open(root, mode: .readOnly)
        let backup = folder.url.appendingPathComponent("Backup.photolib", isDirectory: true)
        #expect(try LibraryBackup(reader).run(to: backup).files == 1)
        reader.close()
        let later = try Library.open(root, environment: .test(seed: 3))
        #expect(try LibraryCheck(later).run().findings.isEmpty)
        later.close()
        #expect(try schema(root) == present)
    }

    /// Takes back what formats after the given one added.
    private static func makeOlder(
        _ root: URL,
        format: Int,
        _ takeBack: (Database) throws -> Void
    ) throws {
        let layout = LibraryLayout(root: root)
        let queue = try DatabaseQueue(path: layout.database.path)
        try queue.write { db in
            try takeBack(db)
            try db.execute(
                sql: """
                    DELETE FROM grdb_migrations WHERE CAST(identifier AS INTEGER) > \(format);
                    PRAGMA user_version = \(format);
                    """
            )
        }
        try queue.close()
        let text = try String(contentsOf: layout.sentinel, encoding: .utf8)
        let older = text.replacing(/"(minimumWriter|format)" : [0-9]+/) {
            "\"\($0.1)\" : \(format)"
        }
        try Data(older.utf8).write(to: layout.sentinel)
    }

    /// Removes the columns of assets that formats after the given one added.
    private static func removeColumns(addedAfter format: Int, in db: Database) throws {
        let older = try DatabaseQueue()
        try Schema.migrator.migrate(older, upTo: "\(format)")
        let known = try older.read { try $0.columns(in: "asset").map(\.name) }
        for column in try db.columns(in: "asset").map(\.name) where !known.contains(column) {
            try db.execute(sql: "ALTER TABLE asset DROP COLUMN \(column)")
        }
    }

    /// Takes back what formats 13 and 14 added.
    private static func makeFormat12(_ root: URL) throws {
        try makeOlder(root, format: 12) { db in
            try removeColumns(addedAfter: 12, in: db)
            try db.execute(sql: "DROP TABLE upload_job")
            for name in [
                "title", "headline", "creators", "sublocation", "city", "region", "country",
            ] {
                try db.execute(sql: "ALTER TABLE file_facts DROP COLUMN \(name)")
            }
        }
    }

    /// Takes back what formats 5 to 14 added.
    private static func makeFormat4(_ root: URL) throws {
        let layout = LibraryLayout(root: root)
        let queue = try DatabaseQueue(path: layout.database.path)
        try queue.write { db in
            try removeColumns(addedAfter: 4, in: db)
            try db.execute(
                sql: """
                    CREATE TEMP TABLE kept AS SELECT client_id, asset_id FROM selection;
                    DROP TABLE selection;
                    DROP TABLE client_author;
                    CREATE TABLE selection (
                        client_id INTEGER NOT NULL REFERENCES client (id) ON DELETE CASCADE,
                        asset_id INTEGER NOT NULL REFERENCES asset (id) DEFERRABLE INITIALLY DEFERRED,
                        PRIMARY KEY (client_id, asset_id)
                    ) WITHOUT ROWID;
                    CREATE INDEX selection_asset ON selection (asset_id);
                    INSERT INTO selection SELECT * FROM kept;
                    DROP TABLE file_facts;
                    ALTER TABLE resource DROP COLUMN inode;
                    ALTER TABLE resource DROP COLUMN status_change;
                    DROP TABLE source_exclusion;
                    DROP TABLE elsewhere_file;
                    DROP TABLE space_rule;
                    DROP TABLE pinned_asset;
                    DROP TABLE pinned_album;
                    DROP TABLE different_pair;
                    DROP TABLE part_hashes;
                    DROP TABLE kept_file;
                    DROP TABLE known_position;
                    DROP TABLE upload_job;
                    DROP INDEX collection_smart;
                    ALTER TABLE collection DROP COLUMN search;
                    CREATE UNIQUE INDEX collection_smart ON collection (subtype) WHERE kind = 2;
                    DROP TABLE remote_object;
                    DROP TABLE remote;
                    DELETE FROM grdb_migrations WHERE CAST(identifier AS INTEGER) > 4;
                    PRAGMA user_version = 4;
                    """
            )
        }
        try queue.close()
        let text = try String(contentsOf: layout.sentinel, encoding: .utf8)
        let older = text.replacing(/"(minimumWriter|format)" : [0-9]+/) { "\"\($0.1)\" : 4" }
        try Data(older.utf8).write(to: layout.sentinel)
    }
}
