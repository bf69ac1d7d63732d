import Foundation

/// A comparison of two texts, used for records in memory and by the SQL function `photokit_text`.
///
/// Without options, `==` and `<` compare UTF-8 bytes, as SQLite's indexes do. The other operators compare
/// user-perceived characters: `?` matches one emoji, and an accent in a code point of its own is no letter. Every text
/// contains the empty text. A list of texts is its JSON array.
struct TextComparison {
    var operation: Condition.Operator
    var options: Condition.TextOptions

    func holds(between left: String, and right: String) -> Bool {
        if operation == .matches {
            return TextPattern.shared(right, options: options)?.matches(
                options.withoutAccents(left)
            )
                ?? false
        }
        if operation == .hasElement {
            let equality = TextComparison(operation: .equal, options: options)
            return Keywords.read(left).contains { equality.holds(between: $0, and: right) }
        }
        let left = options.folded(left)
        let right = options.folded(right)
        switch operation {
        case .contains: return Self.contains(left, part: right)
        case .beginsWith: return right.isEmpty || left.hasPrefix(right)
        case .endsWith: return right.isEmpty || left.hasSuffix(right)
        case .like: return WildcardPattern(right).matches(left)
        default: return operation.accepts(ValueOrder(left.utf8, right.utf8))
        }
    }

    private static func contains(_ text: String, part: String) -> Bool {
        if text.isSingleBytes, part.isSingleBytes {
            return firstIndex(of: Array(part.utf8), in: Array(text.utf8))
        }
        return firstIndex(of: Array(part), in: Array(text))
    }

    private static func firstIndex<Element: Equatable>(
        of part: [Element],
        in text: [Element]
    ) -> Bool {
        guard let first = part.first else { return true }
        guard part.count <= text.count else { return false }
        for start in 0...(text.count - part.count) where text[start] == first {
            if text[start..<(start + part.count)] == part[...] { return true }
        }
        return false
    }
}

extension Condition.TextOptions {
    /// Returns the text without the differences that the options ignore.
    func folded(_ text: String) -> String {
        if isEmpty { return text }
        if text.isSingleBytes { return contains(.caseInsensitive) ? text.lowercased() : text }
        var options: String.CompareOptions = []
        if contains(.caseInsensitive) { options.insert(.caseInsensitive) }
        if contains(.diacriticInsensitive) { options.insert(.diacriticInsensitive) }
        // Composing the result gives equal bytes to texts that are displayed the same.
        return text.folding(options: options, locale: nil).precomposedStringWithCanonicalMapping
    }

    /// Removes only accents, for regular expressions, in which the case of letters matters (`\W` is not `\w`).
    func withoutAccents(_ text: String) -> String {
        intersection(.diacriticInsensitive).folded(text)
    }
}

extension String {
    /// Whether each character is a single byte.
    ///
    /// A carriage return and its line feed are one character together.
    fileprivate var isSingleBytes: Bool { utf8.allSatisfy { $0 < 0x80 && $0 != 0x0D } }
}
