import Foundation

/// An object that returns its properties by name.
package protocol KeyValueReading {
    func value(forKey key: String) -> Any?
}

extension ParsedPredicate {
    /// Returns whether a plain object meets the predicate, outside any fetch.
    ///
    /// Keys are read from dictionaries and from objects that implement `value(forKey:)`. For other objects, the stored
    /// properties are read. A key that an object does not have is nil.
    package func evaluate(with object: Any?) -> Bool {
        switch self {
        case .constant(let answer):
            answer
        case .not(let part):
            !part.evaluate(with: object)
        case .all(let parts):
            parts.allSatisfy { $0.evaluate(with: object) }
        case .any(let parts):
            parts.contains { $0.evaluate(with: object) }
        case .comparison(let left, let operation, let right, let options):
            Self.comparisonHolds(
                of: left.value(in: object),
                by: operation,
                with: right.value(in: object),
                options: options
            )
        }
    }

    private static func comparisonHolds(
        of left: PredicateValue,
        by operation: ParsedOperator,
        with right: PredicateValue,
        options: Condition.TextOptions
    ) -> Bool {
        switch operation {
        case .compare(.contains):
            if case .list(let members) = left {
                return members.contains {
                    $0.comparisonHolds(by: .equal, with: right, options: options)
                }
            }
            return left.comparisonHolds(by: .contains, with: right, options: options)
        case .compare(let operation):
            return left.comparisonHolds(by: operation, with: right, options: options)
        case .between:
            guard case .list(let bounds) = right, bounds.count == 2 else { return false }
            return left.comparisonHolds(by: .greaterOrEqual, with: bounds[0], options: [])
                && left.comparisonHolds(by: .lessOrEqual, with: bounds[1], options: [])
        case .within:
            guard case .list(let members) = right else {
                return right.comparisonHolds(by: .contains, with: left, options: options)
            }
            return left != .null
                && members.contains { left.comparisonHolds(by: .equal, with: $0, options: options) }
        }
    }
}

extension PredicateValue {
    fileprivate func comparisonHolds(
        by operation: Condition.Operator,
        with other: PredicateValue,
        options: Condition.TextOptions
    ) -> Bool {
        if let left = comparable, let right = other.comparable {
            return operation.holds(between: left, and: right, options: options)
        }
        switch operation {
        case .equal: return self == other && !isOpaque
        case .notEqual: return self != other || isOpaque
        default: return false
        }
    }

    private var isOpaque: Bool { if case .opaque = self { true } else { false } }

    var comparable: FieldValue? {
        switch self {
        case .scalar(let value): value
        case .object(let identifier): .text(identifier)
        case .list, .opaque: nil
        }
    }
}

extension ParsedExpression {
    fileprivate func value(in object: Any?) -> PredicateValue {
        switch self {
        case .object:
            PredicateValue(object)
        case .key(let path):
            PredicateValue(plainValue(ofKeyPath: path, in: object))
        case .value(let value):
            value
        case .aggregate(let elements):
            .list(elements.map { $0.value(in: object) })
        case .bitAnd(let left, let right):
            if let left = left.value(in: object).comparable?.bits,
                let right = right.value(in: object).comparable?.bits
            {
                .scalar(.integer(left & right))
            } else {
                .null
            }
        }
    }
}

/// Returns the value of a key, or of a key path with dots, in a plain object.
package func plainValue(ofKeyPath path: String, in object: Any?) -> Any? {
    path.split(separator: ".").reduce(object) { plainValue(of: String($1), in: $0) }
}

private func plainValue(of key: String, in object: Any?) -> Any? {
    switch object {
    case nil: nil
    case let dictionary as [String: Any]: dictionary[key]
    case let dictionary as NSDictionary: dictionary[key]
    case let object as any KeyValueReading: object.value(forKey: key)
    case let object?: storedProperty(key, of: Mirror(reflecting: object))
    }
}

private func storedProperty(_ name: String, of mirror: Mirror) -> Any? {
    if let child = mirror.children.first(where: { $0.label == name }) { return child.value }
    return mirror.superclassMirror.flatMap { storedProperty(name, of: $0) }
}
