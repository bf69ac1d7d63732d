/// The progress of a request, reported at most ten times a second.
package struct ProgressPace: Sendable {
    private var next: Double
    private var told: Int64 = 0

    /// - Parameter now: Seconds of a clock that never goes back. The first progress is reported a tenth of a second
    ///   later.
    package init(now: Double) { next = now + 0.1 }

    /// Returns whether to tell a progress now.
    package mutating func shouldReport(_ bytes: Int64, now: Double) -> Bool {
        guard now >= next, bytes != told else { return false }
        next = now + 0.1
        told = bytes
        return true
    }
}
