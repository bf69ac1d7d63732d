import Synchronization

/// One observer of a feed: it is told of commits in their order, and never of two at once.
///
/// The mutex guards what it was told; the handler runs outside of it.
final class FeedListener: Sendable {
    private struct State {
        /// The last commit that it was told of, or that came before it.
        var told: Int64
        /// The last commit that it has to be told of.
        var due: Int64
        var isBusy = false
        var hasEnded = false

        /// What it is to be told of now; nil for nothing.
        mutating func next() -> (from: Int64, to: Int64)? {
            guard !hasEnded, due > told else {
                isBusy = false
                return nil
            }
            isBusy = true
            defer { told = due }
            return (told, due)
        }
    }

    private let state: Mutex<State>
    private let handler: ChangeFeed.Handler

    init(since: Int64, _ handler: @escaping ChangeFeed.Handler) {
        state = Mutex(State(told: since, due: since))
        self.handler = handler
    }

    /// Tells it of all commits up to one; while it is busy, the call that it is busy with goes on with these.
    func tell(upTo to: Int64) {
        var next = state.withLock { state in
            state.due = max(state.due, to)
            return state.isBusy ? nil : state.next()
        }
        while let (from, to) = next {
            handler(from, to)
            next = state.withLock { $0.next() }
        }
    }

    /// It is told nothing more.
    func end() { state.withLock { $0.hasEnded = true } }
}
