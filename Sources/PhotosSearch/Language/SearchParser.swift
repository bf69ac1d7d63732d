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

    /// The number of brackets and negations inside each other that are read.
    private static let deepest = 32

    init(_ text: String, today: CivilDay, places: PlaceTable? = nil) {
        self.today = today
        self.places = places
        lexemes = SearchLexeme.all(in: text)
    }

    /// Returns the meaning of the whole text; nil if it has none.
    mutating func parse() -> SearchTerm? {
        var parts: [SearchTerm] = []
        while position < lexemes.count {
            if let part = alternatives() { parts.append(part) }
            if position < lexemes.count {
                // Only a closing bracket too many ends the reading early.
                report(")", "There is no opening bracket for “)”.")
                position += 1
            }
        }
        return parts.isEmpty ? nil : .joined(parts)
    }

    mutating func report(_ text: String, _ message: String) {
        problems.append(SearchProblem(text, message))
    }

    // MARK: Operators

    private mutating func alternatives() -> SearchTerm? {
        var parts: [SearchTerm] = []
        if let first = conjunction() { parts.append(first) }
        while position < lexemes.count, isWord(in: SearchVocabulary.or) {
            let word = lexemes[position].word ?? ""
            position += 1
            let next = conjunction()
            if parts.isEmpty || next == nil {
                report(word, "“\(word)” needs something to search for on both sides.")
            }
            if let next { parts.append(next) }
        }
        if parts.isEmpty { return nil }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    private mutating func conjunction() -> SearchTerm? {
        var parts: [SearchTerm] = []
        var connecting: [String] = []
        while position < lexemes.count, lexemes[position] != .close,
            !isWord(in: SearchVocabulary.or)
        {
            if isWord(in: SearchVocabulary.and) {
                position += 1
            } else if let word = connectingWord() {
                connecting.append(word)
            } else if let part = negation() {
                parts.append(part)
            }
        }
        guard parts.isEmpty else {
            ignored += connecting
            return .joined(parts)
        }
        // Words that connect nothing are searched themselves.
        let words = connecting.compactMap { text in
            WordPattern(beginning: text).map {
                SearchTerm.words(SearchWords($0, in: nil, text: text, isPhrase: false))
            }
        }
        return words.isEmpty ? nil : .joined(words)
    }

    private mutating func negation() -> SearchTerm? {
        if let lack = vocabulary(SearchVocabulary.lacks) { return .not(.kind(lack)) }
        // `-33.86,151.21` is a place.
        if lexemes[position] == .minus, let area = area() { return .area(area) }
        let isMinus = lexemes[position] == .minus
        guard isMinus || isWord(in: SearchVocabulary.not) else { return operand() }
        let sign = isMinus ? "-" : lexemes[position].word ?? ""
        position += 1
        while position < lexemes.count, let word = connectingWord() { ignored.append(word) }
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest, position < lexemes.count, lexemes[position] != .close,
            !isWord(in: SearchVocabulary.or), let part = negation()
        else {
            report(sign, "“\(sign)” needs something to leave out after it.")
            return nil
        }
        return .not(part)
    }

    private mutating func operand() -> SearchTerm? {
        if let area = area() { return .area(area) }
        switch lexemes[position] {
        case .open: return bracket()
        case .phrase(let text, let isClosed):
            position += 1
            if !isClosed { report("\"" + text, "A closing quotation mark is missing.") }
            return phrase(text, in: nil)
        case .field(let name):
            position += 1
            return quotedField(name)
        case .word(let word): return term(word)
        case .minus, .close:
            position += 1
            return nil
        }
    }

    private mutating func bracket() -> SearchTerm? {
        position += 1
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else {
            report("(", "Only \(Self.deepest) brackets can stand inside each other.")
            return nil
        }
        let term = alternatives()
        if position < lexemes.count, lexemes[position] == .close {
            position += 1
        } else {
            report("(", "A closing bracket is missing.")
        }
        if term == nil { report("()", "The brackets are empty.") }
        return term
    }

    // MARK: Words

    private mutating func term(_ word: String) -> SearchTerm? {
        if let period = additionPeriod() { return .added(period) }
        if let period = period() { return .period(period) }
        if let measure = measure() { return .measure(measure) }
        if let kind = vocabulary(SearchVocabulary.kinds) { return .kind(kind) }
        position += 1
        if let colon = word.firstIndex(of: ":") {
            let name = String(word[..<colon])
            let value = String(word[word.index(after: colon)...])
            if let term = field(name, value, of: word) { return term }
        }
        reportFailedDate(word)
        guard let pattern = WordPattern(beginning: word) else {
            if problems.last?.text != word {
                report(word, "“\(word)” has neither letters nor digits.")
            }
            return nil
        }
        let text = word.hasSuffix("*") ? String(word.dropLast()) : word
        return .words(SearchWords(pattern, in: nil, text: text, isPhrase: false))
    }

    /// Reads the period after a word such as `added`; without a period that is a word like any other.
    private mutating func additionPeriod() -> SearchPeriod? {
        guard isWord(in: SearchVocabulary.added), position + 1 < lexemes.count else { return nil }
        let copy = self
        position += 1
        if let period = period() { return period }
        self = copy
        return nil
    }

    private mutating func phrase(_ text: String, in place: SearchPlace?) -> SearchTerm? {
        guard let pattern = WordPattern(phrase: text) else {
            report("\"\(text)\"", "The quotation marks contain neither letters nor digits.")
            return nil
        }
        return .words(SearchWords(pattern, in: place, text: text, isPhrase: true))
    }

    private mutating func quotedField(_ name: String) -> SearchTerm? {
        guard position < lexemes.count, case .phrase(let text, let isClosed) = lexemes[position]
        else { return nil }
        position += 1
        if !isClosed { report("\"" + text, "A closing quotation mark is missing.") }
        let place = SearchVocabulary.places[SearchFolding.folded(name)]
        if place == nil { reportUnknown(name) }
        return phrase(text, in: place)
    }

    /// Returns the meaning of `name:value`; nil if the name is unknown.
    private mutating func field(_ name: String, _ value: String, of word: String) -> SearchTerm? {
        let folded = SearchFolding.folded(name)
        if SearchVocabulary.kindPrefixes.contains(folded) || value.isEmpty {
            let key = Self.key(value.isEmpty ? name : value)
            if let kind = SearchVocabulary.prefixedKinds[key] ?? SearchVocabulary.kinds[key] {
                return .kind(kind)
            }
            if let lack = SearchVocabulary.lacks[key] { return .not(.kind(lack)) }
        }
        if let place = SearchVocabulary.places[folded] {
            if let pattern = WordPattern(beginning: value) {
                return .words(SearchWords(pattern, in: place, text: value, isPhrase: false))
            }
            report(word, "“\(name):” needs words directly after the colon.")
            return nil
        }
        if name.allSatisfy(\.isLetter), !name.isEmpty { reportUnknown(name) }
        return nil
    }

    private mutating func reportUnknown(_ name: String) {
        let known = SearchPlace.allCases.map { $0.rawValue + ":" }.joined(separator: ", ")
        report(name + ":", "“\(name):” is not a text that can be searched. Write one of \(known).")
    }

    private mutating func connectingWord() -> String? {
        guard let word = lexemes[position].word,
            SearchVocabulary.connecting.contains(SearchFolding.folded(word))
        else { return nil }
        // `in 2019`, `in no album` and `bei Zermatt` have a meaning.
        let start = position
        let copy = self
        if period() != nil || vocabulary(SearchVocabulary.kinds) != nil
            || vocabulary(SearchVocabulary.lacks) != nil || measure() != nil || area() != nil
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
    private mutating func vocabulary<Value>(_ table: [String: Value]) -> Value? {
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

    private static func key(_ text: String) -> String {
        SearchFolding.folded(text).replacing("-", with: " ")
    }
}
