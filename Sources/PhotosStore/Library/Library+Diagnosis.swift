import GRDB

extension Library {
    /// The settings of the connection that writes, as SQLite tells them: what durability rests on.
    package func connectionSettings() throws -> [String: String] {
        let names = [
            "synchronous", "wal_autocheckpoint", "journal_mode", "foreign_keys", "trusted_schema",
            "cell_size_check", "busy_timeout",
        ]
        do {
            return try database.writeWithoutTransaction { db in
                var settings: [String: String] = [:]
                for name in names {
                    settings[name] = try String.fetchOne(db, sql: "PRAGMA \(name)")
                }
                return settings
            }
        } catch {
            throw StoreError(error)
        }
    }
}
