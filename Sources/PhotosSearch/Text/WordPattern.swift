/// A word, the beginning of a word, or several words in a row, which a text has or has not.
package struct WordPattern: Hashable, Sendable {
    /// The tokens, which follow each other in the text.
    package let tokens: [String]
    /// Whether the last token may be the beginning of a word.
    package let isPrefix: Bool
    /// Other forms of the word, each of which a text may have as a whole word instead.
    package private(set) var forms: [String] = []

    /// Makes the pattern of a typed word: each text with words that begin with it has the pattern.
    ///
    /// - Returns: Nil where the text has neither letters nor digits nor symbols.
    package init?(beginning text: String) {
        self.init(SearchTokens.openTokens(in: text), isPrefix: true)
    }

    /// Makes the pattern of whole words in a row.
    ///
    /// In scripts without spaces, the last word may go on.
    ///
    /// - Returns: Nil where the text has neither letters nor digits nor symbols.
    package init?(phrase text: String) {
        let open = SearchTokens.openTokens(in: text)
        // A single letter of a script without spaces begins a token of two letters.
        let endsSpaceless =
            open != SearchTokens.all(in: text)
            || open.last.map { SearchTokens.all(in: $0 + $0) != [$0 + $0] } ?? false
        self.init(open, isPrefix: endsSpaceless)
    }

    private init?(_ tokens: [String], isPrefix: Bool) {
        if tokens.isEmpty { return nil }
        self.tokens = tokens
        self.isPrefix = isPrefix
    }

    /// The same pattern, which other forms of its word have, too; only a single word has forms.
    package var withForms: WordPattern {
        var pattern = self
        pattern.forms = isPrefix && tokens.count == 1 ? WordForms.others(of: tokens[0]) : []
        return pattern
    }

    /// The same pattern without other forms of its word.
    package var withoutForms: WordPattern {
        var pattern = self
        pattern.forms = []
        return pattern
    }

    /// Returns whether a text with these tokens has the pattern.
    package func matches(_ text: [String]) -> Bool {
        guard tokens.count <= text.count else { return false }
        for start in 0...(text.count - tokens.count) where matches(text, at: start) { return true }
        return false
    }

    /// Returns whether a text has the pattern.
    package func matches(_ text: String) -> Bool { matches(SearchTokens.all(in: text)) }

    private func matches(_ text: [String], at start: Int) -> Bool {
        let last = tokens.count - 1
        for index in 0..<last where !text[start + index].utf8.elementsEqual(tokens[index].utf8) {
            return false
        }
        let (found, wanted) = (text[start + last].utf8, tokens[last].utf8)
        if isPrefix ? found.starts(with: wanted) : found.elementsEqual(wanted) { return true }
        return forms.contains { found.elementsEqual($0.utf8) }
    }
}

// MARK: Storage

extension WordPattern {
    /// The pattern as one text, for statements of SQL: the tokens, a star after the beginning of a word, and other forms.
    ///
    /// Tokens have neither spaces, stars nor vertical lines.
    package var encoded: String {
        let words = tokens.joined(separator: " ") + (isPrefix ? "*" : "")
        return ([words] + forms).joined(separator: "|")
    }

    /// Reads an encoded pattern.
    package init?(encoded: String) {
        let parts = encoded.split(separator: "|", omittingEmptySubsequences: false)
        guard let words = parts.first else { return nil }
        let isPrefix = words.hasSuffix("*")
        let text = isPrefix ? words.dropLast() : words
        self.init(text.split(separator: " ").map(String.init), isPrefix: isPrefix)
        forms = parts.dropFirst().map(String.init)
    }
}
