import Foundation
import GRDB
import Glibc

/// The database of hashes of pictures.
enum PictureHashSchema {
    private static let version: Int32 = 1

    static func open(_ path: String, isWritable: Bool) throws -> DatabasePool {
        var configuration = Configuration()
        configuration.readonly = !isWritable
        configuration.busyMode = .timeout(10)
        configuration.maximumReaderCount = 2
        configuration.prepareDatabase { db in
            try Connection.harden(db)
            try db.execute(sql: "PRAGMA cell_size_check = ON; PRAGMA secure_delete = ON")
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

    private static func create(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE picture (
                    file TEXT NOT NULL PRIMARY KEY,
                    mark BLOB NOT NULL,
                    recipe INTEGER NOT NULL,
                    hash INTEGER
                ) WITHOUT ROWID;
                CREATE TABLE pixels (
                    file TEXT NOT NULL PRIMARY KEY,
                    mark BLOB NOT NULL,
                    decoders TEXT NOT NULL,
                    digest BLOB NOT NULL
                ) WITHOUT ROWID;
                PRAGMA user_version = \(version);
                """
        )
    }
}
