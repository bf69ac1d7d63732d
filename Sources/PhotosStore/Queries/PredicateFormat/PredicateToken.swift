/// A word, sign or value of a format string, with its arguments already in place.
enum PredicateToken: Hashable, Sendable {
    /// A name without its dots: a key, or a keyword where the grammar expects one.
    case word(String)
    /// A key given by `%K` or written after `#`: never a keyword.
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
