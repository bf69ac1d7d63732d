/// Whether a library can be read, by looks that a server takes from time to time: a state machine without a clock.
///
/// The state is known at any moment without a look, so requests that ask for it cost nothing.
public struct LibraryHealth: Hashable, Sendable {
    /// The seconds from the beginning of a look to that of the next one.
    public static let pause = 5
    /// The seconds after which a look that has not ended means that the library cannot be read.
    public static let patience = 30

    private var second = 0
    private var next = 0
    private var began: Int?
    private var wasReadable = true

    /// Makes the state of a library that was just opened.
    public init() {}

    /// Whether the last look could read the library, and the one under way does not take too long.
    public var isReadable: Bool {
        wasReadable && began.map { second - $0 < Self.patience } ?? true
    }

    /// Tells the state a time, and returns whether a look begins.
    ///
    /// - Parameter second: The seconds since the server started.
    /// - Returns: Whether the caller takes a look, and calls ``endLook(isReadable:)`` afterwards.
    public mutating func beginLook(atSecond second: Int) -> Bool {
        self.second = second
        guard began == nil, second >= next else { return false }
        began = second
        next = second + Self.pause
        return true
    }

    /// Records the result of a look.
    public mutating func endLook(isReadable: Bool) {
        began = nil
        wasReadable = isReadable
    }
}
