public import Foundation

// Code for Apple's systems writes `date as CVarArg` in predicates, where these types are Objective-C objects as
// variadic arguments. Predicates here use the values directly. Other variadic functions use the encoding: they read
// the address of an object, which must exist until the function returns.

// swift-format-ignore: AvoidRetroactiveConformances
extension NSObject: @retroactive CVarArg {
    // swift-format-ignore: NoLeadingUnderscores
    /// The address of the object, which is valid as long as the caller keeps the object.
    public var _cVarArgEncoding: [Int] {
        [Int(bitPattern: Unmanaged.passUnretained(self).toOpaque())]
    }
}

// swift-format-ignore: AvoidRetroactiveConformances
extension Date: @retroactive CVarArg {
    // swift-format-ignore: NoLeadingUnderscores
    /// The address of an object with the same date.
    ///
    /// The object is never freed, because the last use is unknown.
    public var _cVarArgEncoding: [Int] {
        retainedAddress(of: NSDate(timeIntervalSinceReferenceDate: timeIntervalSinceReferenceDate))
    }
}

// swift-format-ignore: AvoidRetroactiveConformances
extension Array: @retroactive CVarArg {
    // swift-format-ignore: NoLeadingUnderscores
    /// The address of an object with the same elements.
    ///
    /// The object is never freed, because the last use is unknown.
    public var _cVarArgEncoding: [Int] { retainedAddress(of: NSArray(array: self)) }
}

// swift-format-ignore: AvoidRetroactiveConformances
extension Set: @retroactive CVarArg {
    // swift-format-ignore: NoLeadingUnderscores
    /// The address of an object with the same elements.
    ///
    /// The object is never freed, because the last use is unknown.
    public var _cVarArgEncoding: [Int] { retainedAddress(of: NSSet(set: self)) }
}

private func retainedAddress(of object: NSObject) -> [Int] {
    [Int(bitPattern: Unmanaged.passRetained(object).toOpaque())]
}
