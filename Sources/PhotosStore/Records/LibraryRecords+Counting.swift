import GRDB

extension LibraryRecords {
    /// Returns the number of visible assets in each album at a position in the log.
    ///
    /// Smart albums are left out.
    ///
    /// Where the log does not reach back to that position, these are the present numbers.
    package func memberCounts(
        _ albums: some Collection<Int64>,
        at sequence: Int64
    ) throws -> [Int64: Int] {
        let (present, now) = try core.read { db in
            (try Self.memberCounts(of: albums, in: db), try ChangeLog.current(db).sequence)
        }
        guard now > sequence,
            let rewind = try? history.rewind(from: sequence, to: now, positions: .all, atMost: .max)
        else { return present }
        var counts = present
        for album in albums {
            let change = rewind.visibleMembersChange(album)
            if change != 0 { counts[album, default: 0] -= change }
        }
        return counts
    }

    private static func memberCounts(
        of albums: some Collection<Int64>,
        in db: Database
    ) throws -> [Int64: Int] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT collection.id, \(FetchPlan.memberCount) FROM collection
                WHERE collection.kind = 1 AND collection.id IN (SELECT value FROM photokit_rows(?))
                """
        )
        let rows = try Row.fetchAll(statement, arguments: [PackedList.rows(albums)])
        return Dictionary(uniqueKeysWithValues: rows.map { ($0.integer(0), Int($0.integer(1))) })
    }
}

extension Rewind {
    /// Returns how many more visible assets an album had at the end of the log range than at its start.
    fileprivate func visibleMembersChange(_ album: Int64) -> Int {
        (positions?[album] ?? [:]).reduce(0) { sum, entry in
            let (asset, positions) = entry
            let before = assets[asset]?.before ?? bystanders[asset]
            let after = assets[asset]?.after ?? bystanders[asset]
            return sum + (positions.after != nil && after?.isVisible == true ? 1 : 0)
                - (positions.before != nil && before?.isVisible == true ? 1 : 0)
        }
    }
}

extension AssetRecord {
    fileprivate var isVisible: Bool { trashedDate == nil && !isHidden }
}
