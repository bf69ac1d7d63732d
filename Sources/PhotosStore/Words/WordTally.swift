import PhotosSearch

/// The numbers of assets whose texts have the words that complete a stem.
struct WordTally {
    let stem: WordStem
    let fields: Set<Field>
    let includesHidden: Bool
    private(set) var counts = WordCounts()

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
        for (index, tokens) in texts.tokens.enumerated()
        where fields.contains(SearchTexts.columns[index].field) {
            guard let tokens else { continue }
            let found = stem.words(in: tokens.split(separator: " "))
            words.formUnion(found)
            guard WordSubject.allColumns.contains(index) else { continue }
            for word in found { counts.add(1, to: word, inColumn: index) }
        }
        for title in titles { words.formUnion(stem.words(in: SearchTokens.all(in: title))) }
        for word in words { counts.add(1, to: word) }
    }
}
