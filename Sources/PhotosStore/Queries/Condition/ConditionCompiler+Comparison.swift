extension ConditionCompiler {
    func comparison(
        _ left: Condition.Expression,
        _ operation: Condition.Operator,
        _ right: Condition.Expression,
        _ options: Condition.TextOptions
    ) -> SQLFragment {
        let (leftSQL, leftStorage) = operand(left)
        let (rightSQL, rightStorage) = operand(right)
        if leftStorage == .null || rightStorage == .null {
            let sql = leftStorage == .null ? rightSQL : leftSQL
            return switch operation {
            case .equal: .format("{} IS NULL", sql)
            case .notEqual: .format("{} IS NOT NULL", sql)
            default: .falsehood
            }
        }
        guard leftStorage.isComparable(to: rightStorage) else {
            return unlike(left, leftSQL, operation, right, rightSQL)
        }
        if operation.isTextual || !options.isEmpty, leftStorage == .text {
            let call = "photokit_text(\(operation.rawValue), \(options.rawValue), {}, {})"
            return .format(call, leftSQL, rightSQL)
        }
        if operation.isTextual { return .falsehood }
        if let constant = right.constant {
            return compare(leftSQL, leftStorage, operation, constant)
        }
        if let constant = left.constant, let flipped = operation.flipped {
            return compare(rightSQL, rightStorage, flipped, constant)
        }
        return switch operation {
        case .equal: .format("{} IS {}", leftSQL, rightSQL)
        case .notEqual: .format("{} IS NOT {}", leftSQL, rightSQL)
        default: .format("{} \(operation.symbol) {}", leftSQL, rightSQL)
        }
    }

    /// Compares values of different kinds, which have no order and are equal only if both are missing.
    private func unlike(
        _ left: Condition.Expression,
        _ leftSQL: SQLFragment,
        _ operation: Condition.Operator,
        _ right: Condition.Expression,
        _ rightSQL: SQLFragment
    ) -> SQLFragment {
        let canBothBeMissing = left.constant == nil && right.constant == nil
        let bothMissing: SQLFragment =
            canBothBeMissing ? .format("{} IS NULL AND {} IS NULL", leftSQL, rightSQL) : .falsehood
        return switch operation {
        case .equal: .format("({})", bothMissing)
        case .notEqual: .format("NOT ({})", bothMissing)
        default: .falsehood
        }
    }

    private func compare(
        _ sql: SQLFragment,
        _ storage: StorageClass,
        _ operation: Condition.Operator,
        _ constant: FieldValue
    ) -> SQLFragment {
        if storage == .real, case .integer(let number) = constant {
            return compare(sql, operation, number)
        }
        return plain(sql, operation, constant)
    }

    private func plain(
        _ sql: SQLFragment,
        _ operation: Condition.Operator,
        _ constant: FieldValue
    ) -> SQLFragment {
        switch operation {
        case .notEqual: .format("{} IS NOT {}", sql, .bound(constant))
        default: .format("{} \(operation.symbol) {}", sql, .bound(constant))
        }
    }

    /// Compares a real column with an integer.
    ///
    /// An index of the column converts the integer to a real, and would lose digits beyond 2^53. The nearest real is
    /// therefore used instead, with an operator that compensates for the difference.
    private func compare(
        _ sql: SQLFragment,
        _ operation: Condition.Operator,
        _ number: Int64
    ) -> SQLFragment {
        let nearest = Double(number)
        switch (operation, ValueOrder(number, nearest)) {
        case (_, .same), (_, nil):
            return plain(sql, operation, .real(nearest))
        case (.equal, _):
            return .falsehood
        case (.notEqual, _):
            return .truth
        case (.less, .before), (.lessOrEqual, .before):
            return plain(sql, .less, .real(nearest))
        case (.greater, .before), (.greaterOrEqual, .before):
            return plain(sql, .greaterOrEqual, .real(nearest))
        case (.less, .after), (.lessOrEqual, .after):
            return plain(sql, .lessOrEqual, .real(nearest))
        default:
            return plain(sql, .greater, .real(nearest))
        }
    }
}

extension Condition.Operator {
    fileprivate var symbol: String {
        switch self {
        case .equal: "="
        case .notEqual: "IS NOT"
        case .less: "<"
        case .lessOrEqual: "<="
        case .greater: ">"
        case .greaterOrEqual: ">="
        case .contains, .beginsWith, .endsWith, .like, .matches, .hasElement:
            preconditionFailure("Operators for text are a function call in SQL.")
        }
    }
}
