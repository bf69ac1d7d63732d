/// Slows down guessing of passwords and codes, as a state machine without a clock.
///
/// After five failures of one source, each further one doubles a waiting time of a second, up to a quarter of an hour.
/// After two hundred failures of all addresses in a minute, all strangers wait until the minute is over. So do all who type
/// the password of a link, after as many failures with this link.
public struct AttemptLimit: Hashable, Sendable {
    /// The failures of a source that have no consequence.
    public static let free = 5
    /// The longest waiting time of a source, in seconds.
    public static let longest = 900.0
    /// The failures of all addresses in a minute.
    public static let all = 200
    private static let sources = 4096

    private struct Failures: Hashable, Sendable {
        var count = 0
        var last = 0.0
        var opens = 0.0
    }

    private var bySource: [AttemptSource: Failures] = [:]
    /// The times of the failures of the last minute.
    private var recent: [AttemptCrowd: [Double]] = [:]

    /// Makes a limit without failures.
    public init() {}

    /// Returns the seconds until a source may try again; nil if it may now.
    public func waitingTime(of source: AttemptSource, at now: Double) -> Double? {
        var opens = bySource[source]?.opens ?? 0
        if let crowd = source.crowd, let times = recent[crowd], times.count >= Self.all,
            let first = times.first
        {
            opens = max(opens, first + 60)
        }
        return opens > now ? opens - now : nil
    }

    /// Records a failed attempt.
    public mutating func recordFailure(of source: AttemptSource, at now: Double) {
        var failures = bySource[source] ?? Failures()
        if now - failures.last > Self.longest { failures = Failures() }
        failures.count += 1
        failures.last = now
        if failures.count >= Self.free {
            let doublings = Double(min(failures.count - Self.free, 20))
            var wait = 1.0
            for _ in 0..<Int(doublings) { wait = min(wait * 2, Self.longest) }
            failures.opens = now + wait
        }
        if bySource.count >= Self.sources, bySource[source] == nil {
            let oldest = bySource.min { $0.value.last < $1.value.last }
            if let oldest { bySource[oldest.key] = nil }
        }
        bySource[source] = failures
        guard let crowd = source.crowd else { return }
        recent = recent.mapValues { $0.filter { now - $0 <= 60 } }.filter { !$0.value.isEmpty }
        recent[crowd] = (recent[crowd] ?? []).suffix(Self.all - 1) + [now]
    }

    /// Removes the last failure of a source, which was none; its earlier failures stay.
    public mutating func removeLastFailure(of source: AttemptSource) {
        guard var failures = bySource[source] else { return }
        failures.count -= 1
        failures.opens = 0
        bySource[source] = failures.count > 0 ? failures : nil
        guard let crowd = source.crowd, var times = recent[crowd], !times.isEmpty else { return }
        times.removeLast()
        recent[crowd] = times.isEmpty ? nil : times
    }

    /// Records a successful attempt, after which the source starts anew.
    public mutating func recordSuccess(of source: AttemptSource) { bySource[source] = nil }
}
