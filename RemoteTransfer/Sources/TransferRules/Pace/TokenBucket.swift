/// A limit of bytes a second that lets short bursts pass.
package struct TokenBucket: Sendable {
    package var rate: Double
    private var available: Double
    private var last: Double

    /// Makes a full bucket, which holds the bytes of a quarter of a second.
    ///
    /// - Parameters:
    ///   - rate: Bytes a second, from 1.
    ///   - now: Seconds of a clock that never goes back.
    package init(rate: Double, now: Double) {
        self.rate = rate
        available = rate / 4
        last = now
    }

    /// Takes bytes, and returns the seconds to wait before they may be used.
    ///
    /// Waits add up: whoever takes later waits longer.
    package mutating func reserveBytes(_ bytes: Int, now: Double) -> Double {
        available = min(rate / 4, available + max(0, now - last) * rate)
        last = max(last, now)
        available -= Double(bytes)
        return available >= 0 ? 0 : -available / rate
    }
}
