/// A word, sign or value of a format string, with its argument already inserted.
enum PredicateToken: Hashable, Sendable {
    /// A key or keyword, depending on the grammar; the name includes its dots.
    case word(String)
    /// A key given by `%K` or written after `#`, which is never a keyword.
    case key(String)
    case value(PredicateValue)
    case sign(String)
    case end

    var text: String {
        switch self {
        case .word(let text), .key(let text): "\"\(text)\""
        case .value: "a value"
        case .sign(let text): "\"\(text)\""
        case .end: "the end"
        }
    }

    func isKeyword(_ keyword: String) -> Bool {
        if case .word(let word) = self { word.uppercased() == keyword } else { false }
    }
}
