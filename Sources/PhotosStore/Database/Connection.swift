import CPhotosSQLite
package import Foundation
import GRDB

/// The configuration of every connection to a library's database.
package enum Connection {
    /// The number of kilobytes that the committing connection caches while it applies a block of many objects.
    private static let largestWriterCache = 65_536

    /// Runs the transaction of a block that names `count` objects.
    ///
    /// Each object is read first and written at the end. If the pages do not fit into the cache, all of them are read
    /// twice, and written twice.
    static func withCache<Result>(
        forObjects count: Int,
        tuning: EngineTuning,
        in db: Database,
        body: () throws -> Result
    ) throws -> Result {
        guard count > 1_000 else { return try body() }
        try db.execute(sql: "PRAGMA cache_size = -\(largestWriterCache)")
        defer { try? db.execute(sql: "PRAGMA cache_size = -\(tuning.writerCache)") }
        return try body()
    }

    static func configuration(readOnly: Bool, _ environment: EngineEnvironment) -> Configuration {
        var configuration = Configuration()
        configuration.readonly = readOnly
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(TimeInterval(environment.tuning.patience))
        configuration.maximumReaderCount = environment.tuning.readerCount
        configuration.prepareDatabase { [places = environment.places] db in
            try harden(db)
            // Commits never run a checkpoint, because checkpoints run under the engine's own lock.
            try db.execute(sql: "PRAGMA wal_autocheckpoint = 0")
            try db.execute(sql: "PRAGMA cell_size_check = ON")
            registerConditionFunctions(in: db, places)
            if readOnly { try OlderFormat.addViews(db) }
            listen(to: db, environment)
        }
        return configuration
    }

    /// Returns whether SQLite can open the database file as immutable.
    ///
    /// If there is a write-ahead log, the database file alone is not the library's present state.
    package static func isImmutable(isWritableFolder: Bool, logSize: Int64) -> Bool {
        !isWritableFolder && logSize == 0
    }

    /// Returns SQLite's URI for a file that no process writes to.
    package static func immutableAddress(_ url: URL) -> String {
        let allowed = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: ";"))
        let path = url.path.addingPercentEncoding(withAllowedCharacters: allowed) ?? url.path
        return "file:\(path)?immutable=1"
    }

    /// Opens the database of a copy, which nobody writes to, for reading.
    static func copy(at url: URL) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.prepareDatabase { db in try harden(db) }
        return try DatabaseQueue(path: immutableAddress(url), configuration: configuration)
    }

    /// Prevents the schema of a database from running or writing anything without the engine's knowledge.
    static func harden(_ db: Database) throws {
        guard let connection = db.sqliteConnection,
            photos_sqlite_harden(UnsafeMutableRawPointer(connection)) == 0
        else {
            throw StoreError(.notDurable, "SQLite could not be set up as the library needs it.")
        }
    }

    private static func listen(to db: Database, _ environment: EngineEnvironment) {
        let (trace, slow) = (environment.trace, environment.slowStatements)
        var options: Database.TracingOptions = []
        if trace != nil { options.insert(.statement) }
        if slow != nil { options.insert(.profile) }
        guard !options.isEmpty else { return }
        db.trace(options: options) { event in
            switch event {
            case .statement: trace?("\(event)")
            case .profile(let statement, let seconds):
                if let slow, seconds > slow.limit { slow.notify(statement.sql, seconds) }
            }
        }
    }

    /// Makes commits durable, and throws if they would not be.
    ///
    /// GRDB sets `synchronous = NORMAL` after it has prepared a connection, so this method runs after the pool has
    /// opened.
    static func makeDurable(_ writer: any DatabaseWriter, environment: EngineEnvironment) throws {
        try writer.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA synchronous = FULL")
            // Commits of other connections never empty the cache of the committing connection, so a large cache is
            // useful there.
            try db.execute(sql: "PRAGMA cache_size = -\(environment.tuning.writerCache)")
            guard try Int.fetchOne(db, sql: "PRAGMA synchronous") == 2 else {
                throw StoreError(
                    .notDurable,
                    "SQLite does not make commits durable here (synchronous is not FULL), so the library was not opened for writing."
                )
            }
        }
    }
}
