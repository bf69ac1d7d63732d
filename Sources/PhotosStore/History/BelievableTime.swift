/// How much time has passed by a clock that may be set wrong, and set right again.
///
/// Between two changes of a library at most a year is believed to pass. What a clock jumps further than that, either way,
/// did not happen: neither ten years in one moment, after which all of Recently Deleted would be due, nor the way back.
package struct BelievableTime {
    /// Seconds that may pass between two changes, and between the last of them and now.
    package static let longestPause = 366.0 * 86_400

    private let dates: [Double]

    /// Takes the dates of changes in the order of the log, and the present one, in seconds of any epoch.
    package init(changes: [Double], now: Double) { dates = changes + [now] }

    /// Seconds since the last change that has this date; where none has it, by the clock and its last step alone.
    package func elapsed(since date: Double) -> Double {
        guard let place = dates.dropLast().lastIndex(of: date) else {
            guard let now = dates.last else { return 0 }
            return dates.count < 2 || isBelievable(dates[dates.count - 2], now) ? now - date : 0
        }
        return zip(dates[place...], dates[(place + 1)...])
            .filter { isBelievable($0, $1) }
            .reduce(0) { $0 + $1.1 - $1.0 }
    }

    private func isBelievable(_ date: Double, _ next: Double) -> Bool {
        abs(next - date) <= Self.longestPause
    }
}
