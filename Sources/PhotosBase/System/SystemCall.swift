import Glibc

/// An error of the system.
public struct SystemError: Error, Hashable, Sendable {
    /// The error number, as `errno` has it.
    public var code: Int32

    /// Makes an error from its number.
    public init(code: Int32) { self.code = code }
}

/// Calls of the system.
public enum SystemCall {
    /// Makes a call again as long as signals end it before it did anything.
    ///
    /// [signal(7)](https://man7.org/linux/man-pages/man7/signal.7.html) names these calls: the error is `EINTR`.
    ///
    /// - Parameter call: The call, which returns a negative number and sets `errno` where it fails.
    /// - Returns: The result of the call, which is not negative.
    /// - Throws: ``SystemError`` with any other error number than `EINTR`.
    @discardableResult
    @inlinable
    public static func repeating<Number: SignedInteger>(
        _ call: () -> Number
    ) throws(SystemError) -> Number {
        while true {
            let result = call()
            if result >= 0 { return result }
            let code = Self.errorNumber
            if code != interrupted { throw SystemError(code: code) }
        }
    }

    @usableFromInline static var errorNumber: Int32 { errno }
    @usableFromInline static let interrupted = EINTR
}
