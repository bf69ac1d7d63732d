public import Foundation

// Foundation on Linux converts an NSNumber to Double or Int, but not to CGFloat. So the usual
// `properties[kCGImagePropertyPixelWidth] as? CGFloat` would be nil for every picture. Only a retroactive
// conformance changes the result of a cast.
// swift-format-ignore: AvoidRetroactiveConformances, NoLeadingUnderscores
extension CGFloat: @retroactive _ObjectiveCBridgeable {
    /// Returns the number as an object.
    public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: Double(self)) }

    /// Converts a number.
    public static func _forceBridgeFromObjectiveC(_ source: NSNumber, result: inout CGFloat?) {
        result = CGFloat(source.doubleValue)
    }

    /// Converts a number, if a Double can represent it exactly.
    public static func _conditionallyBridgeFromObjectiveC(
        _ source: NSNumber,
        result: inout CGFloat?
    ) -> Bool {
        result = Double(exactly: source).map { CGFloat($0) }
        return result != nil
    }

    /// Converts a number; nil becomes 0.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNumber?) -> CGFloat {
        CGFloat(source?.doubleValue ?? 0)
    }
}
