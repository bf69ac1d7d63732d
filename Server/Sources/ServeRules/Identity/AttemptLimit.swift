/// Slows down guessing of passwords and codes, as a state machine without a clock.
///
/// After five failures of one address, each further one doubles a waiting time of a second, up to a quarter of an hour.
/// After two hundred failures of all addresses in a minute, everybody waits until the minute is over.
public struct AttemptLimit: Hashable, Sendable {
    /// The failures of an address that have no consequence.
    public static let free = 5
    /// The longest waiting time of an address, in seconds.
    public static let longest = 900.0
    /// The failures of all addresses in a minute.
    public static let all = 200
    private static let addresses = 4096

    private struct Failures: Hashable, Sendable {
        var count = 0
        var last = 0.0
        var opens = 0.0
    }

    private var byAddress: [String: Failures] = [:]
    private var recent: [Double] = []

    /// Makes a limit without failures.
    public init() {}

    /// Returns the seconds until an address may try again; nil if it may now.
    public func waitingTime(of address: String, at now: Double) -> Double? {
        var opens = byAddress[address]?.opens ?? 0
        if recent.count >= Self.all, let first = recent.first { opens = max(opens, first + 60) }
        return opens > now ? opens - now : nil
    }

    /// Records a failed attempt.
    public mutating func recordFailure(of address: String, at now: Double) {
        var failures = byAddress[address] ?? Failures()
        if now - failures.last > Self.longest { failures = Failures() }
        failures.count += 1
        failures.last = now
        if failures.count >= Self.free {
            let doublings = Double(min(failures.count - Self.free, 20))
            var wait = 1.0
            for _ in 0..<Int(doublings) { wait = min(wait * 2, Self.longest) }
            failures.opens = now + wait
        }
        if byAddress.count >= Self.addresses, byAddress[address] == nil {
            let oldest = byAddress.min { $0.value.last < $1.value.last }
            if let oldest { byAddress[oldest.key] = nil }
        }
        byAddress[address] = failures
        recent.removeAll { now - $0 > 60 }
        if recent.count >= Self.all { recent.removeFirst() }
        recent.append(now)
    }

    /// Removes the last failure of an address, which was none; its earlier failures stay.
    public mutating func removeLastFailure(of address: String) {
        guard var failures = byAddress[address] else { return }
        failures.count -= 1
        failures.opens = 0
        byAddress[address] = failures.count > 0 ? failures : nil
        if !recent.isEmpty { recent.removeLast() }
    }

    /// Records a successful attempt, after which the address starts anew.
    public mutating func recordSuccess(of address: String) { byAddress[address] = nil }
}
