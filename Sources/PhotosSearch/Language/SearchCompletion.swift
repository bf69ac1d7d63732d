package import PhotosBase

/// The last word of a typed search, which may be completed.
package struct SearchCompletion: Sendable {
    /// A word that no search gives a meaning.
    private static let placeholder = "qq"

    /// The text before the last word.
    private let head: String
    private let isInPhrase: Bool
    private let today: CivilDay
    package let stem: WordStem
    /// The text that the last word is searched in, or nil for all texts.
    package let place: SearchPlace?
    /// Whether the text before the last word names hidden photos.
    package let namesHidden: Bool

    /// Reads a text; the result is nil where the text does not end with the beginning of a word.
    ///
    /// - Parameters:
    ///   - text: The search that is typed so far.
    ///   - today: The present day.
    package init?(_ text: String, today: CivilDay) {
        guard let (head, stem) = WordStem.atEnd(of: text) else { return nil }
        (self.head, self.stem, self.today) = (head, stem, today)
        if case .phrase(_, isClosed: false) = SearchLexeme.all(in: head + Self.placeholder).last {
            isInPhrase = true
        } else {
            isInPhrase = false
        }
        let term = SearchQuery(head + Self.placeholder, today: today).term
        place = term?.lastWords?.place
        namesHidden = term?.names(.hidden) ?? false
    }

    /// Returns the whole search with the last word completed.
    ///
    /// A word that a search would understand as something else, such as `live`, stands in quotation marks.
    package func text(with word: String) -> String {
        let isAlone = head.last.map { $0.isWhitespace || "-−(".contains($0) } ?? true
        return isInPhrase || !isAlone || isWord(word) ? head + word : "\(head)\"\(word)\""
    }

    private func isWord(_ word: String) -> Bool {
        let query = SearchQuery("\(Self.placeholder) \(word)", today: today)
        guard query.ignored.isEmpty, query.problems.isEmpty, case .all(let parts) = query.term,
            parts.count == 2, case .words(let words) = parts[1]
        else { return false }
        return words.pattern.withoutForms == WordPattern(beginning: word)
    }
}

extension SearchTerm {
    /// The words at the end of the search, if it ends with words.
    fileprivate var lastWords: SearchWords? {
        switch self {
        case .all(let parts), .any(let parts): parts.last?.lastWords
        case .not(let part): part.lastWords
        case .words(let words): words
        case .period, .occasion, .added, .kind, .measure, .area: nil
        }
    }
}
