import GRDB
import PhotosSearch

/// The words that the index knows, with their numbers of assets.
extension SearchIndex {
    /// Counts the assets of the words that complete a stem.
    ///
    /// - Parameters:
    ///   - stem: The beginning of the words.
    ///   - fields: The texts that are read, without titles of albums: one of them, or all.
    ///   - includesHidden: Whether hidden assets count.
    ///   - changed: Assets that do not count, because they have changed since.
    ///   - known: How far the index was.
    /// - Throws: The errors of SQLite.
    /// - Returns: The numbers of assets of each word; nil where the index is no longer as far as it was.
    func counts(
        of stem: WordStem,
        in fields: Set<Field>,
        includingHidden includesHidden: Bool,
        without changed: Set<Int64>,
        at known: Progress
    ) throws -> WordCounts? {
        try using { pool in
            try pool.read { db in
                guard try Self.progress(db) == known else { return nil }
                var old = WordTally(stem, in: fields, includingHidden: includesHidden)
                if let phrase = stem.phrase {
                    let condition = WordCondition(phrase, in: fields)
                    let rows = try Self.rows(with: condition, db)
                    try Self.addTexts(of: rows.filter { !changed.contains($0) }, to: &old, in: db)
                    return old.counts
                }
                try Self.addTexts(of: changed, to: &old, in: db)
                var counts = try Self.storedCounts(
                    of: stem,
                    fields: fields,
                    includesHidden: includesHidden,
                    in: db
                )
                counts.remove(old.counts)
                return counts
            }
        }
    }

    /// Returns the totals of the stored numbers of each field.
    func tallyTotals() throws -> [TallyTotals] {
        try using { pool in
            try pool.read { db in
                var totals = TallyTotals.none
                try db.cachedStatement(
                    sql: "SELECT field, sum(visible), sum(hidden) FROM tally GROUP BY field"
                ).forEachRow(in: db) { (columns) -> Void in
                    let field = columns.count()
                    guard totals.indices.contains(field) else { return }
                    totals[field] = TallyTotals(visible: columns.count(), hidden: columns.count())
                }
                return totals
            }
        }
    }

    private static func storedCounts(
        of stem: WordStem,
        fields: Set<Field>,
        includesHidden: Bool,
        in db: Database
    ) throws -> WordCounts {
        let indexes = SearchTexts.columns.indices.filter {
            fields.contains(SearchTexts.columns[$0].field)
        }
        let all = indexes.count == 1 ? indexes[0] : TallyChanges.everywhere
        let columns = Set(indexes).intersection(WordSubject.allColumns)
        let numbers = columns.union([all]).sorted().map { "\($0)" }.joined(separator: ", ")
        // No token has a character of the largest code point, which ends the range.
        let statement = try db.cachedStatement(
            sql: """
                SELECT field, word, visible\(includesHidden ? " + hidden" : "") FROM tally
                WHERE field IN (\(numbers)) AND word >= ? AND word < ?
                """
        )
        var counts = WordCounts()
        try statement.forEachRow(
            [stem.beginning, stem.beginning + "\u{10FFFF}"],
            in: db
        ) { (values) -> Void in
            let field = values.count()
            guard let token = values.text(), let count = values.integer(),
                let word = stem.word(completedBy: token)
            else { return }
            if field == all { counts.add(Int(count), to: word) }
            if columns.contains(field) { counts.add(Int(count), to: word, inColumn: field) }
        }
        return counts
    }

    /// Counts in the stored texts of some assets.
    private static func addTexts(
        of rows: some Collection<Int64>,
        to tally: inout WordTally,
        in db: Database
    ) throws {
        let statement = try db.cachedStatement(
            sql: "\(Self.selection) WHERE text.id = ?"
        )
        for row in rows {
            var text: SearchTexts?
            try statement.forEachRow([row], in: db) { (columns) -> Void in
                text = texts(&columns)
            }
            if let text { tally.add(text) }
        }
    }
}

/// How many assets all words of a field have together.
struct TallyTotals: Hashable {
    var visible = 0
    var hidden = 0

    static var none: [TallyTotals] {
        Array(repeating: TallyTotals(), count: TallyChanges.everywhere + 1)
    }

    /// Counts the words of an asset.
    static func add(_ text: SearchTexts, to totals: inout [TallyTotals]) {
        guard text.visibility != .never else { return }
        for (field, words) in text.words.enumerated() {
            if text.visibility == .always {
                totals[field].visible += words.count
            } else {
                totals[field].hidden += words.count
            }
        }
    }
}
