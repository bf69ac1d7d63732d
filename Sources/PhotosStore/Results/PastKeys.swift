import GRDB

/// The sort keys of a plan's rows at a position in the log.
///
/// The keys are read only for the few rows whose codes are equal although their keys may differ.
struct PastKeys {
    private let compiled: CompiledPlan
    private let db: Database
    /// The changes since that position.
    private let later: Rewind

    init(_ compiled: CompiledPlan, at sequence: Int64, _ db: Database) throws {
        self.compiled = compiled
        self.db = db
        later = try Rewind(from: sequence, to: .max, withPositions: true, db)
    }

    /// Returns the key of a row.
    ///
    /// - Throws: ``StoreError`` when there was no such row.
    func key(of row: Int64) throws -> SortKey {
        if let key = changedKey(row) { return key }
        let statement = try db.cachedStatement(sql: compiled.plan.sortKeyStatement())
        var key: SortKey?
        try statement.forEachRow([row], in: db) { (columns) -> Void in
            let row = columns.row()
            key = SortKey(values: compiled.plan.order.map { _ in columns.value() }, rowID: row)
        }
        guard let key else {
            throw StoreError(
                .damaged,
                "A row of a fetch result is missing from the log and the library."
            )
        }
        return key
    }

    private func changedKey(_ row: Int64) -> SortKey? {
        switch compiled.plan.entity {
        case .asset:
            var position: Position?
            var hasPosition = false
            if case .members(let album) = compiled.plan.scope,
                let delta = later.positions?[album]?[row]
            {
                position = delta.before
                hasPosition = true
            }
            guard later.assets[row] != nil || hasPosition,
                let record = later.assets[row]?.before ?? later.bystanders[row]
            else { return nil }
            return compiled.key(
                of: row,
                record: PositionedRecord(record: record, position: position)
            )
        case .collection:
            return later.collections[row]?.before.map { compiled.key(of: row, record: $0) }
        }
    }
}
