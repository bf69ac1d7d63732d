package import Foundation

extension PredicateValue {
    /// Returns the order of two values in a sorted list.
    ///
    /// Missing values come first, and values that cannot be compared count as equal.
    package func order(to other: PredicateValue) -> ComparisonResult {
        guard let left = comparable, let right = other.comparable else { return .orderedSame }
        switch (left.isNull, right.isNull) {
        case (true, true): return .orderedSame
        case (true, false): return .orderedAscending
        case (false, true): return .orderedDescending
        case (false, false): break
        }
        if Condition.Operator.less.holds(between: left, and: right, options: []) {
            return .orderedAscending
        }
        if Condition.Operator.greater.holds(between: left, and: right, options: []) {
            return .orderedDescending
        }
        return .orderedSame
    }
}
