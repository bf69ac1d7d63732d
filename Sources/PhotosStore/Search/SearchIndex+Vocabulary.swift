import GRDB
import PhotosSearch

/// The words that the index knows, with their numbers of assets.
extension SearchIndex {
    /// Counts the assets of the words that complete a stem.
    ///
    /// - Parameters:
    ///   - stem: The beginning of the words.
    ///   - fields: The texts that are read, without titles of albums: one of them, or all.
    ///   - excluded: Assets that do not count.
    ///   - known: How far the index was.
    /// - Throws: The errors of SQLite.
    /// - Returns: The number of assets of each word; nil where the index is no longer as far as it was.
    func counts(
        of stem: WordStem,
        in fields: Set<Field>,
        without excluded: Set<Int64>,
        at known: Progress
    ) throws -> [String: Int]? {
        try using { pool in
            try pool.read { db in
                guard try Self.progress(db) == known else { return nil }
                if let phrase = stem.phrase {
                    let condition = WordCondition(phrase, in: fields)
                    let rows = try Int64.fetchAll(
                        db,
                        sql: "SELECT rowid FROM word WHERE word MATCH ?",
                        arguments: [condition.matchExpression]
                    )
                    let counted = rows.filter { !excluded.contains($0) }
                    return try Self.tally(counted, stem, fields, db).counts
                }
                var counts = try Self.vocabulary(stem, fields, db)
                let others = try Self.tally(excluded, stem, fields, db).counts
                for (word, count) in others { counts[word, default: 0] -= count }
                return counts
            }
        }
    }

    private static func vocabulary(
        _ stem: WordStem,
        _ fields: Set<Field>,
        _ db: Database
    ) throws -> [String: Int] {
        let columns = SearchTexts.columns.filter { fields.contains($0.field) }.map(\.name)
        let only = columns.count == 1 ? columns.first : nil
        // No token has a character of the largest code point, which ends the range.
        let statement = try db.cachedStatement(
            sql: """
                SELECT term, doc FROM temp.\(only == nil ? "term" : "term_of_column") WHERE term >= ? AND term < ?
                \(only == nil ? "" : "AND col = ?")
                """
        )
        var arguments: [(any DatabaseValueConvertible)?] = [
            stem.beginning, stem.beginning + "\u{10FFFF}",
        ]
        if let only { arguments.append(only) }
        var counts: [String: Int] = [:]
        try statement.forEachRow(StatementArguments(arguments), in: db) { (columns) -> Void in
            guard let term = columns.text(), let count = columns.integer(),
                let word = stem.word(completedBy: term)
            else { return }
            counts[word] = Int(count)
        }
        return counts
    }

    /// Counts in the stored texts of some assets.
    private static func tally(
        _ rows: some Collection<Int64>,
        _ stem: WordStem,
        _ fields: Set<Field>,
        _ db: Database
    ) throws -> WordTally {
        var tally = WordTally(stem, in: fields)
        let statement = try db.cachedStatement(
            sql: "SELECT id, \(columns) FROM text WHERE id = ?"
        )
        for row in rows {
            try statement.forEachRow([row], in: db) { (columns) -> Void in
                tally.add(texts(&columns))
            }
        }
        return tally
    }
}
