/// A piece of a typed search.
enum SearchLexeme: Hashable, Sendable {
    case word(String)
    /// Words in quotation marks. `isClosed` is false where the closing mark is missing.
    case phrase(String, isClosed: Bool)
    /// A name before a colon that stands directly before words in quotation marks.
    case field(String)
    /// A minus sign directly before a word, a phrase or a bracket.
    case minus
    case open
    case close

    var word: String? {
        if case .word(let text) = self { text } else { nil }
    }
}

extension SearchLexeme {
    private static let quotes: [Character: Character] = [
        "\"": "\"", "“": "”", "„": "“", "«": "»", "»": "«", "「": "」", "”": "”",
    ]

    /// Divides a text into pieces.
    static func all(in text: String) -> [SearchLexeme] {
        var lexemes: [SearchLexeme] = []
        let characters = Array(text)
        var index = 0
        var word = ""
        func endWord() {
            let trimmed = trimmedWord(word)
            if !trimmed.isEmpty { lexemes.append(.word(trimmed)) }
            word = ""
        }
        while index < characters.count {
            let character = characters[index]
            let next = index + 1 < characters.count ? characters[index + 1] : nil
            if let closing = quotes[character] {
                if word.count > 1, word.last == ":" {
                    lexemes.append(.field(String(word.dropLast())))
                    word = ""
                } else {
                    endWord()
                }
                let rest = characters[(index + 1)...]
                let end = rest.firstIndex { $0 == closing || $0 == "\"" && closing == "“" }
                let phrase = String(rest[..<(end ?? characters.count)])
                lexemes.append(.phrase(phrase, isClosed: end != nil))
                index = (end ?? characters.count) + 1
                continue
            }
            if character == "(" || character == ")" {
                endWord()
                lexemes.append(character == "(" ? .open : .close)
            } else if character.isWhitespace
                || isSeparator(character, after: word.last, before: characters[(index + 1)...])
            {
                endWord()
            } else if isMinus(character), word.isEmpty, let next, !next.isWhitespace,
                !isMinus(next)
            {
                lexemes.append(.minus)
            } else {
                word.append(character)
            }
            index += 1
        }
        endWord()
        return lexemes
    }

    private static func isMinus(_ character: Character) -> Bool {
        character == "-" || character == "−"
    }

    /// Whether a comma or semicolon separates words; between digits it belongs to a number.
    private static func isSeparator(
        _ character: Character,
        after before: Character?,
        before rest: ArraySlice<Character>
    ) -> Bool {
        guard character == "," || character == ";" || character == "、" || character == "，" else {
            return false
        }
        // `36,-120` is one word, too.
        let next = rest.first.map(isMinus) == true ? rest.dropFirst().first : rest.first
        return !(before?.isNumber == true && next?.isNumber == true && character == ",")
    }

    /// Removes marks at the end of a word that belong to a sentence.
    private static func trimmedWord(_ word: String) -> String {
        var word = word
        while let last = word.last, "!?".contains(last), word.count > 1 { word.removeLast() }
        if word.hasSuffix("."), !word.hasSuffix(".."), word.first?.isNumber == false {
            word.removeLast()
        }
        return word
    }
}
