import Foundation

/// The value of one field of a record, as SQLite stores it and as the change log keeps it.
///
/// Dates are `real`: seconds since 2001-01-01 00:00:00 UTC. A `Date` is therefore restored with exactly the same bits.
/// Booleans are `integer` 0 and 1. Identifiers are `blob` of 16 bytes.
package enum FieldValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])

    /// Returns whether two values are equal, where texts are equal only if their UTF-8 bytes are, as in SQLite.
    ///
    /// Two spellings of one letter are two values, so an edit from one spelling to the other is a change.
    package static func == (left: FieldValue, right: FieldValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.integer(let left), .integer(let right)): left == right
        case (.real(let left), .real(let right)): left == right
        case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
        case (.blob(let left), .blob(let right)): left == right
        default: false
        }
    }

    package func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .integer(let value): hasher.combine(value)
        case .real(let value): hasher.combine(value)
        case .text(let value): for byte in value.utf8 { hasher.combine(byte) }
        case .blob(let value): hasher.combine(value)
        }
    }

    package static func flag(_ value: Bool) -> FieldValue { .integer(value ? 1 : 0) }

    package init(_ value: Int64?) { self = value.map(FieldValue.integer) ?? .null }
    package init(_ value: Int?) { self = value.map { .integer(Int64($0)) } ?? .null }
    package init(_ value: Double?) { self = value.map(FieldValue.real) ?? .null }
    package init(_ value: String?) { self = value.map(FieldValue.text) ?? .null }

    init(date: Date?) { self.init(date?.timeIntervalSinceReferenceDate) }

    package var integer: Int64? {
        if case .integer(let value) = self { value } else { nil }
    }

    package var real: Double? {
        switch self {
        case .real(let value): value
        case .integer(let value): Double(value)
        default: nil
        }
    }

    var date: Date? { real.map(Date.init(timeIntervalSinceReferenceDate:)) }

    package var text: String? {
        if case .text(let value) = self { value } else { nil }
    }

    package var blob: [UInt8]? {
        if case .blob(let value) = self { value } else { nil }
    }

    /// Returns whether both values are stored the same, with texts compared byte by byte.
    package func isIdentical(to other: FieldValue) -> Bool {
        guard case .text(let left) = self, case .text(let right) = other else {
            return self == other
        }
        return left.utf8.elementsEqual(right.utf8)
    }

    package var isNull: Bool { self == .null }
}
