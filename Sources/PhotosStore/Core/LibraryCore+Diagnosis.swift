import GRDB

extension LibraryCore {
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
}
