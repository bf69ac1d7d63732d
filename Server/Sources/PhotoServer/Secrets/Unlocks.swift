/// The sessions that may see hidden photos for a while.
struct Unlocks: Sendable {
    /// The seconds after the last request for hidden photos.
    static let seconds = 900.0

    private var ends: [String: Double] = [:]

    mutating func unlock(_ session: String, at now: Double) {
        ends = ends.filter { $0.value > now }
        ends[session] = now + Self.seconds
    }

    mutating func lock(_ session: String) { ends[session] = nil }

    /// Returns whether a session is unlocked; looking keeps it so.
    mutating func isUnlocked(_ session: String, at now: Double) -> Bool {
        guard let end = ends[session], end > now else { return false }
        ends[session] = now + Self.seconds
        return true
    }
}
