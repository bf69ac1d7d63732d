import Foundation

/// Comparisons of a key with a value.
extension PredicateChecker {
    func keyComparison(
        of key: Key,
        by operation: Condition.Operator,
        with value: PredicateValue,
        options: Condition.TextOptions
    ) throws(PredicateFault) -> ParsedPredicate {
        if value == .null {
            guard operation == .equal || operation == .notEqual else {
                throw .mismatch(of: key.name, kind: key.kind, given: "nil by \(operation.sign)")
            }
            return Self.constantComparison(of: key, by: operation, with: .null)
        }
        switch key.kind {
        case .date: return try dateComparison(of: key, by: operation, with: value)
        case .mediaSubtypes: return try subtypeComparison(of: key, by: operation, with: value)
        case .text, .identifier:
            return try textComparison(of: key, by: operation, with: value, options: options)
        case .texts:
            guard operation == .contains else {
                throw .mismatch(of: key.name, kind: key.kind, operator: operation.sign)
            }
            return try textComparison(of: key, by: operation, with: value, options: options)
        case .place: throw .mismatch(of: key.name, kind: key.kind, given: value.written)
        case .number, .duration, .flag, .mediaType:
            guard !operation.isTextual else {
                throw .mismatch(of: key.name, kind: key.kind, operator: operation.sign)
            }
            let isName = if case .scalar(.text) = value { key.kind == .mediaType } else { false }
            guard !isName || operation == .equal || operation == .notEqual else {
                throw .mismatch(of: key.name, kind: key.kind, operator: operation.sign)
            }
            guard let number = Self.fieldNumber(from: value, kind: key.kind) else {
                throw .mismatch(of: key.name, kind: key.kind, given: value.written)
            }
            return Self.constantComparison(of: key, by: operation, with: number)
        }
    }

    private static func constantComparison(
        of key: Key,
        by operation: Condition.Operator,
        with value: FieldValue
    ) -> ParsedPredicate {
        .comparison(key.expression, .compare(operation), .value(.scalar(value)), [])
    }

    /// Returns a number in the form of the key's field, or nil if the field cannot have this value.
    private static func fieldNumber(from value: PredicateValue, kind: KeyKind) -> FieldValue? {
        guard case .scalar(let value) = value else { return nil }
        switch (kind, value) {
        case (.number, .integer), (.number, .real), (.duration, .integer), (.duration, .real):
            return value
        case (.flag, .integer(0...1)), (.mediaType, .integer(0...3)): return value
        case (.number, .text(let text)): return WrittenQuantity.number(text)
        case (.duration, .text(let text)): return WrittenQuantity.seconds(text)
        case (.mediaType, .text(let text)): return MediaNames.type(text).map(FieldValue.integer)
        case (.flag, .text(let text)):
            return switch text.lowercased() {
            case "yes", "true": .flag(true)
            case "no", "false": .flag(false)
            default: nil
            }
        default: return nil
        }
    }

    private func textComparison(
        of key: Key,
        by operation: Condition.Operator,
        with value: PredicateValue,
        options: Condition.TextOptions
    ) throws(PredicateFault) -> ParsedPredicate {
        switch value {
        case .scalar(.text), .object:
            return .comparison(key.expression, .compare(operation), .value(value), options)
        default: throw .mismatch(of: key.name, kind: key.kind, given: value.written)
        }
    }

    /// Compares a date key with the range of time that a written date names.
    ///
    /// A date is equal if it lies within the range, and greater if it lies at or after its end.
    private func dateComparison(
        of key: Key,
        by operation: Condition.Operator,
        with value: PredicateValue
    ) throws(PredicateFault) -> ParsedPredicate {
        guard !operation.isTextual else {
            throw .mismatch(of: key.name, kind: key.kind, operator: operation.sign)
        }
        guard case .scalar(.text(let text)) = value, let date = WrittenDate(text, zone: zone) else {
            throw .mismatch(of: key.name, kind: key.kind, given: value.written)
        }
        let (start, end) = (FieldValue.real(date.start), FieldValue.real(date.end))
        let isWithin = ParsedPredicate.all([
            Self.constantComparison(of: key, by: .greaterOrEqual, with: start),
            Self.constantComparison(of: key, by: .less, with: end),
        ])
        return switch operation {
        case .equal: isWithin
        case .notEqual: .not(isWithin)
        case .less: Self.constantComparison(of: key, by: .less, with: start)
        case .lessOrEqual: Self.constantComparison(of: key, by: .less, with: end)
        case .greater: Self.constantComparison(of: key, by: .greaterOrEqual, with: end)
        default: Self.constantComparison(of: key, by: .greaterOrEqual, with: start)
        }
    }

    /// Compares subtypes: a name tests a single bit, and a number is compared with the whole value.
    private func subtypeComparison(
        of key: Key,
        by operation: Condition.Operator,
        with value: PredicateValue
    ) throws(PredicateFault) -> ParsedPredicate {
        switch value {
        case .scalar(.integer(let number)) where !operation.isTextual:
            return Self.constantComparison(of: key, by: operation, with: .integer(number))
        case .scalar(.text(let name)):
            guard let bit = MediaNames.subtype(name) else {
                throw .mismatch(of: key.name, kind: key.kind, given: value.written)
            }
            guard [.equal, .notEqual, .contains].contains(operation) else {
                throw .mismatch(of: key.name, kind: key.kind, operator: operation.sign)
            }
            let bits = ParsedExpression.bitAnd(
                key.expression,
                .value(.scalar(.integer(bit)))
            )
            return .comparison(
                bits,
                .compare(operation == .notEqual ? .equal : .notEqual),
                .value(.scalar(.integer(0))),
                []
            )
        default: throw .mismatch(of: key.name, kind: key.kind, given: value.written)
        }
    }
}
