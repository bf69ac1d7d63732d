package import Foundation

extension ParsedPredicate {
    /// Returns the predicate with dates, media types and durations converted from text to their stored values.
    ///
    /// Apple's predicates compare values of different types without an error, and match nothing. For predicates that
    /// people write, such a comparison is an error here.
    ///
    /// - Parameters:
    ///   - subject: The kind of object that the predicate will be evaluated for.
    ///   - zone: The zone of dates that state none.
    ///   - format: The format string of the predicate, for the message of an error.
    /// - Returns: A predicate with the same keys.
    /// - Throws: ``PredicateFault`` with the code `mismatch` for a key and a value that cannot be compared.
    package func checked(
        for subject: PredicateSubject,
        zone: TimeZone,
        format: String
    ) throws(PredicateFault) -> ParsedPredicate {
        do throws(PredicateFault) {
            return try PredicateChecker(table: KeyTable(subject), zone: zone).checked(self)
        } catch {
            throw error.inFormat(format)
        }
    }
}

/// Converts each side of a comparison to the type that the other side requires.
struct PredicateChecker {
    let table: KeyTable
    let zone: TimeZone

    /// A side of a comparison that reads the object.
    struct Key {
        var name: String
        var kind: KeyKind
        var expression: ParsedExpression
    }

    func checked(_ predicate: ParsedPredicate) throws(PredicateFault) -> ParsedPredicate {
        switch predicate {
        case .constant: return predicate
        case .not(let part): return .not(try checked(part))
        case .all(let parts): return .all(try checked(parts))
        case .any(let parts): return .any(try checked(parts))
        case .comparison(let left, let operation, let right, let options):
            return try checkedComparison(of: left, by: operation, with: right, options: options)
        }
    }

    private func checked(_ parts: [ParsedPredicate]) throws(PredicateFault) -> [ParsedPredicate] {
        var checkedParts: [ParsedPredicate] = []
        for part in parts { checkedParts.append(try checked(part)) }
        return checkedParts
    }

    private func checkedComparison(
        of left: ParsedExpression,
        by operation: ParsedOperator,
        with right: ParsedExpression,
        options: Condition.TextOptions
    ) throws(PredicateFault) -> ParsedPredicate {
        switch operation {
        case .compare(let operation):
            return try keyComparison(of: left, by: operation, with: right, options: options)
        case .between:
            guard let bounds = right.elements, bounds.count == 2 else {
                return .comparison(left, .between, right, options)
            }
            return .all([
                try keyComparison(of: left, by: .greaterOrEqual, with: bounds[0], options: options),
                try keyComparison(of: left, by: .lessOrEqual, with: bounds[1], options: options),
            ])
        case .within:
            guard let elements = right.elements else {
                return try keyComparison(of: right, by: .contains, with: left, options: options)
            }
            var parts: [ParsedPredicate] = []
            for element in elements {
                parts.append(
                    try keyComparison(of: left, by: .equal, with: element, options: options)
                )
            }
            return .any(parts)
        }
    }

    private func keyComparison(
        of left: ParsedExpression,
        by operation: Condition.Operator,
        with right: ParsedExpression,
        options: Condition.TextOptions
    ) throws(PredicateFault) -> ParsedPredicate {
        switch (try key(left, beside: right), try key(right, beside: left)) {
        case (nil, nil):
            return .comparison(left, .compare(operation), right, options)
        case (let left?, let right?):
            return try keyComparison(of: left, by: operation, with: right, options: options)
        case (let key?, nil):
            return try keyComparison(
                of: key,
                by: operation,
                with: value(right, beside: key),
                options: options
            )
        case (nil, let key?):
            let value = try value(left, beside: key)
            if let flipped = operation.flipped {
                return try keyComparison(of: key, by: flipped, with: value, options: options)
            }
            // Here, a text contains the value of the object's key.
            guard key.kind.compares(with: .text), case .scalar(.text) = value else {
                throw .mismatch(of: key.name, kind: key.kind, operator: operation.sign)
            }
            return .comparison(.value(value), .compare(operation), key.expression, options)
        }
    }

