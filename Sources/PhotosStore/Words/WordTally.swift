import PhotosSearch

/// The numbers of assets whose texts have the words that complete a stem.
struct WordTally {
    let stem: WordStem
    let fields: Set<Field>
    let includesHidden: Bool
    private(set) var counts: [String: Int] = [:]

    init(_ stem: WordStem, in fields: Set<Field>, includingHidden includesHidden: Bool) {
        (self.stem, self.fields, self.includesHidden) = (stem, fields, includesHidden)
    }

    /// Counts an asset once for each of its words, if searches find it.
    ///
    /// - Parameters:
    ///   - texts: The texts of the asset.
    ///   - titles: The titles of its albums and folders.
    mutating func add(_ texts: SearchTexts, titles: [String] = []) {
        guard texts.visibility.isVisible(includingHidden: includesHidden) else { return }
        var words: Set<String> = []
        for (column, tokens) in zip(SearchTexts.columns, texts.tokens)
        where fields.contains(column.field) {
            guard let tokens else { continue }
            words.formUnion(stem.words(in: tokens.split(separator: " ")))
        }
        for title in titles { words.formUnion(stem.words(in: SearchTokens.all(in: title))) }
        for word in words { counts[word, default: 0] += 1 }
    }
}
