extension ConditionCompiler {
    func comparison(
        of left: Condition.Expression,
        by operation: Condition.Operator,
        with right: Condition.Expression,
        options: Condition.TextOptions
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
            return unlikeComparison(
                of: left,
                leftSQL: leftSQL,
                by: operation,
                with: right,
                rightSQL: rightSQL
            )
        }
        if operation.isTextual || !options.isEmpty, leftStorage == .text {
            let call = "photokit_text(\(operation.rawValue), \(options.rawValue), {}, {})"
            return .format(call, leftSQL, rightSQL)
        }
        if operation.isTextual { return .falsehood }
        if let constant = right.constant {
            return constantComparison(
                of: leftSQL,
                storage: leftStorage,
                by: operation,
                with: constant
            )
        }
        if let constant = left.constant, let flipped = operation.flipped {
            return constantComparison(
                of: rightSQL,
                storage: rightStorage,
                by: flipped,
                with: constant
            )
        }
        return switch operation {
        case .equal: .format("{} IS {}", leftSQL, rightSQL)
        case .notEqual: .format("{} IS NOT {}", leftSQL, rightSQL)
        default: .format("{} \(operation.symbol) {}", leftSQL, rightSQL)
        }
    }

    /// Compares values of different kinds, which have no order and are equal only if both are missing.
    private func unlikeComparison(
        of left: Condition.Expression,
        leftSQL: SQLFragment,
        by operation: Condition.Operator,
        with right: Condition.Expression,
        rightSQL: SQLFragment
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

    private func constantComparison(
        of sql: SQLFragment,
        storage: StorageClass,
        by operation: Condition.Operator,
        with constant: FieldValue
    ) -> SQLFragment {
        if storage == .real, case .integer(let number) = constant {
            return integerComparison(of: sql, by: operation, with: number)
        }
        return plainComparison(of: sql, by: operation, with: constant)
    }

    private func plainComparison(
        of sql: SQLFragment,
        by operation: Condition.Operator,
        with constant: FieldValue
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
    private func integerComparison(
        of sql: SQLFragment,
        by operation: Condition.Operator,
        with number: Int64
    ) -> SQLFragment {
        let nearest = Double(number)
        switch (operation, ValueOrder(number, nearest)) {
        case (_, .same), (_, nil):
            return plainComparison(of: sql, by: operation, with: .real(nearest))
        case (.equal, _):
            return .falsehood
        case (.notEqual, _):
            return .truth
        case (.less, .before), (.lessOrEqual, .before):
            return plainComparison(of: sql, by: .less, with: .real(nearest))
        case (.greater, .before), (.greaterOrEqual, .before):
            return plainComparison(of: sql, by: .greaterOrEqual, with: .real(nearest))
        case (.less, .after), (.lessOrEqual, .after):
            return plainComparison(of: sql, by: .lessOrEqual, with: .real(nearest))
        default:
            return plainComparison(of: sql, by: .greater, with: .real(nearest))
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
