/// An entry of a result: a row, and the beginning of the key that determines its position.
package struct RowEntry: Hashable, Sendable, Comparable {
    /// The sort key as one number that rises with it, see ``SortCode``.
    package var code: UInt64
    package var row: Int64

    package init(code: UInt64, row: Int64) {
        self.code = code
        self.row = row
    }

    package static func < (left: RowEntry, right: RowEntry) -> Bool {
        left.code == right.code ? left.row < right.row : left.code < right.code
    }
}
