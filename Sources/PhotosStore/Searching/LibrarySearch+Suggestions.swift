import GRDB
package import PhotosSearch

/// A word that completes the beginning of a word.
package struct WordSuggestion: Hashable, Sendable {
    /// The word with the spelling of the index: in lower case and without accents.
    package var word: String
    /// The number of assets that have the word.
    package var count: Int
    /// The subject of the word in at least half of these assets; nil for other words.
    package var subject: WordSubject?
}

/// Words that complete a typed text, with the numbers of their assets.
///
/// The numbers are right whether or not there is an index. Clients that see a part of the library never read the index.
extension LibrarySearch {
    /// The number of assets whose texts are read together.
    private static let textsOfPart = 2_000

    /// Finds the words that complete a stem, those of the most assets first, and then in the order of their letters.
    ///
    /// - Parameters:
    ///   - stem: The beginning of the words.
    ///   - fields: The texts that are searched.
    ///   - includesHidden: Whether hidden assets count.
    ///   - limit: The largest number of words.
    /// - Throws: ``StoreError`` where the library cannot be read.
    /// - Returns: The words with their numbers of assets.
    package func suggestions(
        for stem: WordStem,
        in fields: Set<Field>,
        includingHidden includesHidden: Bool,
        limit: Int
    ) throws -> [WordSuggestion] {
        core.environment.places?.refresh()
        var tally = WordTally(stem, in: fields, includingHidden: includesHidden)
        var counts: WordCounts
        if try core.clientAccess().readWrite == .authorized, let found = try indexedCounts(tally) {
            counts = found
            for word in try titleWords(completing: stem, in: fields) {
                counts.assets[word] = try count(
                    of: word,
                    in: fields,
                    includingHidden: includesHidden
                )
            }
        } else {
            try addAll(to: &tally)
            counts = tally.counts
        }
        return counts.assets.filter { $0.value > 0 }
            .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .prefix(limit).map { word, count in
                WordSuggestion(word: word, count: count, subject: counts.subject(of: word))
            }
    }

    // MARK: With the index

    /// Counts with the index, corrected by the changes since.
    ///
    /// - Returns: Nil where there is no complete index, or it is too far behind.
    private func indexedCounts(_ tally: WordTally) throws -> WordCounts? {
        let own = tally.fields.filter { !$0.isOfAlbums }
        if own.isEmpty { return WordCounts() }
        // An index that cannot be read is made again, and all texts are read meanwhile.
        guard let known = try? words.index.progress(), known.filled == nil, words.isUsable(known),
            try core.readAll({ db in try ChangeLog.problem(with: known.position, db) }) == nil
        else {
            words.scheduleSearchIndexing()
            return nil
        }
        let changed = try core.readAll { db in
            try LibraryWords.mentionedAssets(
                after: known.position.sequence,
                atMost: LibraryWords.mostChanged,
                db
            )
        }
        if !changed.isEmpty { words.scheduleSearchIndexing() }
        guard changed.count <= LibraryWords.mostChanged else { return nil }
        let answer = try? words.index.counts(
            of: tally.stem,
            in: own,
            includingHidden: tally.includesHidden,
            without: changed,
            at: known
        )
        // Another process has brought the index forward meanwhile, or the index is damaged.
        guard var counts = answer ?? nil else { return nil }
        var present = WordTally(tally.stem, in: own, includingHidden: tally.includesHidden)
        if !changed.isEmpty {
            _ = try addTexts(
                from: "photokit_rows(?) AS list CROSS JOIN asset ON asset.id = list.value",
                arguments: [PackedList.rows(changed)],
                to: &present
            )
        }
        counts.add(present.counts)
        return counts
    }

    /// Returns the words of titles that complete a stem.
    private func titleWords(completing stem: WordStem, in fields: Set<Field>) throws -> Set<String>
    {
        guard fields.contains(where: \.isOfAlbums) else { return [] }
        let kinds = fields.contains(.related(.albumTitles)) ? "0, 1" : "0"
        let titles = try core.readAll { db in
            try String.fetchAll(
                db,
                sql: "SELECT title FROM collection WHERE kind IN (\(kinds)) AND title IS NOT NULL"
            )
        }
        return titles.reduce(into: []) { words, title in
            words.formUnion(stem.words(in: SearchTokens.all(in: title)))
        }
    }

    /// Counts the assets of a word, titles of albums included.
    private func count(
        of word: String,
        in fields: Set<Field>,
        includingHidden includesHidden: Bool
    ) throws -> Int {
        guard let pattern = WordPattern(phrase: word) else { return 0 }
        let visible = Condition.visible(
            includeHidden: includesHidden,
            includeAllBurst: false,
            sources: .userLibrary
        )
        let condition = Condition.all([.words(WordCondition(pattern, in: fields)), visible])
        return try records.fetch(FetchPlan(.assets, filter: condition), anew: true).rows.count
    }

    // MARK: Without the index

    /// Counts in the texts of all assets that the library's client may see.
    private func addAll(to tally: inout WordTally) throws {
        var next: Int64? = 0
        while let row = next {
            next = try addTexts(
                from: "asset WHERE asset.id > ? ORDER BY asset.id LIMIT ?",
                arguments: [row, Self.textsOfPart],
                to: &tally
            )
        }
    }

    /// Counts in the texts of some assets.
    ///
    /// - Returns: The last row; nil where there are no more than these.
    private func addTexts(
        from source: String,
        arguments: StatementArguments,
        to tally: inout WordTally
    ) throws -> Int64? {
        let titleField = tally.fields.first(where: \.isOfAlbums)
        let (texts, titles) = try core.read { db in
            (
                try SearchTexts.read(from: source, arguments: arguments, in: db),
                try titleField.map {
                    try Self.titles($0, from: source, arguments: arguments, in: db)
                } ?? [:]
            )
        }
        for text in texts { tally.add(text, titles: titles[text.row] ?? []) }
        return texts.count < Self.textsOfPart ? nil : texts.last?.row
    }

    private static func titles(
        _ field: Field,
        from source: String,
        arguments: StatementArguments,
        in db: Database
    ) throws -> [Int64: [String]] {
        let value = RelatedSQL(asset: "asset").value(of: field)
        var titles: [Int64: [String]] = [:]
        try db.cachedStatement(sql: "SELECT asset.id, \(value) FROM \(source)")
            .forEachRow(arguments, in: db) { (columns) -> Void in
                let row = columns.row()
                if let text = columns.text() { titles[row] = Keywords.read(text) }
            }
        return titles
    }
}
