import GRDB

extension SourceLedger {
    /// Returns whether an import took everything that a sidecar in an export states of an asset.
    ///
    /// - Parameters:
    ///   - checksum: The checksum of the sidecar's bytes.
    ///   - asset: The row of the asset.
    /// - Returns: Whether it did; not for a sidecar of which values were left out.
    /// - Throws: The errors of SQLite.
    package func hasTakenSidecar(with checksum: [UInt8], ofAsset asset: Int64) throws -> Bool {
        try db.cachedStatement(
            sql: """
                SELECT EXISTS (
                    SELECT 1 FROM source_file
                    JOIN source_folder ON source_folder.id = source_file.folder_id
                    JOIN source ON source.id = source_folder.source_id
                    WHERE source_file.asset_id = ? AND source_file.checksum = ? AND source_file.outcome = ?
                        AND source.kind = ?
                )
                """
        ).first(in: db) {
            $0.integer(asset)
            $0.blob(checksum)
            $0.integer(Int64(SourceOutcome.sidecar.rawValue))
            $0.integer(Int64(SourceKind.export.rawValue))
        } _: {
            $0.integer() == 1
        } ?? false
    }
}
