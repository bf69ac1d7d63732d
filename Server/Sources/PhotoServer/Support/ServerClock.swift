import Foundation

/// The clock and the randomness of a server, so that tests can set both.
struct ServerClock: Sendable {
    /// Returns the time.
    var now: @Sendable () -> Date = { Date() }

    /// Returns the seconds since 1970, for state machines that count seconds.
    var seconds: Double { now().timeIntervalSince1970 }
}
