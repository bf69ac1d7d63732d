extension Condition {
    /// The operator of a comparison of two values.
    ///
    /// The raw value is passed to the SQL function for texts.
    package enum Operator: Int64, Hashable, Sendable, CaseIterable {
        case equal = 0
        case notEqual = 1
        case less = 2
        case lessOrEqual = 3
        case greater = 4
        case greaterOrEqual = 5
        case contains = 6
        case beginsWith = 7
        case endsWith = 8
        /// The whole text matches a pattern in which `?` means one character and `*` any number of characters.
        case like = 9
        /// The whole text matches a regular expression.
        case matches = 10
        /// An element of a list of texts is equal to a text.
        case hasElement = 11
    }

    /// The differences that a comparison of texts ignores.
    package struct TextOptions: OptionSet, Hashable, Sendable {
        package let rawValue: Int64
        package init(rawValue: Int64) { self.rawValue = rawValue }

        /// Ignores upper and lower case: `[c]`.
        package static let caseInsensitive = TextOptions(rawValue: 1)
        /// Ignores accents and other diacritics: `[d]`.
        package static let diacriticInsensitive = TextOptions(rawValue: 2)
    }
}

extension Condition.Operator {
    /// Whether the operator applies only to texts.
    var isTextual: Bool { rawValue >= Self.contains.rawValue }

    /// The equivalent operator for exchanged sides, or nil for operators on texts.
    var flipped: Condition.Operator? {
        switch self {
        case .equal, .notEqual: self
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        default: nil
        }
    }

    /// Returns whether a comparison holds; this is the one definition for SQL and for records in memory.
    func holds(
        between left: FieldValue,
        and right: FieldValue,
        options: Condition.TextOptions
    ) -> Bool {
        switch (left, right) {
        case (.null, .null):
            return self == .equal
        case (.integer(let left), .integer(let right)):
            return accepts(left < right ? .before : left == right ? .same : .after)
        case (.real(let left), .real(let right)):
            return accepts(ValueOrder(left, right))
        case (.integer(let left), .real(let right)):
            return accepts(ValueOrder(left, right))
        case (.real(let left), .integer(let right)):
            return accepts(ValueOrder(right, left)?.reversed)
        case (.text(let left), .text(let right)):
            return TextComparison(operation: self, options: options).holds(
                between: left,
                and: right
            )
        case (.blob(let left), .blob(let right)):
            return accepts(ValueOrder(left, right))
        default:
            return self == .notEqual
        }
    }

    func accepts(_ order: ValueOrder?) -> Bool {
        switch self {
        case .equal: order == .same
        case .notEqual: order != .same
        case .less: order == .before
        case .lessOrEqual: order == .before || order == .same
        case .greater: order == .after
        case .greaterOrEqual: order == .after || order == .same
        default: false
        }
    }
}
