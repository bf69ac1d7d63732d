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
        try makeLibrary(ofFormat: Schema.format - 1)
        let requirements = Mutex<[Int]>([])
        var environment = EngineEnvironment.test(seed: 2)
        environment.trace = { [layout] statement in
            guard statement.contains("PRAGMA user_version =") else { return }
            let sentinel = try? Sentinel.read(layout)
            requirements.withLock { $0.append(sentinel?.minimumWriter ?? 0) }
        }
        try Library.open(root, environment: environment).close()
        #expect(requirements.withLock { $0 } == [Schema.oldestWriter])
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
}
