import Foundation
import Synchronization

/// The compiled regular expression of a `MATCHES`, which is reused for further rows.
struct TextPattern {
    private let expression: NSRegularExpression

    /// Returns nil if the pattern is no regular expression.
    init?(_ pattern: String, _ options: Condition.TextOptions) {
        let flags: NSRegularExpression.Options =
            options.contains(.caseInsensitive) ? [.caseInsensitive] : []
        let pattern = options.withoutAccents(pattern)
        // NSRegularExpression rejects an empty pattern, although an empty text matches it.
        let isValid =
            pattern.isEmpty || (try? NSRegularExpression(pattern: pattern, options: flags)) != nil
        guard isValid else { return nil }
        // The group extends all alternatives to the end of the text. The second form is for patterns that end in a
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
        /// Expressions work on code points, so patterns that are displayed the same may have different meanings.
        var pattern: ExactText
        var options: Condition.TextOptions
    }

    /// The cache of patterns, guarded by a mutex because queries of all threads share it.
    private static let compiled = Mutex<[Key: TextPattern?]>([:])

    /// The number of patterns after which the cache is emptied; programs use only a few.
    private static let capacity = 64

    static func shared(_ pattern: String, options: Condition.TextOptions) -> TextPattern? {
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
