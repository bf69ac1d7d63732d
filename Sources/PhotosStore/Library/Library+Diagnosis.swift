import GRDB

extension Library {
    /// Runs SQLite's `quick_check`, which leaves out indexes.
    ///
    /// Returns the first problem, or nil if there is none.
    package func quickCheck() throws -> String? {
        do {
            let found = try readAll { db in try String.fetchAll(db, sql: "PRAGMA quick_check(1)") }
            return found == ["ok"] ? nil : found.first ?? "no answer"
        } catch let error as StoreError where error.code == .damaged {
            return error.message
        }
    }

    /// Returns the SQLite settings of the connection that writes.
    ///
    /// Durability depends on them.
    package func connectionSettings() throws -> [String: String] {
        let names = [
            "synchronous", "wal_autocheckpoint", "journal_mode", "foreign_keys", "trusted_schema",
            "cell_size_check", "busy_timeout",
        ]
        return try onWriter { db in
            var settings: [String: String] = [:]
            for name in names {
                settings[name] = try String.fetchOne(db, sql: "PRAGMA \(name)")
            }
            return settings
        }
    }
}
