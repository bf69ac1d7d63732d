/// The values that determine the position of a row in a result: the terms of the order, then the row number.
package struct SortKey: Equatable {
    package var values: [FieldValue]
    package var rowID: Int64

    package init(values: [FieldValue], rowID: Int64) {
        self.values = values
        self.rowID = rowID
    }

    /// Returns whether one key precedes another, in SQLite's order of values: missing, numbers, texts, bytes.
    package static func precedes(
        _ left: SortKey,
        _ right: SortKey,
        by terms: [FetchPlan.SortTerm]
    ) -> Bool {
        for (index, term) in terms.enumerated() {
            let (first, second) = (left.values[index], right.values[index])
            if let ascending = isLess(first, than: second) { return ascending == term.ascending }
        }
        return left.rowID < right.rowID
    }

    /// Returns nil if neither value comes before the other.
    private static func isLess(_ left: FieldValue, than right: FieldValue) -> Bool? {
        let (leftClass, rightClass) = (storageClass(left), storageClass(right))
        guard leftClass == rightClass else { return leftClass < rightClass }
        switch (left, right) {
        case (.integer(let left), .integer(let right)): return left == right ? nil : left < right
        case (.integer, .real), (.real, .integer), (.real, .real):
            if Condition.Operator.less.holds(between: left, and: right, options: []) { return true }
            return Condition.Operator.greater.holds(between: left, and: right, options: [])
                ? false : nil
        case (.text(let left), .text(let right)):
            if left.utf8.elementsEqual(right.utf8) { return nil }
            return left.utf8.lexicographicallyPrecedes(right.utf8)
        case (.blob(let left), .blob(let right)):
            return left == right ? nil : left.lexicographicallyPrecedes(right)
        default: return nil
        }
    }

    private static func storageClass(_ value: FieldValue) -> Int {
        switch value {
        case .null: 0
        case .integer, .real: 1
        case .text: 2
        case .blob: 3
        }
    }
}
