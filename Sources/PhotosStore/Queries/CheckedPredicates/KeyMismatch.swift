/// A key and a value that cannot be compared with each other.
package struct KeyMismatch: Hashable, Sendable {
    package var key: String
    package var kind: KeyKind
    /// What was written beside the key: a value, another key, or an operator.
    package var given: String
    /// What to write instead, as a sentence.
    package var remedy: String
}

extension PredicateFault {
    /// A key of one kind beside a value that it has no order with.
    static func mismatch(_ key: String, _ kind: KeyKind, _ given: String) -> PredicateFault {
        var fault = PredicateFault(
            .mismatch,
            "\"\(key)\" is \(kind.phrase) and cannot be compared with \(given). \(kind.remedy)"
        )
        fault.mismatch = KeyMismatch(key: key, kind: kind, given: given, remedy: kind.remedy)
        return fault
    }

    /// A key of one kind with an operator that its values do not answer.
    static func mismatch(_ key: String, _ kind: KeyKind, operator sign: String) -> PredicateFault {
        var fault = PredicateFault(
            .mismatch,
            "\"\(key)\" is \(kind.phrase) and cannot be compared by \(sign). \(kind.remedy)"
        )
        fault.mismatch = KeyMismatch(key: key, kind: kind, given: sign, remedy: kind.remedy)
        return fault
    }
}

extension PredicateValue {
    /// As somebody may have written it, for sentences.
    var written: String {
        switch self {
        case .scalar(.null): "nil"
        case .scalar(.integer(let value)): "\(value)"
        case .scalar(.real(let value)): "\(value)"
        case .scalar(.text(let text)): "\"\(text)\""
        case .scalar(.blob): "bytes"
        case .object(let identifier): "\"\(identifier)\""
        case .list: "a list"
        case .opaque(let type): "a value of type \(type)"
        }
    }
}

extension Condition.Operator {
    /// As it stands in a format string.
    var sign: String {
        switch self {
        case .equal: "=="
        case .notEqual: "!="
        case .less: "<"
        case .lessOrEqual: "<="
        case .greater: ">"
        case .greaterOrEqual: ">="
        case .contains: "CONTAINS"
        case .beginsWith: "BEGINSWITH"
        case .endsWith: "ENDSWITH"
        case .like: "LIKE"
        case .matches: "MATCHES"
        }
    }
}
