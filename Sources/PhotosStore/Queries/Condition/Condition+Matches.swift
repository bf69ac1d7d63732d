extension Condition {
    /// Returns whether a record in memory meets the condition.
    package func matches(_ record: some FieldReading) -> Bool {
        switch self {
        case .constant(let answer):
            answer
        case .comparison(let left, let operation, let right, let options):
            operation.holds(
                between: left.value(in: record),
                and: right.value(in: record),
                options: options
            )
        case .membership(let expression, let set):
            set.contains(expression.value(in: record))
        case .words(let words):
            words.matches(record)
        case .area(let area):
            area.comparisons.matches(record)
        case .all(let parts):
            parts.allSatisfy { $0.matches(record) }
        case .any(let parts):
            parts.contains { $0.matches(record) }
        case .not(let part):
            !part.matches(record)
        }
    }
}
