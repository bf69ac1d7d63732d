import Foundation

/// The clocks of this machine.
enum SteadyClock {
    /// Seconds of a clock that never goes back.
    static var now: Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }

    /// Seconds since 1970.
    static var date: Double { Date().timeIntervalSince1970 }
}
