public import Foundation

// On Linux, `as? NSError` and `catch let error as NSError` convert an error only if its type conforms to this protocol. The
// same conformance lets `as? AVError` convert an `NSError` of its domain.
// swift-format-ignore: NoLeadingUnderscores
extension AVError: _ObjectiveCBridgeable {
    /// Returns the error as an `NSError`.
    ///
    /// - Returns: An error of ``AVFoundationErrorDomain`` with the same code and the same message.
    public func _bridgeToObjectiveC() -> NSError {
        NSError(domain: AVFoundationErrorDomain, code: errorCode, userInfo: errorUserInfo)
    }

    /// Makes an error from an `NSError`, as `as!` does.
    ///
    /// - Parameters:
    ///   - source: An error of ``AVFoundationErrorDomain`` with one of its codes; any other is the caller's mistake.
    ///   - result: Receives the error.
    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout Self?) {
        result = _unconditionallyBridgeFromObjectiveC(source)
    }

    /// Makes an error from an `NSError`, as `as?` does.
    ///
    /// - Parameters:
    ///   - source: Any error.
    ///   - result: Receives the error; nil when its domain or its code is none of this type.
    /// - Returns: Whether the error is one of this type.
    public static func _conditionallyBridgeFromObjectiveC(
        _ source: NSError,
        result: inout Self?
    ) -> Bool {
        result = nil
        guard source.domain == AVFoundationErrorDomain, let code = Code(rawValue: source.code)
        else {
            return false
        }
        result = Self(code, source.localizedDescription)
        return true
    }

    /// Makes an error from an `NSError` that is known to be one of this type.
    ///
    /// - Parameter source: An error of ``AVFoundationErrorDomain`` with one of its codes; any other, or nil, is the caller's mistake.
    /// - Returns: The error.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> Self {
        var result: Self?
        guard let source, _conditionallyBridgeFromObjectiveC(source, result: &result), let result
        else {
            preconditionFailure("An AVError was made from \(source as Any).")
        }
        return result
    }
}
