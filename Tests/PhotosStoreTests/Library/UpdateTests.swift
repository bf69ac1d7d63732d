import Foundation
import GRDB
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

@testable import PhotosStore

/// A newer version opens a library that a program of an older version has open.
@Suite(.permit) struct UpdateTests {
    private static let fixture = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/libraries/v1", isDirectory: true)

    let folder: TemporaryFolder
    private var root: URL { folder.url.appendingPathComponent("Old.photolib", isDirectory: true) }
    private var layout: LibraryLayout { LibraryLayout(root: root) }

    init() throws { folder = try TemporaryFolder() }

    /// Makes a library with three assets, of an older format.
    private func makeLibrary(ofFormat format: Int) throws {
        try FileManager.default.copyItem(at: Self.fixture, to: root)
        let queue = try DatabaseQueue(path: layout.database.path)
        try Schema.migrator.migrate(queue, upTo: "\(format)")
        try queue.close()
        try write("format", format)
        try write("minimumWriter", format)
    }

    /// Writes the file LIBRARY anew, with another number.
    private func write(_ key: String, _ number: Int) throws {
        let text = try String(contentsOf: layout.sentinel, encoding: .utf8)
        let other = text.replacing(try Regex("\"\(key)\" : [0-9]+"), with: "\"\(key)\" : \(number)")
        try Data(other.utf8).write(to: layout.sentinel, options: .atomic)
    }

    @Test(arguments: 1..<Schema.format)
    func `A library of each older format is migrated while an older program reads it`(
        format: Int
    ) throws {
        try makeLibrary(ofFormat: format)
        // What an older program has: a connection in the middle of reading.
        var configuration = Configuration()
        configuration.readonly = true
        configuration.allowsUnsafeTransactions = true
        let older = try DatabaseQueue(path: layout.database.path, configuration: configuration)
        let count = "SELECT count(*) FROM asset"
        try older.unsafeRead { db in
            try db.execute(sql: "BEGIN")
            #expect(try Int.fetchOne(db, sql: count) == 3)
        }
        let library = try Library.open(root, environment: .test(seed: 2))
        #expect(try library.records.fetch(FetchPlan(.assets)).rows.count == 3)
        try library.addPicture()
        #expect(try LibraryCheck(library).run().findings.isEmpty)
        try older.unsafeRead { db in
            #expect(try Int.fetchOne(db, sql: count) == 3)
            #expect(try Int.fetchOne(db, sql: "PRAGMA user_version") == format)
            try db.execute(sql: "COMMIT")
            #expect(try Int.fetchOne(db, sql: count) == 4)
        }
        try older.close()
        library.close()
        let sentinel = try Sentinel.read(layout)
        #expect(sentinel.format == Schema.format)
        // The rule by which older software reads on, and writes no more.
        #expect(sentinel.minimumReader == 1 && sentinel.minimumWriter > format)
    }

    @Test func `The file LIBRARY forbids older programs to write before the tables change`() throws
    {
        try makeLibrary(ofFormat: 1)
        let sentinels = Mutex<[Sentinel]>([])
        var environment = EngineEnvironment.test(seed: 2)
        environment.trace = { [layout] statement in
            guard statement.contains("PRAGMA user_version ="),
                let sentinel = try? Sentinel.read(layout)
            else { return }
            sentinels.withLock { $0.append(sentinel) }
        }
        try Library.open(root, environment: environment).close()
        let found = sentinels.withLock { $0 }
        #expect(found.count == Schema.format - 1)
        #expect(found.allSatisfy { $0.minimumWriter == Schema.oldestWriter })
        // Older programs read a database only up to the format in LIBRARY.
        #expect(found.allSatisfy { $0.format == Schema.format && $0.earlier?.format == 1 })
        #expect(try Sentinel.read(layout).earlier == nil)
    }

    @Test func `A migration that was interrupted after that is made by the next opening`() throws {
        try makeLibrary(ofFormat: 1)
        try write("minimumWriter", Schema.oldestWriter)
        let reader = try Library.open(root, mode: .readOnly)
        #expect(try reader.records.fetch(FetchPlan(.assets)).rows.count == 3)
        reader.close()
        let library = try Library.open(root, environment: .test(seed: 2))
        defer { library.close() }
        #expect(try library.records.fetch(FetchPlan(.assets)).rows.count == 3)
        #expect(try LibraryCheck(library).run().findings.isEmpty)
    }

    // MARK: Interrupted migrations

