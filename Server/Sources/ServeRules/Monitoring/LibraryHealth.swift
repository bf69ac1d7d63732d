/// Whether a library can be read, by looks that a server takes from time to time: a state machine without a clock.
///
/// The state is known at any moment without a look, so requests that ask for it cost nothing.
public struct LibraryHealth: Hashable, Sendable {
    /// The seconds from the beginning of a look to that of the next one.
    public static let pause = 5
    /// The seconds after which a look that has not ended, or not begun, means that the library cannot be read.
    public static let patience = 30

    private var next = 0
    private var began: Int?
    private var wasReadable = true

    /// Makes the state of a library that was just opened.
    public init() {}

    /// Returns whether the last look could read the library, and the one that is under way or due does not take too long.
    ///
    /// - Parameter second: The seconds since the server started.
    /// - Returns: Whether the library can be read.
    public func isReadable(atSecond second: Int) -> Bool {
        // Whoever begins looks may wait for the same disk.
        wasReadable && second - (began ?? next) < Self.patience
    }

    /// Tells the state a time, and returns whether a look begins.
    ///
    /// - Parameter second: The seconds since the server started.
    /// - Returns: Whether the caller takes a look, and calls ``endLook(isReadable:)`` afterwards.
    public mutating func beginLook(atSecond second: Int) -> Bool {
        guard began == nil, second >= next else { return false }
        began = second
        next = second + Self.pause
        return true
    }

    /// Records the result of a look.
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
