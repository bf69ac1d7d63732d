import GRDB

/// Pairs of assets that a person called different, so that they are no duplicates of each other.
struct DifferentPairs: Sendable {
    /// For each asset, the assets of higher rows that differ from it.
    private var others: [Int64: Set<Int64>] = [:]

    /// No pairs.
    init() {}

    /// Reads all pairs.
    init(_ db: Database) throws {
        try db.cachedStatement(sql: "SELECT asset_id, other_id FROM different_pair")
            .forEachRow(in: db) { (columns) -> Void in
                let (row, other) = (columns.row(), columns.row())
                others[row, default: []].insert(other)
            }
    }

    var isEmpty: Bool { others.isEmpty }

    /// The pairs in the order of their rows.
    var all: [(Int64, Int64)] {
        others.keys.sorted().flatMap { row in
            (others[row] ?? []).sorted().map { (row, $0) }
        }
    }

    func contains(_ row: Int64, and other: Int64) -> Bool {
        others[min(row, other)]?.contains(max(row, other)) ?? false
    }

    /// Stores that each two of some assets are different, or that they may be duplicates again.
    static func setPairs(of rows: Set<Int64>, areDifferent: Bool, in db: Database) throws {
        let sql =
            areDifferent
            ? """
            INSERT OR IGNORE INTO different_pair (asset_id, other_id)
            SELECT one.value, other.value FROM photokit_rows(?) AS one, photokit_rows(?) AS other
            WHERE one.value < other.value
            """
            : """
            DELETE FROM different_pair WHERE asset_id IN (SELECT value FROM photokit_rows(?))
            AND other_id IN (SELECT value FROM photokit_rows(?))
            """
        let list = PackedList.rows(rows)
        try db.execute(sql: sql, arguments: [list, list])
    }

    /// Stores pairs of assets that are different, as far as the library has both.
    static func addPairs(_ pairs: [(Int64, Int64)], in db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO different_pair (asset_id, other_id)
                SELECT one.id, other.id FROM asset AS one, asset AS other WHERE one.id = ? AND other.id = ?
                """
        )
        for (one, other) in pairs {
            try statement.execute(arguments: [min(one, other), max(one, other)])
        }
    }
}
