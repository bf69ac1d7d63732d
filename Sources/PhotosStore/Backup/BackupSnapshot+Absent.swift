import GRDB

extension BackupSnapshot {
    /// Returns the rows of files in sources that the last sweep did not find.
    static func absent(_ db: Database) throws -> Set<Int64> {
        // Earlier formats have no sources.
        guard try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0 >= 3 else { return [] }
        return try Set(
            Int64.fetchAll(
                db,
                sql: "SELECT id FROM source_file WHERE outcome = ?",
                arguments: [SourceOutcome.absent.rawValue]
            )
        )
    }
}
