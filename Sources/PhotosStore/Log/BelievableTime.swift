/// The time that has passed according to a clock that may be wrong and be corrected.
///
/// Up to 366 days between two changes of a library count as passed. A larger jump of the clock, forward or back, counts
/// as no time. If a clock jumps ten years ahead, all of Recently Deleted would otherwise be due at once.
package struct BelievableTime {
    /// The largest number of seconds that counts between two changes, or between the last change and now.
    package static let longestPause = 366.0 * 86_400

    /// The present moment after leaving out jumps, for dates that no change has.
    private let now: Double
    /// The seconds that count up to the last change of each date, and up to now.
    private var passed: [Double: Double] = [:]
    private var total = 0.0

    /// Takes the dates of changes in the order of the log, and the present date, in seconds of any epoch.
    package init(changes: [Double], now: Double) {
        for (date, next) in zip(changes, changes.dropFirst() + [now]) {
            passed[date] = total
            if abs(next - date) <= Self.longestPause { total += next - date }
        }
        self.now = changes.first.map { [total] in $0 + total } ?? now
    }

    /// Returns the seconds since the last change with this date, or by the clock without jumps if no change has it.
    package func elapsed(since date: Double) -> Double {
        passed[date].map { total - $0 } ?? now - date
    }
}