    /// A kill before the first step, between two steps, and before the last replacement of LIBRARY.
    @Test(arguments: [1, 6, Schema.format])
    func `A migration that was killed is ended by the next opening`(format: Int) throws {
        try makeLibrary(ofFormat: 1)
        try Sentinel.read(layout).duringMigration.write(layout)
        let queue = try DatabaseQueue(path: layout.database.path)
        try Schema.migrator.migrate(queue, upTo: "\(format)")
        try queue.close()
        let reader = try Library.open(root, mode: .readOnly)
        #expect(try reader.records.fetch(FetchPlan(.assets)).rows.count == 3)
        reader.close()
        #expect(try Sentinel.read(layout).earlier?.format == 1)
        let library = try Library.open(root, environment: .test(seed: 2))
        defer { library.close() }
        #expect(try library.records.fetch(FetchPlan(.assets)).rows.count == 3)
        #expect(try LibraryCheck(library).run().findings.isEmpty)
        #expect(try Sentinel.read(layout).earlier == nil)
    }

    @Test(arguments: [false, true])
    func `A migration that fails before its first step brings LIBRARY back`(
        isSecondTry: Bool
    )
        throws
    {
        try makeLibrary(ofFormat: 1)
        let before = try Sentinel.read(layout)
        if isSecondTry { try before.duringMigration.write(layout) }
        let draft = root.appendingPathComponent(".LIBRARY.\(getpid())", isDirectory: true)
        var migrator = DatabaseMigrator()
        migrator.registerMigration("2") { _ in
            // From now on LIBRARY cannot be written anew, as on a full disk.
            try FileManager.default.createDirectory(at: draft, withIntermediateDirectories: false)
            throw StoreError(.diskFull, "full")
        }
        let pool = try DatabasePool(path: layout.database.path)
        let sentinel = try Sentinel.read(layout)
        #expect(throws: StoreError.self) {
            try LibraryMigration(layout, migrator: migrator).run(in: pool, sentinel: sentinel)
        }
        try pool.close()
        #expect(try Sentinel.read(layout) == before)
        let names = try FileManager.default.contentsOfDirectory(atPath: root.path)
        #expect(names.filter { $0.hasPrefix(".LIBRARY") } == [draft.lastPathComponent])
    }

    /// Makes a library of this format, and LIBRARY as a later version leaves it that is killed.
    private func makeLibraryOfKilledUpdate() throws {
        try makeLibrary(ofFormat: 1)
        try Library.open(root, environment: .test(seed: 2)).close()
        var sentinel = try Sentinel.read(layout).duringMigration
        sentinel.format = Schema.format + 2
        sentinel.minimumWriter = Schema.format + 2
        try sentinel.write(layout)
    }

    @Test func `An older program writes where nothing was migrated before a kill`() throws {
        try makeLibraryOfKilledUpdate()
        let reader = try Library.open(root, mode: .readOnly)
        #expect(try reader.records.fetch(FetchPlan(.assets)).rows.count == 3)
        reader.close()
        #expect(try Sentinel.read(layout).earlier != nil)
        let library = try Library.openForPrograms(root, environment: .test(seed: 3))
        defer { library.close() }
        try library.addPicture()
        #expect(try LibraryCheck(library).run().findings.isEmpty)
        let sentinel = try Sentinel.read(layout)
        #expect(sentinel.format == Schema.format && sentinel.earlier == nil)
        #expect(sentinel.minimumWriter == Schema.oldestWriter)
    }

    @Test func `An older program only reads while a later version migrates`() throws {
        try makeLibraryOfKilledUpdate()
        let lock = try CommitLock(layout)
        try lock.withLock(timeout: 1) {
            let library = try Library.openForPrograms(root, environment: .test(seed: 3))
            defer { library.close() }
            #expect(try library.records.fetch(FetchPlan(.assets)).rows.count == 3)
            let error = #expect(throws: StoreError.self) { try library.addPicture() }
            #expect(error?.code == .newerFormat)
        }
        #expect(try Sentinel.read(layout).earlier != nil)
    }

    @Test func `An older program only reads after a kill between two steps`() throws {
        try makeLibraryOfKilledUpdate()
        let queue = try DatabaseQueue(path: layout.database.path)
        try queue.write { db in
            try db.execute(
                sql: """
                    ALTER TABLE asset ADD COLUMN of_the_future INTEGER;
                    PRAGMA user_version = \(Schema.format + 1);
                    """
            )
        }
        try queue.close()
        let before = try Data(contentsOf: layout.sentinel)
        let library = try Library.openForPrograms(root, environment: .test(seed: 3))
        defer { library.close() }
        #expect(try library.records.fetch(FetchPlan(.assets)).rows.count == 3)
        let error = #expect(throws: StoreError.self) { try library.addPicture() }
        #expect(error?.code == .newerFormat)
        #expect(try Data(contentsOf: layout.sentinel) == before)
    }
}
