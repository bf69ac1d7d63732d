import GRDB

/// Reads of the index from its tables.
extension SearchIndex {
    /// The statement that reads the texts of assets, up to its conditions.
    static let selection: String = {
        var columns = ["text.id", "text.visibility", "text.cell"]
        var joins = ""
        for column in SearchTexts.columns {
            guard column.isShared else {
                columns.append("text.\(column.name)")
                continue
            }
            columns.append("\(column.name)_text.tokens")
            joins +=
                " LEFT JOIN shared AS \(column.name)_text ON \(column.name)_text.id = text.\(column.name)"
        }
        return "SELECT \(columns.joined(separator: ", ")) FROM text\(joins)"
    }()

    /// Reads a row of ``selection``.
    static func texts(_ columns: inout ColumnReader) -> SearchTexts {
        let row = columns.row()
        let visibility = columns.integer().flatMap(SearchTexts.Visibility.init) ?? .never
        let cell = columns.integer()
        return SearchTexts(
            row: row,
            visibility: visibility,
            tokens: SearchTexts.columns.map { _ in columns.text() },
            cell: cell
        )
    }

    /// Returns the assets with words, in ascending order.
    static func rows(with condition: WordCondition, _ db: Database) throws -> [Int64] {
        var rows: [Int64] = []
        if let expression = condition.matchExpression {
            try db.cachedStatement(
                sql: "SELECT photokit_row_list(rowid) FROM word WHERE word MATCH ?"
            )
            .forEachRow([expression], in: db) { (columns) -> Void in rows = columns.rowList() }
        }
        for number in try sharedTexts(with: condition, db) {
            try RowLists.shared.appendRows(of: number...number, to: &rows, in: db)
        }
        return FoundRows.ascending(rows)
    }

    /// Returns the numbers of the shared texts with words.
    private static func sharedTexts(
        with condition: WordCondition,
        _ db: Database
    ) throws -> [Int64] {
        let fields = Set(
            SearchTexts.columns.indices.filter {
                SearchTexts.columns[$0].isShared
                    && condition.fields.contains(SearchTexts.columns[$0].field)
            }
        )
        guard !fields.isEmpty else { return [] }
        var numbers: [Int64] = []
        try db.cachedStatement(
            sql: """
                SELECT shared.id, shared.field FROM shared_word JOIN shared ON shared.id = shared_word.rowid
                WHERE shared_word MATCH ?
                """
        ).forEachRow([condition.sharedExpression], in: db) { (columns) -> Void in
            let number = columns.row()
            if fields.contains(columns.count()) { numbers.append(number) }
        }
        return numbers
    }

    /// Returns the assets of the cells that an area touches, in ascending order.
    static func rows(in area: AreaCondition, _ db: Database) throws -> [Int64] {
        var rows: [Int64] = []
        for cells in PlaceGrid.ranges(area) {
            try RowLists.cells.appendRows(of: cells, to: &rows, in: db)
        }
        return FoundRows.ascending(rows)
    }
}
