/// A key and a value that cannot be compared with each other.
package struct KeyMismatch: Hashable, Sendable {
    package var key: String
    package var kind: KeyKind
    /// The text that was written beside the key: a value, another key, or an operator.
    package var given: String
    /// The sentence that says what to write instead.
    package var remedy: String
}

extension PredicateFault {
    /// Returns the error for a key and a value that cannot be compared.
    static func mismatch(of key: String, kind: KeyKind, given: String) -> PredicateFault {
        var fault = PredicateFault(
            .mismatch,
            "\"\(key)\" is \(kind.phrase) and cannot be compared with \(given). \(kind.remedy)"
        )
        fault.mismatch = KeyMismatch(key: key, kind: kind, given: given, remedy: kind.remedy)
        return fault
    }

    /// Returns the error for a key whose values do not support an operator.
    static func mismatch(of key: String, kind: KeyKind, operator sign: String) -> PredicateFault {
        var fault = PredicateFault(
            .mismatch,
            "\"\(key)\" is \(kind.phrase) and cannot be compared by \(sign). \(kind.remedy)"
        )
        fault.mismatch = KeyMismatch(key: key, kind: kind, given: sign, remedy: kind.remedy)
        return fault
    }
}

extension PredicateValue {
    /// The value in the form in which a person may have written it, for use in sentences.
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
    /// The operator as it is written in a format string.
    var sign: String {
        switch self {
        case .equal: "=="
        case .notEqual: "!="
        case .less: "<"
        case .lessOrEqual: "<="
        case .greater: ">"
        case .greaterOrEqual: ">="
        case .contains, .hasElement: "CONTAINS"
        case .beginsWith: "BEGINSWITH"
        case .endsWith: "ENDSWITH"
        case .like: "LIKE"
        case .matches: "MATCHES"
        }
    }
}
