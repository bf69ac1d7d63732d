import Foundation

/// Values as `value(forKey:)` returns them.
enum KeyedValue {
    /// Returns a value as the object that key-value coding gives: a number, a Bool or an enumeration becomes an `NSNumber`.
    ///
    /// Programs cast it to whatever they need, as in `as? Int`, `as? CLong` or `as? Double`. A Swift number answers to its own
    /// type alone.
    /// (Source: "Scalar and Structure Support" in Apple's Key-Value Coding Programming Guide.)
    static func object(_ value: Any?) -> Any? {
        switch value {
        case let number as NSNumber: number
        case let kind as any RawRepresentable: kind.rawValue as? NSNumber ?? kind
        default: value
        }
    }
}
