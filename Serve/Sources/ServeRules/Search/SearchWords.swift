/// What a person typed into the search field.
public struct SearchWords: Hashable, Sendable {
    /// A period of days.
    public struct Days: Hashable, Sendable {
        /// The first day, in days since 1970.
        public var first: Int32
        /// The last day.
        public var last: Int32

        /// Makes a period.
        public init(first: Int32, last: Int32) {
            self.first = first
            self.last = last
        }
    }

    /// The days that all periods have in common, which may be none; nil without a period.
    public var commonDays: Days? {
        guard let first = days.map(\.first).max(), let last = days.map(\.last).min() else {
            return nil
        }
        return Days(first: first, last: last)
    }

    /// A kind of photo that a word names.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case photo
        case video
        case live
        case screenshot
        case panorama
        case favorite
    }

    /// The words that are neither dates nor kinds, in lower case.
    public private(set) var words: [String] = []
    /// The periods; a photo lies in all of them.
    public private(set) var days: [Days] = []
    /// The kinds; a photo is of all of them.
    public private(set) var kinds: [Kind] = []

    /// Whether nothing was typed.
    public var isEmpty: Bool { words.isEmpty && days.isEmpty && kinds.isEmpty }

    /// Reads a text.
    ///
    /// - Parameter text: Words between spaces; `2019`, `2019-07` and `2019-07-04` are dates, and `video:` or
    ///   `is:video` is a kind. A text in quotes is a word however it looks.
    public init(_ text: String) {
        for token in Self.tokens(text) {
            if token.isQuoted {
                words.append(token.text.lowercased())
            } else if let period = Self.period(token.text) {
                days.append(period)
            } else if let kind = Self.kind(token.text.lowercased()) {
                kinds.append(kind)
            } else {
                words.append(token.text.lowercased())
            }
        }
    }

    private static func tokens(_ text: String) -> [(text: String, isQuoted: Bool)] {
        var tokens: [(text: String, isQuoted: Bool)] = []
        for (index, part) in text.split(separator: "\"", omittingEmptySubsequences: false)
            .enumerated()
        {
            if index % 2 == 1 {
                if !part.isEmpty { tokens.append((String(part), true)) }
            } else {
                tokens += part.split(whereSeparator: \.isWhitespace).map { (String($0), false) }
            }
        }
        return tokens
    }

    private static func kind(_ word: String) -> Kind? {
        if word.hasPrefix("is:") { return Kind(rawValue: String(word.dropFirst(3))) }
        return word.hasSuffix(":") ? Kind(rawValue: String(word.dropLast())) : nil
    }

    private static func period(_ text: String) -> Days? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let isNumeric = parts.allSatisfy {
            !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber }
        }
        guard isNumeric, parts[0].count == 4, let year = Int(parts[0]), (1800...2200).contains(year)
        else { return nil }
        switch parts.count {
        case 1: return Days(first: CivilDay.number(year, 1, 1), last: CivilDay.number(year, 12, 31))
        case 2:
            guard parts[1].count == 2, let month = Int(parts[1]), (1...12).contains(month) else {
                return nil
            }
            let next = month == 12 ? (year + 1, 1) : (year, month + 1)
            return Days(
                first: CivilDay.number(year, month, 1),
                last: CivilDay.number(next.0, next.1, 1) - 1
            )
        case 3: return CivilDay.number(text).map { Days(first: $0, last: $0) }
        default: return nil
        }
    }
}
