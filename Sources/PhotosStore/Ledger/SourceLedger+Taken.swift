import GRDB

/// What imports took from exports and from libraries of other programs.
extension SourceLedger {
    /// Notes that a person took back what imports of exports and of other programs' libraries gave to assets.
    ///
    /// The next import of the same files gives it again.
    func noteReversal(ofAssets rows: some Collection<Int64>) throws {
        try db.cachedStatement(
            sql: """
                UPDATE source_file SET outcome = ?
                WHERE asset_id IN (SELECT value FROM photokit_rows(?)) AND outcome IN (1, 2, 3)
                    AND folder_id IN (
                        SELECT source_folder.id FROM source_folder
                        JOIN source ON source.id = source_folder.source_id WHERE source.kind IN (2, 3)
                    )
                """
        ).run(in: db) {
            $0.integer(Int64(SourceOutcome.other.rawValue))
            $0.list(PackedList.rows(rows))
        }
    }
}
