import Foundation

/// An object that can be passed to a predicate instead of its identifier.
package protocol IdentifiedObject {
    var localIdentifier: String { get }
}

/// A list of objects, such as a fetch result, that can be passed to a predicate instead of an array.
package protocol IdentifiedObjectList {
    var localIdentifiers: [String] { get }
}

/// A value that a program passes to a predicate, or that a plain object has for a key.
package indirect enum PredicateValue: Hashable, Sendable {
    case scalar(FieldValue)
    case object(identifier: String)
    case list([PredicateValue])
    /// A value of a type that predicates cannot compare, which equals nothing but is not nil.
    case opaque(type: String)
}

extension PredicateValue {
    package static let null = PredicateValue.scalar(.null)

    /// Converts an argument to a value.
    ///
    /// The argument may be nil, a number of any width, a date, a text, an enumeration or an option set. An argument may
    /// also be an object with an identifier, or a collection of such values.
    package init(_ argument: Any?) {
        guard let argument = argument.flatMap(unwrapped) else {
            self = .null
            return
        }
        self =
            Self.reading(scalar: argument) ?? Self.reading(list: argument)
            ?? .opaque(type: "\(type(of: argument))")
    }

    private static func reading(scalar argument: Any) -> PredicateValue? {
        switch argument {
        case let value as String: .scalar(.text(value))
        case let value as Int: .scalar(.integer(Int64(value)))
        case let value as Bool: .scalar(.flag(value))
        case let value as Double: .scalar(.real(value))
        case let value as Date: .scalar(.real(value.timeIntervalSinceReferenceDate))
        case let value as any IdentifiedObject: .object(identifier: value.localIdentifier)
        case let value as any BinaryInteger: .scalar(number(value))
        case let value as any BinaryFloatingPoint: .scalar(.real(Double(value)))
        case let value as Decimal: .scalar(.real(NSDecimalNumber(decimal: value).doubleValue))
        case let value as NSDate: .scalar(.real(value.timeIntervalSinceReferenceDate))
        case let value as NSNumber: .scalar(number(value))
        case let value as NSString: .scalar(.text(String(value.substring(from: 0))))
        case let value as Substring: .scalar(.text(String(value)))
        case let value as Character: .scalar(.text(String(value)))
        case let value as UUID: .scalar(.text(value.uuidString))
        case let value as NSUUID: .scalar(.text(value.uuidString))
        case let value as URL: .scalar(.text(value.absoluteString))
        case let value as Data: .scalar(.blob(Array(value)))
        case is NSNull: .null
        case let value as any RawRepresentable: PredicateValue(raw(value))
        default: nil
        }
    }

    private static func reading(list argument: Any) -> PredicateValue? {
        switch argument {
        case let list as [String]: .list(list.map { .scalar(.text($0)) })
        case let list as any IdentifiedObjectList:
            .list(list.localIdentifiers.map { .object(identifier: $0) })
        case let list as NSArray: .list(list.map { PredicateValue($0) })
        case let list as NSSet: .list(list.map { PredicateValue($0) })
        case let list as NSOrderedSet: .list(list.map { PredicateValue($0) })
        case is any RangeExpression, is NSDictionary, is [AnyHashable: Any]: nil
        case let list as any Collection: .list(elements(list))
        default: nil
        }
    }

    private static func elements(_ list: some Collection) -> [PredicateValue] {
        list.map { PredicateValue($0) }
    }

    private static func raw(_ value: some RawRepresentable) -> Any { value.rawValue }

    private static func number(_ value: some BinaryInteger) -> FieldValue {
        Int64(exactly: value).map(FieldValue.integer) ?? .real(Double(value))
    }

    private static func number(_ value: NSNumber) -> FieldValue {
        switch String(cString: value.objCType) {
        case "d", "f": .real(value.doubleValue)
        case "Q" where value.uint64Value > UInt64(Int64.max): .real(value.doubleValue)
        default: .integer(value.int64Value)
        }
    }
}

/// Reads the value of an Optional inside an `Any`, where casts do not find it.
private protocol OptionalReading {
    var content: Any? { get }
}

extension Optional: OptionalReading {
    fileprivate var content: Any? { map { $0 } }
}

private func unwrapped(_ value: Any) -> Any? {
    if let optional = value as? any OptionalReading {
        optional.content.flatMap(unwrapped)
    } else {
        value
    }
}
