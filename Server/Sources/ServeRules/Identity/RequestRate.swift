/// The rate at which clients may send requests: a bucket of tokens for each, as a state machine without a clock.
public struct RequestRate: Hashable, Sendable {
    private struct Bucket: Hashable, Sendable {
        var tokens: Double
        var time: Double
    }

    private let burst: Double
    private let perSecond: Double
    private var buckets: [String: Bucket] = [:]

    /// Makes the rate.
    ///
    /// - Parameters:
    ///   - burst: The requests that a client may send at once.
    ///   - perSecond: The requests a second afterwards.
    public init(burst: Double = 4000, perSecond: Double = 1000) {
        self.burst = burst
        self.perSecond = perSecond
    }

    /// Takes a token of a client.
    ///
    /// - Returns: Nil if the client may go on, else the seconds until it may.
    public mutating func takeToken(of client: String, at now: Double) -> Double? {
        if buckets.count > 10_000 {
            buckets = buckets.filter { now - $0.value.time < burst / perSecond }
        }
        var bucket = buckets[client] ?? Bucket(tokens: burst, time: now)
        bucket.tokens = min(burst, bucket.tokens + max(0, now - bucket.time) * perSecond)
        bucket.time = now
        defer { buckets[client] = bucket }
        guard bucket.tokens >= 1 else { return (1 - bucket.tokens) / perSecond }
        bucket.tokens -= 1
        return nil
    }
}
