/// How many parts of movies wait to be sent, each of which takes memory until a client has read it.
public struct UnsentParts: Hashable, Sendable {
    private let visitorLimit: Int
    private let limitedLimit: Int
    private var counts: [String: Int] = [:]
    private var limitedCount = 0

    /// Makes a count of nothing.
    ///
    /// - Parameters:
    ///   - visitorLimit: The most parts of one visitor.
    ///   - limitedLimit: The most parts of all limited clients together.
    public init(visitorLimit: Int = 4, limitedLimit: Int = 32) {
        self.visitorLimit = visitorLimit
        self.limitedLimit = limitedLimit
    }

    /// Counts a part, unless there are too many.
    ///
    /// - Parameters:
    ///   - visitor: The session or device that asks.
    ///   - isLimited: Whether the client sees a selection alone.
    /// - Returns: Whether the part may be made.
    public mutating func addPart(of visitor: String, isLimited: Bool) -> Bool {
        guard counts[visitor, default: 0] < visitorLimit else { return false }
        guard !isLimited || limitedCount < limitedLimit else { return false }
        counts[visitor, default: 0] += 1
        if isLimited { limitedCount += 1 }
        return true
    }

    /// Removes a part that was counted and is now sent or given up.
    ///
    /// - Parameters:
    ///   - visitor: The session or device that asked.
    ///   - isLimited: Whether the client sees a selection alone.
    public mutating func removePart(of visitor: String, isLimited: Bool) {
        guard let count = counts[visitor] else { return }
        counts[visitor] = count > 1 ? count - 1 : nil
        if isLimited { limitedCount -= 1 }
    }
}
