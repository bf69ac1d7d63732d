import CPhotosSQLite
import Foundation
import GRDB

/// How every connection to a library's database is set up.
enum Connection {
    /// Seconds that a connection waits for SQLite's own locks.
    static let patience = 30

    static func configuration(readOnly: Bool, _ environment: EngineEnvironment) -> Configuration {
        var configuration = Configuration()
        configuration.readonly = readOnly
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(TimeInterval(patience))
        configuration.maximumReaderCount = 6
        configuration.prepareDatabase { db in
            guard let connection = db.sqliteConnection,
                photos_sqlite_harden(UnsafeMutableRawPointer(connection)) == 0
            else {
                throw StoreError(.notDurable, "SQLite could not be set up as the library needs it.")
            }
            // Commits never checkpoint: checkpoints are made under the engine's own lock.
            try db.execute(sql: "PRAGMA wal_autocheckpoint = 0")
            try db.execute(sql: "PRAGMA cell_size_check = ON")
            registerConditionFunctions(in: db)
            if let trace = environment.trace { db.trace { trace("\($0)") } }
        }
        return configuration
    }

    /// Makes commits durable, and refuses to go on where they would not be.
    ///
    /// GRDB sets `synchronous = NORMAL` after it has prepared a connection, so this comes after the pool has opened.
    static func makeDurable(_ writer: any DatabaseWriter) throws {
        try writer.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA synchronous = FULL")
            guard try Int.fetchOne(db, sql: "PRAGMA synchronous") == 2 else {
                throw StoreError(
                    .notDurable,
                    "SQLite does not make commits durable here (synchronous is not FULL), so the library was not opened for writing."
                )
            }
        }
    }
}
