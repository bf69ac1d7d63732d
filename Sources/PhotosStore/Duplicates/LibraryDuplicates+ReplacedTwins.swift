import GRDB

/// Photos with the bytes of other photos, when they are restored.
extension LibraryDuplicates {
    /// Returns which photos gave their files to older ones with the same bytes, or are about to.
    ///
    /// Nothing is lost when such a photo stays in Recently Deleted, because nobody has changed it. The older photo has the
    /// same bytes, had them, or gets a copy of them when it is restored. The files of both may be nowhere: their source was
    /// forgotten once more.
    ///
    /// - Parameter rows: Photos in Recently Deleted. All count as present, because they are to be restored.
    /// - Returns: The rows of the photos, in the order of `rows`; none for a client that sees a part of the library.
    /// - Throws: ``StoreError``.
    package func replacedTwins(among rows: [Int64]) throws -> [Int64] {
        guard try core.clientAccess().readWrite == .authorized else { return [] }
        let lacking = Dictionary(grouping: try lackingFiles(ofAssets: rows), by: \.assetRow)
        guard !lacking.isEmpty else { return [] }
        let wanted = Set(lacking.values.joined().map(\.checksum))
        let files = Dictionary(grouping: try originals.heldFiles(ofAssets: rows), by: \.assetRow)
        let chosen = Set(rows)
        return try rows.filter { row in
            let (own, missing) = (files[row] ?? [], lacking[row]?.count ?? 0)
            guard missing == 0 || missing == own.count,
                own.contains(where: { wanted.contains($0.checksum) }),
                try records.assets([row]).records[row]?.trashedDate != nil
            else { return false }
            let isUntouched = try isUntouched(row)
            return try holders(of: own, besides: chosen).contains { holder in
                // A photo that has its files makes way for one that needs them.
                guard missing > 0 || lacking[holder] != nil else { return false }
                let decision = TwinDecision(
                    twin: own,
                    isUntouched: isUntouched,
                    restored: try originals.heldFiles(ofAssets: [holder]),
                    lacking: []
                )
                return decision != .stay
            }
        }
    }

    /// Returns which photos have a picture or video that another photo outside Recently Deleted has, too.
    ///
    /// - Parameter rows: The photos.
    /// - Returns: Their rows; none for a client that sees a part of the library.
    /// - Throws: ``StoreError``.
    package func rowsWithTwins(among rows: [Int64]) throws -> Set<Int64> {
        guard try core.clientAccess().readWrite == .authorized else { return [] }
        return try core.readAll { db in
            var found: Set<Int64> = []
            try db.cachedStatement(
                sql: """
                    SELECT DISTINCT resource.asset_id FROM photokit_rows(?) AS list
                    CROSS JOIN resource ON resource.asset_id = list.value
                    WHERE resource.type IN (1, 2) AND EXISTS (
                        SELECT 1 FROM resource AS twin JOIN asset AS holder ON holder.id = twin.asset_id
                        WHERE twin.checksum = resource.checksum AND twin.asset_id <> resource.asset_id
                            AND twin.type IN (1, 2) AND holder.trashed_date IS NULL)
                    """
            ).forEachRow(in: db) {
                $0.list(PackedList.rows(rows))
            } _: { (columns) -> Void in
                found.insert(columns.row())
            }
            return found
        }
    }

    /// Returns the photos with the bytes of given files that are outside Recently Deleted, or among `chosen`.
    private func holders(of files: [HeldFile], besides chosen: Set<Int64>) throws -> Set<Int64> {
        var rows: Set<Int64> = []
        for checksum in Set(files.map(\.checksum)) {
            let held = try originals.heldFiles(ofChecksum: checksum, evenDeleted: true)
            rows.formUnion(held.map(\.assetRow))
        }
        let records = try records.assets(Array(rows)).records
        return rows.filter { records[$0]?.trashedDate == nil || chosen.contains($0) }
    }
}
