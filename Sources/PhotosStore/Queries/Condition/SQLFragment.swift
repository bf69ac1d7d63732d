/// A piece of SQL with `?` for each of its values, in order.
///
/// No value is ever part of the text.
package struct SQLFragment: Hashable, Sendable {
    package var sql: String
    package var values: [FieldValue]

    package init(_ sql: String, _ values: [FieldValue] = []) {
        self.sql = sql
        self.values = values
    }

    static let truth = SQLFragment("TRUE")
    static let falsehood = SQLFragment("FALSE")

    static func constant(_ answer: Bool) -> SQLFragment { answer ? truth : falsehood }

    /// A constant, bound.
    ///
    /// SQLite's text ends at a zero byte when it is bound as text, so such a one is cast.
    static func bound(_ value: FieldValue) -> SQLFragment {
        if case .text(let text) = value, text.utf8.contains(0) {
            SQLFragment("CAST(? AS TEXT)", [.blob(Array(text.utf8))])
        } else {
            SQLFragment("?", [value])
        }
    }

    /// Puts the parts between the pieces of a pattern: `{}` marks their places.
    static func format(_ pattern: String, _ parts: SQLFragment...) -> SQLFragment {
        var result = SQLFragment("")
        var rest = parts[...]
        for (index, piece) in pattern.split(separator: "{}", omittingEmptySubsequences: false)
            .enumerated()
        {
            if index > 0, let part = rest.popFirst() {
                result.sql += part.sql
                result.values += part.values
            }
            result.sql += piece
        }
        return result
    }

    /// Joins in halves, since SQLite limits how deep an expression may be, not how long.
    static func joined(_ parts: ArraySlice<SQLFragment>, by word: String) -> SQLFragment {
        if parts.count <= 32 {
            return SQLFragment(
                parts.map(\.sql).joined(separator: " \(word) "),
                parts.flatMap(\.values)
            )
        }
        let middle = parts.startIndex + parts.count / 2
        return .format(
            "({}) \(word) ({})",
            joined(parts[..<middle], by: word),
            joined(parts[middle...], by: word)
        )
    }
}
