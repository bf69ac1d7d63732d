import Foundation
import Synchronization

/// The regular expression of a `MATCHES`, compiled once and kept for the rows to come.
struct TextPattern {
    private let expression: NSRegularExpression

    /// Nil when the pattern is no regular expression.
    init?(_ pattern: String, _ options: Condition.TextOptions) {
        let flags: NSRegularExpression.Options =
            options.contains(.caseInsensitive) ? [.caseInsensitive] : []
        let pattern = options.withoutAccents(pattern)
        // NSRegularExpression takes no empty pattern, although an empty text fits it.
        let isValid =
            pattern.isEmpty || (try? NSRegularExpression(pattern: pattern, options: flags)) != nil
        guard isValid else { return nil }
        // The group holds all alternatives to the end of the text. The second form is for patterns that end in a
        // comment, which would swallow the closing bracket.
        let forms = ["\\A(?:\(pattern))\\z", "\\A(?:\(pattern)\n)\\z"]
        let expressions = forms.lazy.compactMap {
            try? NSRegularExpression(pattern: $0, options: flags)
        }
        guard let expression = expressions.first else { return nil }
        self.expression = expression
    }

    func matches(_ text: String) -> Bool {
        let range = NSRange(location: 0, length: text.utf16.count)
        return expression.firstMatch(in: text, options: [], range: range) != nil
    }
}

extension TextPattern {
    private struct Key: Hashable {
        /// Expressions go by code points: patterns that look the same need not mean the same.
        var pattern: ExactText
        var options: Condition.TextOptions
    }

    /// Guards the patterns in use, which queries of all threads share.
    private static let compiled = Mutex<[Key: TextPattern?]>([:])

    /// Programs use few patterns; this many are kept before all are forgotten.
    private static let capacity = 64

    static func shared(_ pattern: String, _ options: Condition.TextOptions) -> TextPattern? {
        let key = Key(pattern: ExactText(pattern), options: options)
        if let known = compiled.withLock({ $0[key] }) { return known }
        let made = TextPattern(pattern, options)
        compiled.withLock { patterns in
            if patterns.count >= capacity { patterns.removeAll() }
            patterns[key] = made
        }
        return made
    }
}
