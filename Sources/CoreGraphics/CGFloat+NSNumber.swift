public import Foundation

// Foundation on Linux makes a Double or an Int of an NSNumber, and no CGFloat, so that the usual
// `properties[kCGImagePropertyPixelWidth] as? CGFloat` would be nil for every picture. A retroactive conformance is the
// only way to teach a cast something.
// swift-format-ignore: AvoidRetroactiveConformances, NoLeadingUnderscores
extension CGFloat: @retroactive _ObjectiveCBridgeable {
    /// The number as an object.
    public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: Double(self)) }

    /// Takes the value of a number.
    public static func _forceBridgeFromObjectiveC(_ source: NSNumber, result: inout CGFloat?) {
        result = CGFloat(source.doubleValue)
    }

    /// Takes the value of a number, if a Double can hold it.
    public static func _conditionallyBridgeFromObjectiveC(
        _ source: NSNumber,
        result: inout CGFloat?
    ) -> Bool {
        result = Double(exactly: source).map { CGFloat($0) }
        return result != nil
    }

    /// Takes the value of a number; 0 without one.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNumber?) -> CGFloat {
        CGFloat(source?.doubleValue ?? 0)
    }
}
