public import Foundation

// The protocol that `as?` uses. With it, an `Any` value converts to `NSError` and to `PHPhotosError`, whichever
// type it holds.
// swift-format-ignore: NoLeadingUnderscores
extension PHPhotosError: _ObjectiveCBridgeable {
    /// Returns the error as an `NSError`.
    ///
    /// - Returns: An error of ``PHPhotosErrorDomain`` with the same code and the same `userInfo`.
    public func _bridgeToObjectiveC() -> NSError { _nsError }

    /// Makes an error from an `NSError`, as `as!` does.
    ///
    /// - Parameters:
    ///   - source: An error of ``PHPhotosErrorDomain``; any other is the caller's mistake.
    ///   - result: Receives the error.
    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout Self?) {
        result = Self(_nsError: source)
    }

    /// Makes an error from an `NSError`, as `as?` does.
    ///
    /// - Parameters:
    ///   - source: Any error.
    ///   - result: Receives the error; nil when the domain is another one.
    /// - Returns: Whether the error is one of the photo library.
    public static func _conditionallyBridgeFromObjectiveC(
        _ source: NSError,
        result: inout Self?
    ) -> Bool {
        result = source.domain == PHPhotosErrorDomain ? Self(_nsError: source) : nil
        return result != nil
    }

    /// Makes an error from an `NSError` that is known to be one of the photo library.
    ///
    /// - Parameter source: An error of ``PHPhotosErrorDomain``; any other, or nil, is the caller's mistake.
    /// - Returns: The error.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> Self {
        guard let source else {
            preconditionFailure("A PHPhotosError was made from an NSError that is nil.")
        }
        return Self(_nsError: source)
    }
}
