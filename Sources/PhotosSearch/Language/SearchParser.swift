import PhotosBase

/// Reads a search: `or` binds weakest, then words beside each other, then `-` and `not`.
struct SearchParser {
    let today: CivilDay
    /// The table of named places; nil if there is none.
    let places: PlaceTable?
    let lexemes: [SearchLexeme]
    var position = 0
    private(set) var problems: [SearchProblem] = []
    private(set) var ignored: [String] = []
    private var depth = 0
    /// The number of negations around the present position.
    private(set) var negations = 0

    /// The number of words and signs that are read.
    private static let mostPieces = 200
    /// The number of brackets and negations inside each other that are read.
    private static let deepest = 32

    init(_ text: String, today: CivilDay, places: PlaceTable? = nil) {
        self.today = today
        self.places = places
        let all = SearchLexeme.all(in: text)
        lexemes = Array(all.prefix(Self.mostPieces))
        if all.count > Self.mostPieces {
            reportProblem(
                with: "…",
                message:
                    "Only the first \(Self.mostPieces) words and signs of a search count. Write fewer words."
            )
        }
    }

    /// Returns the meaning of the whole text; nil if it has none.
    mutating func parse() -> SearchTerm? {
        var parts: [SearchTerm] = []
        while position < lexemes.count {
            if let part = readAlternatives() { parts.append(part) }
            if position < lexemes.count {
                // Only a closing bracket too many ends the reading early.
                reportProblem(with: ")", message: "There is no opening bracket for “)”.")
                position += 1
            }
        }
        return parts.isEmpty ? nil : .joined(parts)
    }

    mutating func reportProblem(with text: String, message: String) {
        problems.append(SearchProblem(text, message))
    }

    // MARK: Operators

