import Synchronization

/// A single observer of a feed, which is notified of commits in order and never by two calls at once.
///
/// The mutex guards the position up to which it was notified. The handler runs outside the mutex.
final class FeedListener: Sendable {
    private struct State {
        /// The last commit that the observer was notified of, or that came before it.
        var notified: Int64
        /// The last commit that the observer is to be notified of.
        var due: Int64
        var isBusy = false
        var hasEnded = false

        /// Returns the range of commits to report now, or nil if there is none.
        mutating func next() -> (from: Int64, to: Int64)? {
            guard !hasEnded, due > notified else {
                isBusy = false
                return nil
            }
            isBusy = true
            defer { notified = due }
            return (notified, due)
        }
    }

    private let state: Mutex<State>
    private let handler: ChangeFeed.Handler

    init(since: Int64, _ handler: @escaping ChangeFeed.Handler) {
        state = Mutex(State(notified: since, due: since))
        self.handler = handler
    }

    /// Notifies the observer of all commits up to `to`.
    ///
    /// If the handler is running, the call that runs it reports these commits next.
    func notify(upTo to: Int64) {
        var next = state.withLock { state in
            state.due = max(state.due, to)
            return state.isBusy ? nil : state.next()
        }
        while let (from, to) = next {
            handler(from, to)
            next = state.withLock { $0.next() }
        }
    }

    /// Ends all further notifications.
    func end() { state.withLock { $0.hasEnded = true } }
}
