/// How many places clients hold, each of which takes memory or work until it is free again.
public struct ClientPlaces: Hashable, Sendable {
    private let eachLimit: Int
    private let limitedLimit: Int
    private var counts: [String: Int] = [:]
    private var limitedCount = 0

    /// Makes places that nobody holds.
    ///
    /// - Parameters:
    ///   - eachLimit: The most places of one holder.
    ///   - limitedLimit: The most places of all limited clients together.
    public init(eachLimit: Int, limitedLimit: Int) {
        self.eachLimit = eachLimit
        self.limitedLimit = limitedLimit
    }

    /// Takes a place, unless too many are held.
    ///
    /// - Parameters:
    ///   - holder: The session, device or link that the place counts for.
    ///   - isLimited: Whether the client sees a selection alone.
    /// - Returns: Whether there was a place.
    public mutating func takePlace(for holder: String, isLimited: Bool) -> Bool {
        guard counts[holder, default: 0] < eachLimit else { return false }
        guard !isLimited || limitedCount < limitedLimit else { return false }
        counts[holder, default: 0] += 1
        if isLimited { limitedCount += 1 }
        return true
    }

    /// Gives back a place that was taken.
    ///
    /// - Parameters:
    ///   - holder: The session, device or link that the place counted for.
    ///   - isLimited: Whether the client sees a selection alone.
    public mutating func returnPlace(of holder: String, isLimited: Bool) {
        guard let count = counts[holder] else { return }
        counts[holder] = count > 1 ? count - 1 : nil
        if isLimited { limitedCount -= 1 }
    }
}
