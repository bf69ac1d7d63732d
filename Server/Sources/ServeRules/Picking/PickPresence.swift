/// Decides whether the person is still there.
///
/// No browser reports that a tab is closed for good. The page reports that it is left, and a reload does so, too. A browser that
/// crashed reports nothing.
public struct PickPresence: Hashable, Sendable {
    /// A decision about the person.
    public enum Verdict: Hashable, Sendable {
        /// Nobody has opened the page, and there is time left; or the page is open.
        case waiting
        /// Nobody opened the page in time.
        case neverCame
        /// The page was closed.
        case gone
    }

    /// The seconds in which a page that was left may come back, as a reload does.
    public static let secondsToReturn = 5.0
    /// The seconds without a stream of events after which the page counts as closed.
    public static let secondsWithoutStream = 60.0

    private let end: Double
    private var lastSeen: Double?
    private var hasLeft = false

    /// Begins to wait.
    ///
    /// - Parameters:
    ///   - seconds: The time until somebody must have opened the page.
    ///   - now: The time in seconds.
    public init(waiting seconds: Double, at now: Double) { end = now + seconds }

    /// Records a request of the page.
    public mutating func recordRequest(at now: Double) {
        lastSeen = now
        hasLeft = false
    }

    /// Records that the page is being left.
    public mutating func recordDeparture(at now: Double) {
        lastSeen = now
        hasLeft = true
    }

    /// Records whether a stream of events of the page is open at the moment.
    public mutating func recordEventStream(isOpen: Bool, at now: Double) {
        if isOpen, lastSeen != nil, !hasLeft { lastSeen = now }
    }

    /// Returns what is known of the person.
    public func verdict(at now: Double) -> Verdict {
        guard let lastSeen else { return now >= end ? .neverCame : .waiting }
        let patience = hasLeft ? Self.secondsToReturn : Self.secondsWithoutStream
        return now - lastSeen >= patience ? .gone : .waiting
    }
}
