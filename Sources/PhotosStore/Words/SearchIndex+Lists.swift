import GRDB

/// The comparison of the lists of assets with the rows that the lists are made of.
extension SearchIndex {
    /// Returns whether the lists have exactly the assets that the stored rows state.
    func hasRightLists() throws -> Bool {
        try using { pool in
            try pool.read { db in
                let columns = SearchTexts.columns.filter(\.isShared).map(\.name)
                var (shared, cells) = (ListTotal(), ListTotal())
                try db.cachedStatement(
                    sql: "SELECT id, cell, \(columns.joined(separator: ", ")) FROM text"
                ).forEachRow(in: db) { (values) -> Void in
                    let row = values.row()
                    if let cell = values.integer() { cells.add(row, to: cell) }
                    for _ in columns {
                        if let number = values.integer() { shared.add(row, to: number) }
                    }
                }
                var (storedShared, storedCells) = (ListTotal(), ListTotal())
                try RowLists.shared.forEachPart(in: db) { storedShared.add($1, to: $0) }
                try RowLists.cells.forEachPart(in: db) { storedCells.add($1, to: $0) }
                let unused = try Int64.fetchOne(
                    db,
                    sql:
                        "SELECT 1 FROM shared WHERE id NOT IN (SELECT number FROM shared_rows) LIMIT 1"
                )
                return storedShared == shared && storedCells == cells && unused == nil
            }
        }
    }
}

/// A sum over the entries of lists, which does not depend on their order.
private struct ListTotal: Equatable {
    private var count = 0
    private var sum: UInt64 = 0

    mutating func add(_ row: Int64, to number: Int64) {
        count += 1
        // The finaliser of SplitMix64, so that an entry in another list makes another sum.
        var mixed =
            UInt64(bitPattern: number) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(bitPattern: row)
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        sum &+= mixed ^ (mixed >> 31)
    }

    mutating func add(_ rows: [Int64], to number: Int64) {
        for row in rows { add(row, to: number) }
    }
}