    private mutating func readAlternatives() -> SearchTerm? {
        var parts: [SearchTerm] = []
        if let first = readConjunction() { parts.append(first) }
        while position < lexemes.count, isWord(in: SearchVocabulary.or) {
            let word = lexemes[position].word ?? ""
            position += 1
            let next = readConjunction()
            if parts.isEmpty || next == nil {
                reportProblem(
                    with: word,
                    message: "“\(word)” needs something to search for on both sides."
                )
            }
            if let next { parts.append(next) }
        }
        if parts.isEmpty { return nil }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    private mutating func readConjunction() -> SearchTerm? {
        var parts: [SearchTerm] = []
        var connecting: [String] = []
        while position < lexemes.count, lexemes[position] != .close,
            !isWord(in: SearchVocabulary.or)
        {
            if isWord(in: SearchVocabulary.and) {
                position += 1
            } else if let word = connectingWord() {
                connecting.append(word)
            } else if let part = readNegation() {
                parts.append(part)
            }
        }
        guard parts.isEmpty else {
            ignored += connecting
            return .joined(parts)
        }
        // Words that connect nothing are searched themselves.
        let words = connecting.compactMap { text in
            wordPattern(text).map {
                SearchTerm.words(SearchWords($0, in: nil, text: text, isPhrase: false))
            }
        }
        return words.isEmpty ? nil : .joined(words)
    }

    private mutating func readNegation() -> SearchTerm? {
        if let lack = readVocabulary(SearchVocabulary.lacks) { return .not(.kind(lack)) }
        // `-33.86,151.21` is a place.
        if lexemes[position] == .minus, let area = readArea() { return .area(area) }
        let isMinus = lexemes[position] == .minus
        guard isMinus || isWord(in: SearchVocabulary.not) else { return readOperand() }
        let sign = isMinus ? "-" : lexemes[position].word ?? ""
        position += 1
        depth += 1
        negations += 1
        defer {
            depth -= 1
            negations -= 1
        }
        while position < lexemes.count, let word = connectingWord() { ignored.append(word) }
        guard depth <= Self.deepest, position < lexemes.count, lexemes[position] != .close,
            !isWord(in: SearchVocabulary.or), let part = readNegation()
        else {
            reportProblem(with: sign, message: "“\(sign)” needs something to leave out after it.")
            return nil
        }
        return .not(part)
    }

    private mutating func readOperand() -> SearchTerm? {
        if let area = readArea() { return .area(area) }
        switch lexemes[position] {
        case .open: return readBracket()
        case .phrase(let text, let isClosed):
            position += 1
            if !isClosed {
                reportProblem(with: "\"" + text, message: "A closing quotation mark is missing.")
            }
            return phraseTerm(text, in: nil)
        case .field(let name):
            position += 1
            return quotedField(name)
        case .word(let word): return readTerm(word)
        case .minus, .close:
            position += 1
            return nil
        }
    }

    private mutating func readBracket() -> SearchTerm? {
        position += 1
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else {
            reportProblem(
                with: "(",
                message: "Only \(Self.deepest) brackets can stand inside each other."
            )
            return nil
        }
        let term = readAlternatives()
        if position < lexemes.count, lexemes[position] == .close {
            position += 1
        } else {
            reportProblem(with: "(", message: "A closing bracket is missing.")
        }
        if term == nil { reportProblem(with: "()", message: "The brackets are empty.") }
        return term
    }

    // MARK: Words

    private mutating func readTerm(_ word: String) -> SearchTerm? {
        if let period = additionPeriod() { return .added(period) }
        if let period = readPeriod() { return .period(period) }
        if let occasion = readOccasion() { return occasion }
        if let measure = readMeasure() { return .measure(measure) }
        if let kind = readVocabulary(SearchVocabulary.kinds) { return .kind(kind) }
        position += 1
        if let colon = word.firstIndex(of: ":") {
            let name = String(word[..<colon])
            let value = String(word[word.index(after: colon)...])
            if let term = fieldTerm(name, value: value, of: word) { return term }
        }
        reportFailedDate(word)
        guard let pattern = wordPattern(word) else {
            if problems.last?.text != word {
                reportProblem(with: word, message: "“\(word)” has neither letters nor digits.")
            }
            return nil
        }
        let text = word.hasSuffix("*") ? String(word.dropLast()) : word
        return .words(SearchWords(pattern, in: nil, text: text, isPhrase: false))
    }

    /// Returns the pattern of a typed word with the other forms of the word, such as `dog` for `dogs`.
    ///
    /// Behind `-` there are none, so that nothing more is left out.
    func wordPattern(_ text: String) -> WordPattern? {
        let pattern = WordPattern(beginning: text)
        return negations == 0 ? pattern?.withForms : pattern
    }

    /// Reads the period after a word such as `added`; without a period that is a word like any other.
    private mutating func additionPeriod() -> SearchPeriod? {
        guard isWord(in: SearchVocabulary.added), position + 1 < lexemes.count else { return nil }
        let copy = self
        position += 1
        if let period = readPeriod() { return period }
        self = copy
        return nil
    }

    private mutating func phraseTerm(_ text: String, in place: SearchPlace?) -> SearchTerm? {
        guard let pattern = WordPattern(phrase: text) else {
            reportProblem(
                with: "\"\(text)\"",
                message: "The quotation marks contain neither letters nor digits."
            )
            return nil
        }
        return .words(SearchWords(pattern, in: place, text: text, isPhrase: true))
    }

    private mutating func quotedField(_ name: String) -> SearchTerm? {
        guard position < lexemes.count, case .phrase(let text, let isClosed) = lexemes[position]
        else { return nil }
        position += 1
        if !isClosed {
            reportProblem(with: "\"" + text, message: "A closing quotation mark is missing.")
        }
        let place = SearchVocabulary.places[SearchFolding.folded(name)]
        if place == nil { reportUnknown(name) }
        return phraseTerm(text, in: place)
    }

    /// Returns the meaning of `name:value`; nil if the name is unknown.
    private mutating func fieldTerm(_ name: String, value: String, of word: String) -> SearchTerm? {
        let folded = SearchFolding.folded(name)
        if SearchVocabulary.kindPrefixes.contains(folded) || value.isEmpty {
            let key = Self.vocabularyKey(of: value.isEmpty ? name : value)
            if let kind = SearchVocabulary.prefixedKinds[key] ?? SearchVocabulary.kinds[key] {
                return .kind(kind)
            }
            if let lack = SearchVocabulary.lacks[key] { return .not(.kind(lack)) }
        }
        if let place = SearchVocabulary.places[folded] {
            if let pattern = wordPattern(value) {
                return .words(SearchWords(pattern, in: place, text: value, isPhrase: false))
            }
            reportProblem(with: word, message: "“\(name):” needs words directly after the colon.")
            return nil
        }
        if name.allSatisfy(\.isLetter), !name.isEmpty { reportUnknown(name) }
        return nil
    }

    private mutating func reportUnknown(_ name: String) {
        let known = SearchPlace.allCases.map { $0.rawValue + ":" }.joined(separator: ", ")
        reportProblem(
            with: name + ":",
            message: "“\(name):” is not a text that can be searched. Write one of \(known)."
        )
    }

    private mutating func connectingWord() -> String? {
        guard let word = lexemes[position].word,
            SearchVocabulary.connecting.contains(SearchFolding.folded(word))
        else { return nil }
        // `in 2019`, `in no album` and `bei Zermatt` have a meaning.
        let start = position
        let copy = self
        if readPeriod() != nil || readOccasion() != nil
            || readVocabulary(SearchVocabulary.kinds) != nil
            || readVocabulary(SearchVocabulary.lacks) != nil || readMeasure() != nil
            || readArea() != nil
        {
            self = copy
            return nil
        }
        self = copy
        position = start + 1
        return word
    }

    // MARK: Looking at words

    func isWord(in words: Set<String>) -> Bool {
        lexemes[position].word.map { words.contains(SearchFolding.folded($0)) } ?? false
    }

    /// Returns the words from an offset on, up to a number, as they are folded; fewer where other pieces follow.
    func folded(from start: Int, atMost count: Int) -> [String] {
        var words: [String] = []
        for lexeme in lexemes.dropFirst(start).prefix(count) {
            guard let word = lexeme.word else { break }
            words.append(SearchFolding.folded(word))
        }
        return words
    }

    /// Reads up to four words that stand in a table together, the longest first.
    private mutating func readVocabulary<Value>(_ table: [String: Value]) -> Value? {
        let words = folded(from: position, atMost: 4)
        for count in stride(from: words.count, to: 0, by: -1) {
            let key = words.prefix(count).map { $0.replacing("-", with: " ") }.joined(
                separator: " "
            )
            if let value = table[key] {
                position += count
                return value
            }
        }
        return nil
    }

    private static func vocabularyKey(of text: String) -> String {
        SearchFolding.folded(text).replacing("-", with: " ")
    }
}
