/// Codes that open one session each, as a state machine without a clock.
public struct OneTimeCodes: Hashable, Sendable {
    /// The seconds that a code is valid.
    public static let seconds = 900.0
    /// The largest number of codes; a further one pushes out the oldest.
    public static let limit = 16

    private var codes: [(hash: String, issued: Double)] = []

    /// Makes an empty list.
    public init() {}

    /// Adds a code.
    ///
    /// - Parameters:
    ///   - hash: The hash of the code.
    ///   - now: The time in seconds.
    public mutating func addCode(withHash hash: String, at now: Double) {
        codes.removeAll { now - $0.issued > Self.seconds }
        if codes.count >= Self.limit { codes.removeFirst() }
        codes.append((hash, now))
    }

    /// Takes a code out of the list, so that it opens nothing a second time.
    ///
    /// - Returns: Whether the code was there and still valid.
    public mutating func useCode(withHash hash: String, at now: Double) -> Bool {
        guard let index = codes.firstIndex(where: { $0.hash == hash }) else { return false }
        let issued = codes.remove(at: index).issued
        return now - issued <= Self.seconds
    }

    /// Two lists are equal if they hold the same codes of the same moments.
    public static func == (one: Self, other: Self) -> Bool {
        one.codes.elementsEqual(other.codes) { $0 == $1 }
    }

    /// Hashes the codes.
    public func hash(into hasher: inout Hasher) {
        for code in codes {
            hasher.combine(code.hash)
            hasher.combine(code.issued)
        }
    }
}
