import GRDB

/// Changes of the rows of the index in one transaction.
///
/// Numbers of words and lists of assets are written at the end, because many changes concern the same of them.
struct SearchIndexChanges {
    private let db: Database
    private var tally = TallyChanges()
    private var shared = ListChanges()
    private var cells = ListChanges()
    /// The numbers of the shared texts that were looked up, by column.
    private var numbers: [[String: Int64]] = Array(repeating: [:], count: SearchTexts.columns.count)

    init(_ db: Database) { self.db = db }

    private static let own = SearchTexts.columns.indices.filter {
        !SearchTexts.columns[$0].isShared
    }
    private static let names = own.map { SearchTexts.columns[$0].name }.joined(separator: ", ")
    private static let marks = own.map { _ in "?" }.joined(separator: ", ")
    private static let allNames = SearchTexts.columns.map(\.name).joined(separator: ", ")
    private static let allMarks = SearchTexts.columns.map { _ in "?" }.joined(separator: ", ")

    mutating func insert(_ text: SearchTexts) throws {
        var values: [DatabaseValue] = []
        for (index, tokens) in text.tokens.enumerated() {
            if SearchTexts.columns[index].isShared, let tokens {
                let number = try textNumber(of: tokens, column: index)
                shared.add(text.row, to: number)
                values.append(number.databaseValue)
            } else {
                values.append(tokens.databaseValue)
            }
        }
        try db.cachedStatement(
            sql: """
                INSERT INTO text (id, visibility, cell, \(Self.allNames)) VALUES (?, ?, ?, \(Self.allMarks))
                """
        ).execute(
            arguments: StatementArguments(
                [
                    text.row.databaseValue, text.visibility.rawValue.databaseValue,
                    text.cell.databaseValue,
                ] + values
            )
        )
        try db.cachedStatement(
            sql: "INSERT INTO word (rowid, \(Self.names)) VALUES (?, \(Self.marks))"
        ).execute(arguments: Self.statementArguments(for: text))
        cells.add(text.row, to: text.cell)
        tally.add(text)
    }

    mutating func delete(_ text: SearchTexts) throws {
        try db.cachedStatement(
            sql: "INSERT INTO word (word, rowid, \(Self.names)) VALUES ('delete', ?, \(Self.marks))"
        ).execute(arguments: Self.statementArguments(for: text))
        try db.cachedStatement(sql: "DELETE FROM text WHERE id = ?").execute(arguments: [text.row])
        for (index, tokens) in text.tokens.enumerated() {
            guard let tokens, SearchTexts.columns[index].isShared else { continue }
            shared.remove(text.row, from: try textNumber(of: tokens, column: index))
        }
        cells.remove(text.row, from: text.cell)
        tally.remove(text)
    }

    /// Writes numbers of words and lists, and removes the shared texts that no asset has any more.
    func finish() throws {
        try tally.write(db)
        try cells.write(to: .cells, db)
        try shared.write(to: .shared, db)
        for number in shared.numbers {
            guard try RowLists.shared.isEmpty(number, in: db) else { continue }
            try db.cachedStatement(
                sql: """
                    INSERT INTO shared_word (shared_word, rowid, tokens)
                    SELECT 'delete', id, tokens FROM shared WHERE id = ?
                    """
            ).execute(arguments: [number])
            try db.cachedStatement(sql: "DELETE FROM shared WHERE id = ?")
                .execute(arguments: [number])
        }
    }

    private static func statementArguments(for text: SearchTexts) -> StatementArguments {
        StatementArguments([text.row.databaseValue] + own.map { text.tokens[$0].databaseValue })
    }

    /// Returns the number of a shared text, which is stored if it is new.
    private mutating func textNumber(of tokens: String, column: Int) throws -> Int64 {
        if let known = numbers[column][tokens] { return known }
        let stored = try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT id FROM shared WHERE field = ? AND tokens = ?"),
            arguments: [column, tokens]
        )
        let number = try stored ?? storeTokens(tokens, column: column)
        numbers[column][tokens] = number
        return number
    }

    private func storeTokens(_ tokens: String, column: Int) throws -> Int64 {
        try db.cachedStatement(sql: "INSERT INTO shared (field, tokens) VALUES (?, ?)")
            .execute(arguments: [column, tokens])
        let number = db.lastInsertedRowID
        try db.cachedStatement(sql: "INSERT INTO shared_word (rowid, tokens) VALUES (?, ?)")
            .execute(arguments: [number, tokens])
        return number
    }
}
