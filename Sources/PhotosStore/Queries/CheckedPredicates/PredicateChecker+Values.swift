import Foundation

/// Comparisons of a key with a value.
extension PredicateChecker {
    func compare(
        _ key: Key,
        _ operation: Condition.Operator,
        _ value: PredicateValue,
        _ options: Condition.TextOptions
    ) throws(PredicateFault) -> ParsedPredicate {
        if value == .null {
            guard operation == .equal || operation == .notEqual else {
                throw .mismatch(key.name, key.kind, "nil by \(operation.sign)")
            }
            return Self.comparison(key, operation, .null)
        }
        switch key.kind {
        case .date: return try date(key, operation, value)
        case .mediaSubtypes: return try subtypes(key, operation, value)
        case .text, .identifier: return try text(key, operation, value, options)
        case .texts:
            guard operation == .contains else {
                throw .mismatch(key.name, key.kind, operator: operation.sign)
            }
            return try text(key, operation, value, options)
        case .place: throw .mismatch(key.name, key.kind, value.written)
        case .number, .duration, .flag, .mediaType:
            guard !operation.isTextual else {
                throw .mismatch(key.name, key.kind, operator: operation.sign)
            }
            let isName = if case .scalar(.text) = value { key.kind == .mediaType } else { false }
            guard !isName || operation == .equal || operation == .notEqual else {
                throw .mismatch(key.name, key.kind, operator: operation.sign)
            }
            guard let number = Self.number(value, key.kind) else {
                throw .mismatch(key.name, key.kind, value.written)
            }
            return Self.comparison(key, operation, number)
        }
    }

    private static func comparison(
        _ key: Key,
        _ operation: Condition.Operator,
        _ value: FieldValue
    ) -> ParsedPredicate {
        .comparison(key.expression, .compare(operation), .value(.scalar(value)), [])
    }

    /// Returns a number in the form of the key's field, or nil if the field cannot have this value.
    private static func number(_ value: PredicateValue, _ kind: KeyKind) -> FieldValue? {
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

    private func text(
        _ key: Key,
        _ operation: Condition.Operator,
        _ value: PredicateValue,
        _ options: Condition.TextOptions
    ) throws(PredicateFault) -> ParsedPredicate {
        switch value {
        case .scalar(.text), .object:
            return .comparison(key.expression, .compare(operation), .value(value), options)
        default: throw .mismatch(key.name, key.kind, value.written)
        }
    }

    /// Compares a date key with the range of time that a written date names.
    ///
    /// A date is equal if it lies within the range, and greater if it lies at or after its end.
    private func date(
        _ key: Key,
        _ operation: Condition.Operator,
        _ value: PredicateValue
    ) throws(PredicateFault) -> ParsedPredicate {
        guard !operation.isTextual else {
            throw .mismatch(key.name, key.kind, operator: operation.sign)
        }
        guard case .scalar(.text(let text)) = value, let date = WrittenDate(text, zone: zone) else {
            throw .mismatch(key.name, key.kind, value.written)
        }
        let (start, end) = (FieldValue.real(date.start), FieldValue.real(date.end))
        let isWithin = ParsedPredicate.all([
            Self.comparison(key, .greaterOrEqual, start), Self.comparison(key, .less, end),
        ])
        return switch operation {
        case .equal: isWithin
        case .notEqual: .not(isWithin)
        case .less: Self.comparison(key, .less, start)
        case .lessOrEqual: Self.comparison(key, .less, end)
        case .greater: Self.comparison(key, .greaterOrEqual, end)
        default: Self.comparison(key, .greaterOrEqual, start)
        }
    }

    /// Compares subtypes: a name tests a single bit, and a number is compared with the whole value.
    private func subtypes(
        _ key: Key,
        _ operation: Condition.Operator,
        _ value: PredicateValue
    ) throws(PredicateFault) -> ParsedPredicate {
        switch value {
        case .scalar(.integer(let number)) where !operation.isTextual:
            return Self.comparison(key, operation, .integer(number))
        case .scalar(.text(let name)):
            guard let bit = MediaNames.subtype(name) else {
                throw .mismatch(key.name, key.kind, value.written)
            }
            guard [.equal, .notEqual, .contains].contains(operation) else {
                throw .mismatch(key.name, key.kind, operator: operation.sign)
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
        default: throw .mismatch(key.name, key.kind, value.written)
        }
    }
}