    private func keyComparison(
        of left: Key,
        by operation: Condition.Operator,
        with right: Key,
        options: Condition.TextOptions
    ) throws(PredicateFault) -> ParsedPredicate {
        guard left.kind.compares(with: right.kind), left.kind != .place else {
            throw .mismatch(
                of: left.name,
                kind: left.kind,
                given: "\"\(right.name)\", which is \(right.kind.phrase)"
            )
        }
        guard !operation.isTextual || left.kind.compares(with: .text) else {
            throw .mismatch(of: left.name, kind: left.kind, operator: operation.sign)
        }
        return .comparison(left.expression, .compare(operation), right.expression, options)
    }

    // MARK: Sides

    /// Returns the side as one that reads the object, or nil for a constant.
    private func key(
        _ expression: ParsedExpression,
        beside other: ParsedExpression
    ) throws(PredicateFault) -> Key? {
        switch expression {
        case .object: return Key(name: "SELF", kind: .identifier, expression: expression)
        case .key(let name):
            do throws(PredicateFault) {
                return Key(name: name, kind: try table.kind(of: name), expression: expression)
            } catch {
                throw isKnownKey(other) ? error.suggestingQuotes(name) : error
            }
        case .bitAnd(let left, let right): return try bitKey(of: left, and: right)
        case .value, .aggregate: return nil
        }
    }

    private func isKnownKey(_ expression: ParsedExpression) -> Bool {
        guard case .key(let name) = expression else { return false }
        return table[name] != nil
    }

    /// Returns the bits of a number, or of subtypes given by their names.
    private func bitKey(
        of left: ParsedExpression,
        and right: ParsedExpression
    ) throws(PredicateFault) -> Key? {
        let keys = (try key(left, beside: right), try key(right, beside: left))
        guard let key = keys.0 ?? keys.1 else { return nil }
        guard [.number, .mediaType, .mediaSubtypes].contains(key.kind) else {
            throw .mismatch(of: key.name, kind: key.kind, operator: "&")
        }
        if keys.0 != nil, keys.1 != nil {
            return Key(name: key.name, kind: .number, expression: .bitAnd(left, right))
        }
        let mask = try value(keys.0 == nil ? left : right, beside: key)
        let number: FieldValue? =
            switch mask {
            case .scalar(.integer(let value)): .integer(value)
            case .scalar(.text(let name)) where key.kind == .mediaSubtypes:
                MediaNames.subtype(name).map(FieldValue.integer)
            default: nil
            }
        guard let number else { throw .mismatch(of: key.name, kind: key.kind, given: mask.written) }
        return Key(
            name: "\(key.name) & \(mask.written)",
            kind: .number,
            expression: .bitAnd(key.expression, .value(.scalar(number)))
        )
    }

    private func value(
        _ expression: ParsedExpression,
        beside key: Key
    ) throws(PredicateFault) -> PredicateValue {
        switch expression {
        case .value(.list), .aggregate:
            throw PredicateFault(.syntax, "A list is possible only on the right of IN or BETWEEN.")
        case .value(let value): return value
        case .bitAnd(.value(let left), .value(let right)):
            guard case .scalar(.integer(let left)) = left, case .scalar(.integer(let right)) = right
            else {
                throw .mismatch(
                    of: key.name,
                    kind: key.kind,
                    given: "\(left.written) & \(right.written)"
                )
            }
            return .scalar(.integer(left & right))
        case .bitAnd, .key, .object:
            throw .mismatch(of: key.name, kind: key.kind, given: "an expression")
        }
    }
}

extension PredicateFault {
    /// Adds to the error that the unknown key may be a text without quotation marks.
    fileprivate func suggestingQuotes(_ name: String) -> PredicateFault {
        var fault = self
        fault.message += " If \(name) is meant as a text, write \"\(name)\" in quotation marks."
        return fault
    }
}
