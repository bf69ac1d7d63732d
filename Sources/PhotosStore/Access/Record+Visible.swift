import GRDB

extension Record {
    /// Returns those of the given rows that a limited client sees.
    static func visible(
        _ rows: some Collection<Int64>,
        to client: Int64,
        in db: Database
    ) throws -> Set<Int64> {
        guard entity == .collection else {
            return try ClientLog(client: client, db: db).selected(Array(rows))
        }
        return try Int64.fetchSet(
            db.cachedStatement(
                sql: """
                    SELECT id FROM collection WHERE parent_id IS NULL
                    AND id IN (SELECT value FROM photokit_rows(?))
                    """
            ),
            arguments: [PackedList.rows(rows)]
        )
    }
}
