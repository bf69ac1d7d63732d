package import PhotosBase

/// The waits between the tries of one request: exponential, with full jitter, within a time without progress.
package struct Backoff: Sendable {
    /// The seconds without progress after which the request fails.
    package let patience: Double
    private var tries = 0
    private var waited = 0.0

    private static let first = 0.5
    private static let greatest = 20.0

    package init(patience: Double) { self.patience = patience }

    /// Forgets earlier tries, because the last one got on.
    package mutating func resetAfterProgress() {
        tries = 0
        waited = 0
    }

    /// Returns the seconds to wait before the next try.
    ///
    /// - Parameters:
    ///   - failure: The end of the last try.
    ///   - elapsed: The seconds that the last try took.
    ///   - random: A random number from 0 to 1.
    /// - Returns: Seconds, or nil where the request has failed.
    package mutating func nextWait(
        after failure: TransferFailure,
        elapsed: Double,
        random: Double
    ) -> Double? {
        guard failure.retry else { return nil }
        // A page once may be an accident. A wrong address should not keep a person waiting.
        if failure.code == .notTheService, tries >= 2 { return nil }
        let bound = min(Self.greatest, Self.first * Double(1 << min(tries, 10)))
        var wait = bound * random
        if let asked = failure.after { wait = max(wait, asked) }
        tries += 1
        waited += elapsed + wait
        return waited <= min(patience, failure.patience ?? patience) ? wait : nil
    }
}
