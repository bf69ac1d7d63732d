/// How much time has passed by a clock that may be set wrong, and set right again.
///
/// Between two changes of a library at most a year is believed to pass. What a clock jumps further than that, either way,
/// did not happen: neither ten years in one moment, after which all of Recently Deleted would be due, nor the way back.
package struct BelievableTime {
    /// Seconds that may pass between two changes, and between the last of them and now.
    package static let longestPause = 366.0 * 86_400

    /// The present moment by what is believed, for dates that no change has.
    private let now: Double
    /// How much was believed to pass up to the last change of each date, and up to now.
    private var passed: [Double: Double] = [:]
    private var total = 0.0

    /// Takes the dates of changes in the order of the log, and the present one, in seconds of any epoch.
    package init(changes: [Double], now: Double) {
        for (date, next) in zip(changes, changes.dropFirst() + [now]) {
            passed[date] = total
            if abs(next - date) <= Self.longestPause { total += next - date }
        }
        self.now = changes.first.map { [total] in $0 + total } ?? now
    }

    /// Seconds since the last change that has this date; where none has it, by the clock as far as it is believed.
    package func elapsed(since date: Double) -> Double {
        passed[date].map { total - $0 } ?? now - date
    }
}
