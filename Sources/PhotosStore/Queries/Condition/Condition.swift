/// The condition of a plan on a record, as a tree.
///
/// A condition is evaluated in two ways that agree on every record: as ``sql(column:)`` for the first fetch, and as
/// ``matches(_:)`` for records in memory. Its logic has two values. A comparison with a missing value is false, with
/// two exceptions: two missing values are equal, and a missing value differs from every other value. The negation of a
/// false comparison is true.
package indirect enum Condition: Hashable, Sendable {
    case constant(Bool)
    case comparison(Expression, Operator, Expression, TextOptions)
    case membership(Expression, ValueSet)
    case words(WordCondition)
    case area(AreaCondition)
    case all([Condition])
    case any([Condition])
    case not(Condition)
}

extension Condition {
    /// Returns a comparison of a field with a value, which is the most common condition.
    package static func field(
        _ field: Field,
        _ operation: Operator,
        _ value: FieldValue
    ) -> Condition {
        .comparison(.field(field), operation, .value(value), [])
    }

    /// Returns the condition that a value is in a range that includes both bounds; a missing bound matches nothing.
    package static func between(
        _ expression: Expression,
        _ low: Expression,
        _ high: Expression
    ) -> Condition {
        .all([
            .comparison(expression, .greaterOrEqual, low, []),
            .comparison(expression, .lessOrEqual, high, []),
        ])
    }

    /// The fields that the condition reads; changes of other fields cannot change its result.
    package var fields: Set<Field> {
        var fields: Set<Field> = []
        collectFields(into: &fields)
        return fields
    }

    /// Whether the result depends on other rows than the record's own.
    package var usesAggregate: Bool { fields.contains(.memberCount) }

    /// The number of values in the largest set of the condition.
    var largestSet: Int {
        switch self {
        case .constant, .comparison: 0
        case .membership(_, let set): set.count
        case .words, .area: 0
        case .all(let parts), .any(let parts): parts.lazy.map(\.largestSet).max() ?? 0
        case .not(let part): part.largestSet
        }
    }

    /// The number of levels of the tree.
    package var depth: Int {
        switch self {
        case .constant, .comparison, .membership, .words, .area: 1
        case .all(let parts), .any(let parts): 1 + (parts.lazy.map(\.depth).max() ?? 0)
        case .not(let part): 1 + part.depth
        }
    }

    private func collectFields(into fields: inout Set<Field>) {
        switch self {
        case .constant:
            break
        case .comparison(let left, _, let right, _):
            left.collectFields(into: &fields)
            right.collectFields(into: &fields)
        case .membership(let expression, _):
            expression.collectFields(into: &fields)
        case .words(let words):
            fields.formUnion(words.fields)
        case .area:
            fields.formUnion([.asset(.latitude), .asset(.longitude)])
        case .all(let parts), .any(let parts):
            for part in parts { part.collectFields(into: &fields) }
        case .not(let part):
            part.collectFields(into: &fields)
        }
    }
}
