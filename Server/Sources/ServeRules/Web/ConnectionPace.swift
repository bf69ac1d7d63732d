/// The limits of one connection: how long a request may take to arrive, how large it may be, and how long its answer may
/// wait for the client.
///
/// A slow or endless request, or a client that never reads, would otherwise hold a connection for ever. The machine has no clock: each event states
/// the seconds since any fixed moment.
public struct ConnectionPace: Hashable, Sendable {
    /// The limits of all connections.
    public struct Limits: Hashable, Sendable {
        /// The seconds until the head of the next request must have arrived.
        public var headSeconds = 60.0
        /// The same while more than half of all connections are taken.
        public var crowdedHeadSeconds = 5.0
        /// The seconds until a body that is no upload must have arrived.
        public var bodySeconds = 30.0
        /// The seconds in which an upload must bring ``uploadBytes``.
        public var uploadSeconds = 60.0
        /// The bytes that an upload must bring in ``uploadSeconds``.
        public var uploadBytes: Int64 = 16 << 10
        /// The largest body that is no upload, in bytes.
        public var bodyBytes: Int64 = 4 << 20
        /// The largest upload, in bytes.
        public var largestUpload: Int64 = 64 << 30
        /// The seconds in which a client must take some of the bytes that wait for it in the buffers of the system.
        public var answerSeconds = 300.0

        /// Makes the default limits.
        public init() {}
    }

    private enum Phase: Hashable, Sendable {
        case head(since: Double)
        case body(isUpload: Bool, count: Int64, since: Double, sinceCount: Int64)
        case answer
    }

    private let limits: Limits
    private var phase: Phase
    /// Since when bytes of an answer wait for the client; nil while it takes them.
    private var waitsSince: Double?

    /// Makes the state of a new connection.
    public init(_ limits: Limits = Limits(), at now: Double) {
        self.limits = limits
        phase = .head(since: now)
    }

    /// Records the head of a request.
    ///
    /// - Parameters:
    ///   - isUpload: Whether its body is a file.
    ///   - now: The time in seconds.
    public mutating func recordHead(isUpload: Bool, at now: Double) {
        phase = .body(isUpload: isUpload, count: 0, since: now, sinceCount: 0)
    }

    /// Records bytes of the body.
    ///
    /// - Returns: False where the body is too large, and the connection is to be closed.
    public mutating func recordBody(byteCount bytes: Int, at now: Double) -> Bool {
        guard case .body(let isUpload, let count, let since, let sinceCount) = phase else {
            return false
        }
        let sum = count + Int64(bytes)
        let isQuick = isUpload && sum - sinceCount >= limits.uploadBytes
        phase = .body(
            isUpload: isUpload,
            count: sum,
            since: isQuick ? now : since,
            sinceCount: isQuick ? sum : sinceCount
        )
        return sum <= (isUpload ? limits.largestUpload : limits.bodyBytes)
    }

    /// Records the end of a request.
    public mutating func recordRequestEnd() { phase = .answer }

    /// Records that the answer was sent, so that the next request may begin.
    public mutating func recordAnswerEnd(at now: Double) {
        // An answer may end before its request, which then still has to arrive in time.
        if case .answer = phase { phase = .head(since: now) }
    }

    /// Records that the connection takes no more bytes, because the client does not read those before.
    public mutating func recordAnswerWait(at now: Double) { waitsSince = waitsSince ?? now }

    /// Records that the client took the bytes that waited.
    public mutating func recordAnswerProgress() { waitsSince = nil }

    /// Returns when the connection is to be closed; nil while an answer is being made and taken.
    ///
    /// - Parameter isCrowded: Whether more than half of all connections are taken: others need the place then.
    /// - Returns: The time in seconds, or nil.
    public func deadline(isCrowded: Bool = false) -> Double? {
        let head =
            isCrowded ? min(limits.headSeconds, limits.crowdedHeadSeconds) : limits.headSeconds
        let request: Double? =
            switch phase {
            case .head(let since): since + head
            case .body(let isUpload, _, let since, _):
                since + (isUpload ? limits.uploadSeconds : limits.bodySeconds)
            case .answer: nil
            }
        let answer = waitsSince.map { $0 + limits.answerSeconds }
        return [request, answer].compactMap(\.self).min()
    }
}
