import GRDB

/// What imports took from exports and from libraries of other programs.
extension SourceLedger {
    /// The files of exports and of other programs' libraries that gave something to one asset.
    package struct Taken: Hashable, Sendable {
        /// The checksums of the files, by the kinds of their sources.
        var checksums: [SourceKind: Set<[UInt8]>] = [:]
        /// The checksums of the files of which a person took back what they gave.
        var reversed: [SourceKind: Set<[UInt8]>] = [:]
        /// Whether an export of this software gave the asset, or something that the asset lacked.
        package var isOfExport = false

        package init() {}

        /// Returns whether a file gave something that is not taken back.
        package func isTaken(_ checksum: [UInt8], from kind: SourceKind) -> Bool {
            checksums[kind]?.contains(checksum) == true
        }

        /// Returns whether some file gave something that is not taken back.
        package func hasTaken(from kind: SourceKind) -> Bool { checksums[kind]?.isEmpty == false }

        /// Returns whether a person took back what a file gave.
        package func isReversed(_ checksum: [UInt8], from kind: SourceKind) -> Bool {
            reversed[kind]?.contains(checksum) == true
        }
    }

    /// Returns what imports took for some assets, by the rows of the assets, with one statement.
    package func taken(ofAssets rows: some Collection<Int64>) throws -> [Int64: Taken] {
        var found: [Int64: Taken] = [:]
        let statement = try db.cachedStatement(
            sql: """
                SELECT source_file.asset_id, source.kind, source_file.outcome, source_file.checksum
                FROM photokit_rows(?) AS list
                CROSS JOIN source_file ON source_file.asset_id = list.value
                CROSS JOIN source_folder ON source_folder.id = source_file.folder_id
                CROSS JOIN source ON source.id = source_folder.source_id
                WHERE source.kind IN (2, 3)
                """
        )
        try statement.forEachRow(in: db) {
            $0.list(PackedList.rows(rows))
        } _: { (columns) -> Void in
            let asset = columns.row()
            let kind = SourceKind(rawValue: columns.count()) ?? .export
            let outcome = SourceOutcome(rawValue: columns.count()) ?? .other
            let checksum = columns.blob()
            if outcome == .other {
                if let checksum {
                    found[asset, default: Taken()].reversed[kind, default: []].insert(checksum)
                }
                return
            }
            if let checksum {
                found[asset, default: Taken()].checksums[kind, default: []].insert(checksum)
            }
            if kind == .export, outcome == .imported || outcome == .duplicate {
                found[asset, default: Taken()].isOfExport = true
            }
        }
        return found
    }

    /// Notes that a person took back what an import of a source gave to assets.
    ///
    /// The next import of the same files gives it again. What other sources gave is not concerned.
    func noteReversal(ofAssets rows: some Collection<Int64>, from source: Int64) throws {
        try db.cachedStatement(
            sql: """
                UPDATE source_file SET outcome = ?
                WHERE asset_id IN (SELECT value FROM photokit_rows(?)) AND outcome IN (1, 2, 3)
                    AND folder_id IN (
                        SELECT source_folder.id FROM source_folder
                        JOIN source ON source.id = source_folder.source_id
                        WHERE source.id = ? AND source.kind IN (2, 3)
                    )
                """
        ).run(in: db) {
            $0.integer(Int64(SourceOutcome.other.rawValue))
            $0.list(PackedList.rows(rows))
            $0.integer(source)
        }
    }

    /// Notes that what a person took back counts again, because that was taken back as well.
    ///
    /// A row does not say what it was. The file beside a photo is a sidecar, and any other one is the photo's own.
    func noteReturn(ofAsset row: Int64, from source: Int64) throws {
        try db.cachedStatement(
            sql: """
                UPDATE source_file SET outcome = CASE
                    WHEN name LIKE '%.json' OR name LIKE '%.xmp' OR name LIKE '%.ini' THEN 3 ELSE 1 END
                WHERE asset_id = ? AND outcome = ? AND folder_id IN (
                        SELECT id FROM source_folder WHERE source_id = ?
                    )
                """
        ).run(in: db) {
            $0.integer(row)
            $0.integer(Int64(SourceOutcome.other.rawValue))
            $0.integer(source)
        }
    }

    /// Returns the assets to which sources gave something that a person took back, by the rows of the sources.
    func reversedAssets(among rows: some Collection<Int64>) throws -> [Int64: Set<Int64>] {
        var found: [Int64: Set<Int64>] = [:]
        let statement = try db.cachedStatement(
            sql: """
                SELECT source.id, source_file.asset_id FROM photokit_rows(?) AS list
                CROSS JOIN source_file ON source_file.asset_id = list.value
                CROSS JOIN source_folder ON source_folder.id = source_file.folder_id
                CROSS JOIN source ON source.id = source_folder.source_id
                WHERE source.kind IN (2, 3) AND source_file.outcome = ?
                """
        )
        try statement.forEachRow(in: db) {
            $0.list(PackedList.rows(rows))
            $0.integer(Int64(SourceOutcome.other.rawValue))
        } _: { (columns) -> Void in
            let source = columns.row()
            found[source, default: []].insert(columns.row())
        }
        return found
    }
}
