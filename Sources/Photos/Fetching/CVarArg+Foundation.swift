public import Foundation

// Code for Apple's systems writes `date as CVarArg` in predicates, where these types are variadic arguments as
// Objective-C objects. Predicates take them as they are; the encoding serves other variadic functions, which read
// the address of an object and outlive no caller that keeps it.

// swift-format-ignore: AvoidRetroactiveConformances
extension NSObject: @retroactive CVarArg {
    // swift-format-ignore: NoLeadingUnderscores
    /// The address of the object, which lives as long as the caller keeps it.
    public var _cVarArgEncoding: [Int] {
        [Int(bitPattern: Unmanaged.passUnretained(self).toOpaque())]
    }
}

// swift-format-ignore: AvoidRetroactiveConformances
extension Date: @retroactive CVarArg {
    // swift-format-ignore: NoLeadingUnderscores
    /// The address of an object of the same date; it stays in memory, since nobody can say when it is done with.
    public var _cVarArgEncoding: [Int] {
        retainedAddress(of: NSDate(timeIntervalSinceReferenceDate: timeIntervalSinceReferenceDate))
    }
}

// swift-format-ignore: AvoidRetroactiveConformances
extension Array: @retroactive CVarArg {
    // swift-format-ignore: NoLeadingUnderscores
    /// The address of an object of the same elements; it stays in memory, since nobody can say when it is done with.
    public var _cVarArgEncoding: [Int] { retainedAddress(of: NSArray(array: self)) }
}

// swift-format-ignore: AvoidRetroactiveConformances
extension Set: @retroactive CVarArg {
    // swift-format-ignore: NoLeadingUnderscores
    /// The address of an object of the same elements; it stays in memory, since nobody can say when it is done with.
    public var _cVarArgEncoding: [Int] { retainedAddress(of: NSSet(set: self)) }
}

private func retainedAddress(of object: NSObject) -> [Int] {
    [Int(bitPattern: Unmanaged.passRetained(object).toOpaque())]
}
