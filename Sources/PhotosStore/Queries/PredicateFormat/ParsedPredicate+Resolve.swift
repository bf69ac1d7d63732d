extension ParsedPredicate {
    /// Returns the condition that the predicate means for one kind of object.
    ///
    /// `format` is the format string of the predicate, for the message of an error.
    package func resolve(
        for subject: PredicateSubject,
        format: String
    ) throws(PredicateFault) -> Condition {
        do throws(PredicateFault) {
            let condition = try PredicateResolver(table: KeyTable(subject)).condition(self)
                .simplified
            guard condition.depth <= Self.maximumDepth else {
                throw .tooDeep
            }
            return condition
        } catch {
            throw error.inFormat(format)
        }
    }
}

/// Resolves keys to fields, and comparisons to conditions.
private struct PredicateResolver {
    let table: KeyTable

    func condition(_ predicate: ParsedPredicate) throws(PredicateFault) -> Condition {
        switch predicate {
        case .constant(let answer):
            return .constant(answer)
        case .not(let part):
            return .not(try condition(part))
        case .all(let parts):
            return .all(try resolvedConditions(of: parts))
        case .any(let parts):
            return .any(try resolvedConditions(of: parts))
        case .comparison(let left, let operation, let right, let options):
            return try resolvedComparison(of: left, by: operation, with: right, options: options)
        }
    }

    private func resolvedConditions(
        of parts: [ParsedPredicate]
    ) throws(PredicateFault) -> [Condition] {
        var conditions: [Condition] = []
        for part in parts { conditions.append(try condition(part)) }
        return conditions
    }

    private func resolvedComparison(
        of left: ParsedExpression,
        by operation: ParsedOperator,
        with right: ParsedExpression,
        options: Condition.TextOptions
    ) throws(PredicateFault) -> Condition {
        switch operation {
        case .compare(let operation):
            let hasLocation = [try isLocation(left), try isLocation(right)].contains(true)
            if hasLocation { return try locationCondition(of: left, by: operation, with: right) }
            if let list = try listField(left) {
                return try self.listCondition(
                    of: list,
                    by: operation,
                    with: right,
                    options: options
                )
            }
            if operation == .matches { try checkPattern(right, options: options) }
            return .comparison(try expression(left), operation, try expression(right), options)
        case .between:
            guard let bounds = right.elements, bounds.count == 2 else {
                throw PredicateFault(.syntax, "BETWEEN needs two bounds, as in BETWEEN {1, 5}.")
            }
            return .between(
                try expression(left),
                try expression(bounds[0]),
                try expression(bounds[1])
            )
        case .within:
            guard let elements = right.elements else {
                // In Apple's syntax, `"a" IN title` is CONTAINS with exchanged sides.
                if let list = try listField(right) {
                    return try self.listCondition(
                        of: list,
                        by: .contains,
                        with: left,
                        options: options
                    )
                }
                return .comparison(try expression(right), .contains, try expression(left), options)
            }
            return try membership(of: try expression(left), in: elements, options: options)
        }
    }

    private func membership(
        of left: Condition.Expression,
        in elements: [ParsedExpression],
        options: Condition.TextOptions
    ) throws(PredicateFault) -> Condition {
        var constants: [FieldValue] = []
        var others: [Condition] = []
        for element in elements {
            let element = try expression(element)
            if let constant = element.constant {
                constants.append(constant)
            } else {
                others.append(
                    .all([
                        .comparison(left, .notEqual, .value(.null), []),
                        .comparison(left, .equal, element, options),
                    ])
                )
            }
        }
        return .any([.membership(left, ValueSet(constants, options: options))] + others)
    }

    private func expression(
        _ parsed: ParsedExpression
    ) throws(PredicateFault) -> Condition.Expression {
        switch parsed {
        case .object:
            return .localIdentifier(table.identifiedRecord)
        case .key(let key):
            switch try table.meaning(of: key) {
            case .field(let field) where field.isList: throw onlyElements
            case .field(let field): return .field(field)
            case .identifier: return .localIdentifier(table.identifiedRecord)
            case .missing: return .value(.null)
            case .location: throw onlyAgainstNil
            }
        case .value(.scalar(let value)):
            return .value(value)
        case .value(.object(let identifier)):
            return .value(.text(identifier))
        case .value(.list), .aggregate:
            throw PredicateFault(.syntax, "A list is possible only on the right of IN or BETWEEN.")
        case .value(.opaque(let type)):
            throw PredicateFault(
                .unusableArgument,
                "An argument of type \(type) cannot be compared."
            )
        case .bitAnd(let left, let right):
            return .bitAnd(try expression(left), try expression(right))
        }
    }

    private func checkPattern(
        _ right: ParsedExpression,
        options: Condition.TextOptions
    ) throws(PredicateFault) {
        guard case .value(.scalar(.text(let pattern))) = right, TextPattern(pattern, options) == nil
        else { return }
        throw PredicateFault(
            .invalidPattern,
            "\"\(pattern)\" on the right of MATCHES is not a regular expression."
        )
    }
}

// MARK: Lists of texts

extension PredicateResolver {
    private var onlyElements: PredicateFault {
        .unsupported("A comparison of a list of texts with anything but CONTAINS and nil")
    }

    /// Returns the field of a key whose values are lists of texts; nil for all other expressions.
    private func listField(_ expression: ParsedExpression) throws(PredicateFault) -> Field? {
        guard case .key(let key) = expression, case .field(let field) = try table.meaning(of: key),
            field.isList
        else { return nil }
        return field
    }

    /// Returns the condition that a list has an element, or that it is empty or not.
    private func listCondition(
        of list: Field,
        by operation: Condition.Operator,
        with other: ParsedExpression,
        options: Condition.TextOptions
    ) throws(PredicateFault) -> Condition {
        switch (operation, other == .value(.null)) {
        case (.equal, true): return Self.isEmpty(list)
        case (.notEqual, true): return .not(Self.isEmpty(list))
        case (.contains, false):
            return .comparison(.field(list), .hasElement, try expression(other), options)
        default: throw onlyElements
        }
    }

    private static func isEmpty(_ list: Field) -> Condition {
        .any([.field(list, .equal, .null), .field(list, .equal, .text(Keywords.list([])))])
    }
}

// MARK: Location

extension PredicateResolver {
    private var onlyAgainstNil: PredicateFault {
        .unsupported("A comparison of \"location\" with anything but nil")
    }

    private func isLocation(_ expression: ParsedExpression) throws(PredicateFault) -> Bool {
        guard case .key(let key) = expression else { return false }
        return try table.meaning(of: key) == .location
    }

    private func locationCondition(
        of left: ParsedExpression,
        by operation: Condition.Operator,
        with right: ParsedExpression
    ) throws(PredicateFault) -> Condition {
        let isAgainstNil = left == .value(.null) || right == .value(.null)
        guard isAgainstNil, operation == .equal || operation == .notEqual else {
            throw onlyAgainstNil
        }
        return .field(.asset(.latitude), operation, .null)
    }
}

extension ParsedExpression {
    /// The elements if the expression is a list, or nil.
    var elements: [ParsedExpression]? {
        switch self {
        case .aggregate(let elements): elements
        case .value(.list(let values)): values.map(ParsedExpression.value)
        default: nil
        }
    }
}
