import Foundation
import GRDB

/// SQLite's version and settings for a library's database.
package struct DatabaseFacts: Hashable, Sendable {
    package var sqliteVersion: String
    /// Nil when the library was opened read-only.
    package var synchronousMode: String?
    package var journalMode: String
}

/// The amount of content in a library.
package struct ContentFacts: Hashable, Sendable {
    package var format = 0
    package var assets = 0
    package var trashed = 0
    package var albums = 0
    package var changes = 0
    package var bytes: Int64 = 0
}

extension DatabaseFacts {
    /// Reads the facts of a library's database.
    ///
    /// - Throws: ``StoreError``.
    package init(of library: Library) throws {
        let (version, journal) = try library.core.readAll { db in
            (
                try String.fetchOne(db, sql: "SELECT sqlite_version()") ?? "",
                try String.fetchOne(db, sql: "PRAGMA journal_mode") ?? ""
            )
        }
        var mode: String?
        if library.mode == .readWrite {
            // The mode is read from the connection that commits, because only that one affects durability.
            let number = try library.core.onWriter { db in
                try Int.fetchOne(db, sql: "PRAGMA synchronous")
            }
            mode = number.map { ["OFF", "NORMAL", "FULL", "EXTRA"][min(max($0, 0), 3)] }
        }
        self.init(sqliteVersion: version, synchronousMode: mode, journalMode: journal)
    }
}

extension ContentFacts {
    /// Counts what the library's client may see.
    ///
    /// - Throws: ``StoreError``.
    package init(of library: Library) throws {
        self = try library.core.read { db in
            let row = try Row.fetchOne(
                db,
                sql: """
                    SELECT (SELECT count(*) FROM asset WHERE trashed_date IS NULL),
                        (SELECT count(*) FROM asset WHERE trashed_date IS NOT NULL),
                        (SELECT count(*) FROM collection WHERE kind = 1),
                        (SELECT count(*) FROM change),
                        (SELECT coalesce(sum(byte_count), 0) FROM resource)
                    """
            )
            var facts = ContentFacts()
            facts.format = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            guard let row else { return facts }
            facts.assets = Int(row.integer(0))
            facts.trashed = Int(row.integer(1))
            facts.albums = Int(row.integer(2))
            facts.changes = Int(row.integer(3))
            facts.bytes = row.integer(4)
            return facts
        }
    }
}
