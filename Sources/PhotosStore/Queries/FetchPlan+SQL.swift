import GRDB

extension FetchPlan {
    /// Returns the statement that reads the rows of the plan in order, each with its sort key.
    ///
    /// All values from the user are bound.
    ///
    /// - Parameters:
    ///   - limit: The largest number of rows to read, or 0 for all.
    ///   - tiesFall: Whether rows with equal keys are in falling instead of rising order.
    ///   - found: The rows that an index found for conditions on words.
    /// - Returns: The statement's text and values.
    func statement(
        limit: Int,
        tiesFall: Bool = false,
        found: FoundRows = FoundRows()
    ) -> SQLFragment {
        let filter = filterSQL(found)
        var sql = "SELECT \(columns) FROM \(source.sql)"
        var values = source.values
        let conditions = [source.condition, filter.sql].compactMap { $0 }.joined(
            separator: ") AND ("
        )
        sql += " WHERE (\(conditions))"
        values += filter.values
        sql += " ORDER BY " + orderSQL(tiesFall: tiesFall)
        if limit > 0 {
            sql += " LIMIT ?"
            values.append(.integer(Int64(limit)))
        }
        return SQLFragment(sql, values)
    }

    /// Returns the statement for the values that determine the position of a row in the result.
    func sortKeyStatement() -> String {
        let join =
            if case .members(let album) = scope {
                " JOIN member ON member.album_id = \(album) AND member.asset_id = asset.id"
            } else { "" }
        return "SELECT \(columns) FROM \(table)\(join) WHERE \(table).id = ?"
    }

    private var columns: String {
        (["\(table).id"] + order.map { columnSQL($0.field) }).joined(separator: ", ")
    }

    private var table: String { entity.table }

    private var source: (sql: String, condition: String?, values: [FieldValue]) {
        switch scope {
        case .assets, .collections:
            (table, nil, [])
        case .members(let album):
            (
                "member CROSS JOIN asset ON asset.id = member.asset_id", "member.album_id = ?",
                [.integer(album)]
            )
        case .collectionsContaining(let asset):
            (
                "collection",
                "collection.id IN (SELECT album_id FROM member WHERE asset_id = ?)",
                [.integer(asset)]
            )
        case .parent(let child):
            (
                "collection", "collection.id = (SELECT parent_id FROM collection WHERE id = ?)",
                [.integer(child)]
            )
        }
    }

    private func filterSQL(_ found: FoundRows) -> SQLFragment {
        filter.sql(found: found, column: columnSQL).withLiteralFlags
    }

    private func orderSQL(tiesFall: Bool) -> String {
        (order + [SortTerm(.rowID, ascending: !tiesFall)]).map {
            "\(columnSQL($0.field)) \($0.ascending ? "ASC" : "DESC")"
        }
        .joined(separator: ", ")
    }

    private func columnSQL(_ field: Field) -> String {
        switch field {
        case .rowID: "\(table).id"
        case .asset(let field): "asset.\(field.column)"
        case .collection(let field): "collection.\(field.column)"
        case .memberPosition: "member.position"
        case .memberCount: Self.memberCount
        case .localDate, .pixelCount, .related: RelatedSQL(asset: table).value(of: field)
        }
    }

    /// The SQL for the number of visible assets in an album.
    ///
    /// For smart albums this number is expensive to compute, so the result is the largest integer, as for folders.
    static let memberCount = """
        (CASE collection.kind WHEN 1 THEN
            (SELECT count(*) FROM member AS counted JOIN asset AS counted_asset
                ON counted_asset.id = counted.asset_id
            WHERE counted.album_id = collection.id AND counted_asset.trashed_date IS NULL
                AND counted_asset.is_hidden = 0)
        ELSE 9223372036854775807 END)
        """
}

extension SQLFragment {
    /// Returns the fragment with small numbers in its text.
    ///
    /// SQLite uses a partial index only if the statement's text proves that the index covers the rows. The flags in the
    /// indexes' conditions are these small numbers.
    fileprivate var withLiteralFlags: SQLFragment {
        let pieces = sql.split(separator: "?", omittingEmptySubsequences: false)
        guard pieces.count == values.count + 1 else { return self }
        var result = SQLFragment(String(pieces[0]))
        for (piece, value) in zip(pieces.dropFirst(), values) {
            if case .integer(let number) = value, (0...2).contains(number) {
                result.sql += String(number)
            } else {
                result.sql += "?"
                result.values.append(value)
            }
            result.sql += piece
        }
        return result
    }
}
