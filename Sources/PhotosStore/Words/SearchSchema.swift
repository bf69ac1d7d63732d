import CPhotosSQLite
import Foundation
import GRDB
import Glibc

/// The database of the search index.
///
/// The texts are stored beside the index of words, because SQLite needs them to remove an asset from that index. Texts that
/// many assets share are stored once, each with the list of its assets.
enum SearchSchema {
    private static let version: Int32 = 5

    /// The number of kilobytes that a connection caches.
    private static let cache = 16_384

    static func open(_ path: String, isWritable: Bool) throws -> DatabasePool {
        var configuration = Configuration()
        configuration.readonly = !isWritable
        configuration.busyMode = .timeout(10)
        configuration.maximumReaderCount = 2
        configuration.prepareDatabase { db in
            try Connection.harden(db)
            // If adding the function fails, the first statement that uses it reports the error.
            if let connection = db.sqliteConnection {
                unsafe photos_sqlite_add_row_list(UnsafeMutableRawPointer(connection))
            }
            try db.execute(
                sql:
                    "PRAGMA cell_size_check = ON; PRAGMA secure_delete = ON; PRAGMA cache_size = -\(cache)"
            )
        }
        try check(path)
        let pool = try DatabasePool(path: path, configuration: configuration)
        guard isWritable else { return pool }
        try pool.write { db in
            guard try SchemaEntry.all(db).isEmpty else { return }
            try create(db)
        }
        return pool
    }

    /// Compares the schema with the known one, because SQLite runs code in a schema.
    private static func check(_ path: String) throws {
        guard access(path, F_OK) == 0 else { return }
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(10)
        configuration.prepareDatabase { db in try Connection.harden(db) }
        let isAlone = access(path + "-wal", F_OK) != 0
        let address = isAlone ? Connection.immutableAddress(URL(fileURLWithPath: path)) : path
        let queue = try DatabaseQueue(path: address, configuration: configuration)
        let found = try queue.unsafeRead { db in try SchemaEntry.all(db) }
        guard try found.isEmpty || known.get() == found else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "unknown tables")
        }
    }

    private static let known = Result {
        let queue = try DatabaseQueue()
        try queue.write { db in try create(db) }
        return try queue.read { db in try SchemaEntry.all(db) }
    }

    /// The texts that assets do not share.
    private static let columns = SearchTexts.columns.filter { !$0.isShared }.map(\.name)
        .joined(separator: ", ")

    /// The numbers of the shared texts of an asset.
    private static let numbers = SearchTexts.columns.filter(\.isShared).map(\.name)
        .joined(separator: " INTEGER, ")

    private static func create(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE state (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    recipe INTEGER NOT NULL,
                    library BLOB NOT NULL,
                    incarnation BLOB NOT NULL,
                    sequence INTEGER NOT NULL,
                    mark INTEGER NOT NULL,
                    places INTEGER NOT NULL,
                    filled INTEGER
                );
                CREATE TABLE text (
                    id INTEGER PRIMARY KEY, visibility INTEGER NOT NULL, \(numbers) INTEGER, cell INTEGER, \(columns)
                );
                CREATE TABLE shared (
                    id INTEGER PRIMARY KEY, field INTEGER NOT NULL, tokens TEXT NOT NULL, UNIQUE (field, tokens)
                );
                \(RowLists.shared.schema)
                \(RowLists.cells.schema)
                CREATE TABLE tally (
                    field INTEGER NOT NULL,
                    word TEXT NOT NULL,
                    visible INTEGER NOT NULL,
                    hidden INTEGER NOT NULL,
                    PRIMARY KEY (field, word)
                ) WITHOUT ROWID;
                CREATE VIRTUAL TABLE word USING fts5(\(columns), content = 'text', content_rowid = 'id',
                    columnsize = 0, tokenize = 'ascii');
                CREATE VIRTUAL TABLE shared_word USING fts5(tokens, content = 'shared', content_rowid = 'id',
                    columnsize = 0, tokenize = 'ascii');
                PRAGMA user_version = \(version);
                """
        )
    }
}
