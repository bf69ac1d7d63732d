/// The values on the right of an `IN`, in a form for fast lookup.
///
/// Members are compared as in ``Condition/Operator/equal``. 1 and 1.0 are one member, and texts are compared by their
/// bytes, after folding if there are options. A missing value is never a member.
package struct ValueSet: Hashable, Sendable {
    package let options: Condition.TextOptions
    private let keys: Set<ValueKey>

    package init(_ values: some Sequence<FieldValue>, options: Condition.TextOptions = []) {
        self.options = options
        keys = Set(values.lazy.compactMap { ValueKey($0, options) })
    }

    package var count: Int { keys.count }

    /// The members in their simplest form: whole numbers as integers, and texts folded.
    package var values: some Collection<FieldValue> { keys.lazy.map(\.value) }

    package func contains(_ value: FieldValue) -> Bool {
        ValueKey(value, options).map(keys.contains) ?? false
    }
}

/// A value that is equal as in SQLite, where Swift treats differently encoded texts as equal.
private enum ValueKey: Hashable {
    case integer(Int64)
    case real(Double)
    case text(ExactText)
    case blob([UInt8])

    init?(_ value: FieldValue, _ options: Condition.TextOptions) {
        switch value {
        case .null:
            return nil
        case .integer(let value):
            self = .integer(value)
        case .real(let value):
            guard !value.isNaN else { return nil }
            self = Int64(exactly: value).map(ValueKey.integer) ?? .real(value)
        case .text(let value):
            self = .text(ExactText(options.folded(value)))
        case .blob(let value):
            self = .blob(value)
        }
    }

    var value: FieldValue {
        switch self {
        case .integer(let value): .integer(value)
        case .real(let value): .real(value)
        case .text(let value): .text(value.string)
        case .blob(let value): .blob(value)
        }
    }
}
