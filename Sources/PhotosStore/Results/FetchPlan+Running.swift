import GRDB

extension CompiledPlan {
    /// Fetches the first rows of the plan, in order.
    ///
    /// `found` has the rows that an index found for conditions on words at the state that `db` reads.
    func fetchSnapshot(
        in db: Database,
        readScope: ReadScope,
        found: FoundRows = FoundRows()
    ) throws -> FetchSnapshot {
        let most = plan.limit > 0 ? plan.limit + Self.reserve : 0
        var found = found
        found.areLookedUp = !plan.isLimitedByDates(found)
        let list = try rowList(in: db, limit: most, found: found)
        return FetchSnapshot(
            self,
            FetchSnapshot.State(
                list: list,
                isWhole: most == 0 || list.count < most,
                sequence: try ChangeLog.current(db).sequence
            ),
            in: readScope
        )
    }

    private func rowList(in db: Database, limit: Int, found: FoundRows) throws -> RowList {
        // SQLite can read an index backwards at no cost, but equal dates are then in reverse order, too.
        let tiesFall = code.isOneReal && !code.ascendsFirst && limit == 0
        let sql = plan.statement(limit: limit, tiesFall: tiesFall, found: found)
        // A long statement has conditions with sets, and is unlikely to be repeated, so it is not cached.
        let statement =
            try
            (sql.values.count > 32
            ? db.makeStatement(sql: sql.sql) : db.cachedStatement(sql: sql.sql))
        let arguments = StatementArguments(sql.values.map(\.databaseValue))
        var builder = RowTreeBuilder()
        if !plan.isIncremental {
            try statement.forEachRow(arguments, in: db) { (columns) -> Void in
                builder.append(RowEntry(code: 0, row: columns.row()))
            }
        } else if code.isOneReal {
            try appendByReal(
                statement,
                arguments: arguments,
                in: db,
                tiesFall: tiesFall,
                to: &builder
            )
        } else {
            try statement.forEachRow(arguments, in: db) { (columns) -> Void in
                let row = columns.row()
                let values = plan.order.map { _ in columns.value() }
                builder.append(RowEntry(code: code.value { values[$0] }.code, row: row))
            }
        }
        return RowList(builder.finish())
    }

    private func appendByReal(
        _ statement: Statement,
        arguments: StatementArguments,
        in db: Database,
        tiesFall: Bool,
        to builder: inout RowTreeBuilder
    ) throws {
        let ascending = code.ascendsFirst
        let missing: UInt64 = ascending ? 0 : .max
        var ties: [RowEntry] = []
        try statement.forEachRow(arguments, in: db) { (columns) -> Void in
            let row = columns.row()
            let code = columns.real().map { SortCode.real($0, ascending: ascending) } ?? missing
            let entry = RowEntry(code: code, row: row)
            guard tiesFall else { return builder.append(entry) }
            if let last = ties.last, last.code != code {
                for tie in ties.reversed() { builder.append(tie) }
                ties.removeAll(keepingCapacity: true)
            }
            ties.append(entry)
        }
        for tie in ties.reversed() { builder.append(tie) }
    }
}
