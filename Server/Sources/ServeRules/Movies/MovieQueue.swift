/// Who may have a part of a movie made, and in which order, as a state machine without threads.
///
/// Clients with limits, such as guests of a link, never have all places together. The owner comes before them, and never
/// waits for more than one of their parts.
public struct MovieQueue: Hashable, Sendable {
    /// A request for a part that has to be made.
    public struct Request: Hashable, Sendable {
        /// A number that no other request has.
        public let number: Int
        /// The session or device that asks.
        public let visitor: String
        /// Whether the client sees a selection alone.
        public let isLimited: Bool

        /// Makes a request.
        ///
        /// - Parameters:
        ///   - number: A number that no other request has.
        ///   - visitor: The session or device that asks.
        ///   - isLimited: Whether the client sees a selection alone.
        public init(number: Int, visitor: String, isLimited: Bool) {
            self.number = number
            self.visitor = visitor
            self.isLimited = isLimited
        }
    }

    /// What becomes of a request.
    public enum Answer: Hashable, Sendable {
        case begins
        case waits
        case refused
    }

    private let places: Int
    private let longestLine: Int
    private var running: [Request] = []
    private var waiting: [Request] = []

    /// Makes a queue.
    ///
    /// - Parameters:
    ///   - places: The most parts that are made at once, 2 or more.
    ///   - longestLine: The most limited clients that wait.
    public init(places: Int = 2, longestLine: Int = 64) {
        precondition(places >= 2, "The owner needs a place beside those of limited clients.")
        self.places = places
        self.longestLine = longestLine
    }

    /// Adds a request.
    ///
    /// A visitor has one part made, and waits for one more: that of the place to which he has jumped.
    ///
    /// - Parameter request: The request.
    /// - Returns: What becomes of it.
    public mutating func add(_ request: Request) -> Answer {
        if canBegin(request) {
            running.append(request)
            return .begins
        }
        let isFull = request.isLimited && waiting.count(where: \.isLimited) >= longestLine
        guard !isFull, !waiting.contains(where: { $0.visitor == request.visitor }) else {
            return .refused
        }
        waiting.append(request)
        return .waits
    }

    /// Removes a request that is done, or that nobody waits for any more.
    ///
    /// - Parameter number: The number of the request.
    /// - Returns: The numbers of the requests that begin now.
    public mutating func remove(_ number: Int) -> [Int] {
        running.removeAll { $0.number == number }
        waiting.removeAll { $0.number == number }
        var begun: [Int] = []
        while let next = nextIndex {
            let request = waiting.remove(at: next)
            running.append(request)
            begun.append(request.number)
        }
        return begun
    }

    private var nextIndex: Int? {
        waiting.firstIndex { !$0.isLimited && canBegin($0) }
            ?? waiting.firstIndex { canBegin($0) }
    }

    private func canBegin(_ request: Request) -> Bool {
        guard running.count < places, !running.contains(where: { $0.visitor == request.visitor })
        else { return false }
        return !request.isLimited || running.count(where: \.isLimited) < places - 1
    }
}
