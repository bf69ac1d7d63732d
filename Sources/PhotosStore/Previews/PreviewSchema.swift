import Foundation
import GRDB
import Glibc

/// The schema of the database of previews.
///
/// Each size has a table of its own, so that the pictures of a page are close together. Rows are in the order
/// in which files were added, which is also the order of pages.
enum PreviewSchema {
    private static let version: Int32 = 1

    /// The page size in bytes.
    ///
    /// A grid preview takes two or three pages, and a read fetches no more than these.
    private static let pageSize = 8_192

    static let tables = PreviewSize.allCases.map(table) + ["failure"]

    static func table(_ size: PreviewSize) -> String {
        switch size {
        case .grid: "grid"
        case .screen: "screen"
        }
    }

    /// Opens the database.
    ///
    /// Creates the tables again if it has another version.
    static func open(_ path: String, isWritable: Bool) throws -> DatabasePool {
        var configuration = Configuration()
        configuration.readonly = !isWritable
        configuration.busyMode = .timeout(10)
        configuration.maximumReaderCount = 4
        configuration.prepareDatabase { db in
            try Connection.harden(db)
            try db.execute(sql: "PRAGMA page_size = \(pageSize); PRAGMA cell_size_check = ON")
        }
        try check(path)
        let pool = try DatabasePool(path: path, configuration: configuration)
        guard isWritable else { return pool }
        try pool.write { db in
            let found = try Int32.fetchOne(db, sql: "PRAGMA user_version")
            guard found != version else { return }
            for table in tables { try db.execute(sql: "DROP TABLE IF EXISTS \(table)") }
            try create(db)
            try db.execute(sql: "PRAGMA user_version = \(version)")
        }
        return pool
    }

    /// Checks the schema, because SQLite runs code in a schema.
    ///
    /// A file with an unknown schema counts as damaged.
    private static func check(_ path: String) throws {
        guard access(path, F_OK) == 0 else { return }
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(10)
        configuration.prepareDatabase { db in try Connection.harden(db) }
        let isAlone = access(path + "-wal", F_OK) != 0
        let address = isAlone ? Connection.immutableAddress(URL(fileURLWithPath: path)) : path
        let queue = try DatabaseQueue(path: address, configuration: configuration)
        let (found, words) = try queue.unsafeRead { db in
            (try Int32.fetchOne(db, sql: "PRAGMA user_version"), try SchemaEntry.all(db))
        }
        guard found != version, found != 0 || !words.isEmpty else { return try compare(words) }
        guard found == version || words.isEmpty else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "unknown tables")
        }
    }

    private static func compare(_ words: Set<SchemaEntry>) throws {
        guard !words.isEmpty else { return }
        let queue = try DatabaseQueue()
        try queue.write { db in try create(db) }
        guard try queue.read({ db in try SchemaEntry.all(db) }) == words else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "unknown tables")
        }
    }

    private static func create(_ db: Database) throws {
        for size in PreviewSize.allCases {
            try db.execute(
                sql: """
                    CREATE TABLE \(table(size)) (
                        id INTEGER PRIMARY KEY,
                        file TEXT NOT NULL UNIQUE,
                        mark BLOB NOT NULL,
                        recipe INTEGER NOT NULL,
                        used INTEGER NOT NULL,
                        width INTEGER NOT NULL,
                        height INTEGER NOT NULL,
                        jpeg BLOB NOT NULL)
                    """
            )
        }
        try db.execute(
            sql: """
                CREATE TABLE failure (
                    file TEXT NOT NULL PRIMARY KEY,
                    mark BLOB NOT NULL,
                    decoders TEXT NOT NULL,
                    kind TEXT NOT NULL,
                    reason TEXT NOT NULL,
                    count INTEGER NOT NULL) WITHOUT ROWID
                """
        )
    }

    /// Removes large previews, the least recently used first, when the database exceeds the budget.
    ///
    /// Grid previews stay.
    static func limitSize(to budget: Int64, in db: Database) throws {
        func pragma(_ name: String) throws -> Int64 {
            try Int64.fetchOne(db.cachedStatement(sql: "PRAGMA \(name)")) ?? 0
        }
        let size = try pragma("page_size")
        var excess = try (pragma("page_count") - pragma("freelist_count")) * size - budget
        guard excess > 0 else { return }
        // Removes more than needed, so that this is not repeated with each new preview.
        excess += budget / 16
        let oldest = try Row.fetchAll(
            db,
            sql: "SELECT id, length(jpeg) FROM screen ORDER BY used, id"
        )
        let statement = try db.cachedStatement(sql: "DELETE FROM screen WHERE id = ?")
        for row in oldest {
            guard excess > 0 else { break }
            guard let id = Int64.fromDatabaseValue(row[0]) else { continue }
            let byteCount = Int64.fromDatabaseValue(row[1]) ?? 0
            try statement.execute(arguments: [id])
            excess -= byteCount
        }
    }
}
