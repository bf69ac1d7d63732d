/// The beginning of a word at the end of a typed text, which may be completed.
///
/// In scripts without spaces, the stem is the run of letters at the end, and one letter completes it.
package struct WordStem: Hashable, Sendable {
    /// The stem with the spelling of the index: in lower case and without accents.
    package let folded: String
    /// The tokens before the last one, for a run of two or more letters of a script without spaces.
    private let before: [String]
    /// The beginning of the last token.
    private let last: String
    private let isRun: Bool

    private enum Kind {
        case letter
        case spaceless
    }

    /// Divides a text before its last word.
    ///
    /// - Parameter text: The text that is typed so far.
    /// - Returns: The text before the last word and the stem; nil where the text does not end with a letter or a digit.
    package static func atEnd(of text: String) -> (head: String, stem: WordStem)? {
        guard let kind = text.last.flatMap(kind) else { return nil }
        var start = text.endIndex
        while start > text.startIndex {
            let previous = text.index(before: start)
            guard Self.kind(text[previous]) == kind else { break }
            start = previous
        }
        guard let stem = WordStem(String(text[start...]), isRun: kind == .spaceless) else {
            return nil
        }
        return (String(text[..<start]), stem)
    }

    private static func kind(_ character: Character) -> Kind? {
        let tokens = SearchTokens.all(in: "\(character)\(character)")
        if tokens.count == 1 { return .letter }
        // Two equal symbols are two equal tokens. The last letter of a run is a shorter token.
        return tokens.count > 1 && tokens.first != tokens.last ? .spaceless : nil
    }

    private init?(_ text: String, isRun: Bool) {
        let tokens = SearchTokens.openTokens(in: text)
        guard let token = tokens.last else { return nil }
        self.isRun = isRun
        folded = SearchFolding.folded(text)
        if isRun, folded.unicodeScalars.count > 1, let scalar = folded.unicodeScalars.last {
            before = tokens
            last = String(Character(scalar))
        } else {
            before = []
            last = token
        }
    }

    /// The tokens that a text must have in a row before the completed one; empty where the last token decides alone.
    package var phrase: WordPattern? { before.isEmpty ? nil : WordPattern(phrase: folded) }

    /// The beginning of the token that completes the stem.
    package var beginning: String { last }

    /// Returns the word that a token makes of the stem.
    ///
    /// - Parameter token: A token that follows the tokens of ``phrase``.
    /// - Returns: Nil where the token does not complete the stem. A word completes itself.
    package func word(completedBy token: some StringProtocol) -> String? {
        guard token.utf8.starts(with: last.utf8) else { return nil }
        guard isRun else { return String(token) }
        let scalars = token.unicodeScalars
        // The last letter of a run is a token by itself, and completes nothing.
        guard scalars.count == 2, let letter = scalars.last else { return nil }
        var word = folded.unicodeScalars
        word.append(letter)
        return String(word)
    }

    /// Returns the words of a text that complete the stem.
    package func words(in tokens: [some StringProtocol]) -> Set<String> {
        var words: Set<String> = []
        guard tokens.count > before.count else { return words }
        for index in before.count..<tokens.count {
            guard let word = word(completedBy: tokens[index]) else { continue }
            let start = index - before.count
            let follows = before.indices.allSatisfy {
                tokens[start + $0].utf8.elementsEqual(before[$0].utf8)
            }
            if follows { words.insert(word) }
        }
        return words
    }
}
