/// A piece of SQL with a `?` for each of its values, in order.
///
/// The text never contains a value.
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

    /// Returns a constant as a bound value.
    ///
    /// SQLite ends a bound text at a zero byte, so a text with zero bytes is bound as a blob and cast.
    static func bound(_ value: FieldValue) -> SQLFragment {
        if case .text(let text) = value, text.utf8.contains(0) {
            SQLFragment("CAST(? AS TEXT)", [.blob(Array(text.utf8))])
        } else {
            SQLFragment("?", [value])
        }
    }

    /// Inserts the parts into a pattern in which `{}` marks their positions.
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

    /// Joins the parts in halves, because SQLite limits the depth of an expression, but not its length.
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
