import GRDB

extension SourceLedger {
    /// Returns whether a source in place has a file with some bytes that is known for an asset, as far as the last sweep saw.
    ///
    /// - Parameters:
    ///   - checksum: The checksum of the bytes.
    ///   - asset: The row of the asset.
    /// - Returns: Whether it has one; also true where the source is offline as a whole.
    /// - Throws: The errors of SQLite.
    package func hasFile(with checksum: [UInt8], ofAsset asset: Int64) throws -> Bool {
        try db.cachedStatement(
            sql: """
                SELECT EXISTS (
                    SELECT 1 FROM source_file
                    JOIN source_folder ON source_folder.id = source_file.folder_id
                    JOIN source ON source.id = source_folder.source_id
                    WHERE source_file.asset_id = ? AND source_file.checksum = ? AND source_file.outcome <> ?
                        AND source.kind = ?
                )
                """
        ).first(in: db) {
            $0.integer(asset)
            $0.blob(checksum)
            $0.integer(Int64(SourceOutcome.absent.rawValue))
            $0.integer(Int64(SourceKind.inPlace.rawValue))
        } _: {
            $0.flag()
        } ?? false
    }
}
