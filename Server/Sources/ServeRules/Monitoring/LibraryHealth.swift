/// Whether a library can be read, by checks that a server makes from time to time: a state machine without a clock.
///
/// The state is known at any moment without a check, so requests that ask for it cost nothing.
public struct LibraryHealth: Hashable, Sendable {
    /// The seconds from the beginning of a check to that of the next one.
    public static let pause = 5
    /// The seconds after which a check that has not ended, or not begun, means that the library cannot be read.
    public static let patience = 30

    private var next = 0
    private var began: Int?
    private var wasReadable = true

    /// Makes the state of a library that was just opened.
    public init() {}

    /// Returns whether the last check could read the library, and the one that is under way or due does not take too long.
    ///
    /// - Parameter second: The seconds since the server started.
    /// - Returns: Whether the library can be read.
    public func isReadable(atSecond second: Int) -> Bool {
        // The caller that begins checks may wait for the same disk.
        wasReadable && second - (began ?? next) < Self.patience
    }

    /// Begins a check if one is due.
    ///
    /// - Parameter second: The seconds since the server started.
    /// - Returns: Whether the caller makes the check, and calls ``endLook(isReadable:)`` afterwards.
    public mutating func beginLook(atSecond second: Int) -> Bool {
        guard began == nil, second >= next else { return false }
        began = second
        next = second + Self.pause
        return true
    }

    /// Records the result of a check.
    ///
    /// - Parameters:
    ///   - isReadable: Whether the library could be read.
    ///   - second: The seconds since the server started.
    public mutating func endLook(isReadable: Bool, atSecond second: Int) {
        began = nil
        next = max(next, second)
        wasReadable = isReadable
    }
}
