import Foundation
import Synchronization

/// Notifies the observers in one process of commits, by this process and by others, in commit order.
///
/// Observers run on `queue`, outside any lock, after the commit. A slow observer delays neither other observers nor
/// completion handlers. Commits that happen while it runs are reported to it together when it has ended.
package final class ChangeFeed: Sendable {
    package typealias Handler = @Sendable (_ from: Int64, _ to: Int64) -> Void

    /// The queue of observers and completion handlers.
    package let queue = CallQueue("OpenPhotoKit callbacks")

    /// The state below, which is never locked while a handler runs or the library is queried.
    private let state: Mutex<State>
    /// Returns the library's version without a statement, or nil if the version would not show every commit.
    private let version: @Sendable () -> LibraryVersion?
    private let current: @Sendable () -> Int64?
    private let commitNotifier: CommitNotifier?

    private struct State {
        /// The listeners by number, where later listeners have higher numbers.
        var listeners: [UInt64: FeedListener] = [:]
        var nextID: UInt64 = 0
        var notified: Int64 = 0
        /// The last position that the log is known to have reached.
        var reached: Int64 = 0
        /// Whether a call that notifies the observers waits on the queue.
        var isScheduled = false
        /// The version at a moment when there was nothing to report.
        var quiet: LibraryVersion?
        var watch: CommitWatch?

        /// Returns whether a call must be scheduled to report the commits up to a position.
        mutating func schedule(upTo sequence: Int64) -> Bool {
            reached = max(reached, sequence)
            guard reached > notified, !isScheduled else { return false }
            isScheduled = true
            return true
        }

        mutating func stopWatching() {
            watch?.stop()
            watch = nil
        }
    }

    init(
        commitNotifier: CommitNotifier?,
        version: @escaping @Sendable () -> LibraryVersion?,
        current: @escaping @Sendable () -> Int64?
    ) {
        self.commitNotifier = commitNotifier
        self.version = version
        self.current = current
        state = Mutex(State())
    }

    /// Creates a feed without commit notifications, which checks for commits only when ``check(insisting:)`` is called.
    package convenience init(
        version: @escaping @Sendable () -> LibraryVersion?,
        current: @escaping @Sendable () -> Int64?
    ) {
        self.init(commitNotifier: nil, version: version, current: current)
    }

    /// Adds an observer, which is not notified of earlier commits.
    ///
    /// - Returns: The number by which the observer is removed.
    package func add(_ handler: @escaping Handler) -> UInt64 {
        let now = current()
        let id = state.withLock { state in
            if state.listeners.isEmpty {
                state.notified = now ?? state.notified
                state.watch = commitNotifier?.watch { [weak self] in self?.check(insisting: $0) }
            }
            state.nextID += 1
            state.listeners[state.nextID] = FeedListener(since: now ?? state.notified, handler)
            return state.nextID
        }
        // A commit between reading the position and adding the listener found no listener to notify.
        check()
        return id
    }

    package func remove(_ id: UInt64) {
        let listener = state.withLock { state in
            let listener = state.listeners.removeValue(forKey: id)
            if state.listeners.isEmpty { state.stopWatching() }
            return listener
        }
        listener?.end()
    }

    /// Notifies the observers of a commit of this process, without reading the log.
    ///
    /// The observers' client must be able to read the whole log, so that the commit's position is theirs, too. Earlier
    /// commits of other processes are reported together with this one.
    package func notifyObservers(of sequence: Int64) {
        let isDue = state.withLock { state in
            !state.listeners.isEmpty && state.schedule(upTo: sequence)
        }
        if isDue { scheduleNotification() }
    }

    /// Checks whether something was committed, and notifies the observers if so.
    ///
    /// The check needs no statement if the version is unchanged, unless `insisting` is true. The version can miss a
    /// commit whose notification was lost and which became visible only a while after it was written to the log.
    package func check(insisting: Bool = false) {
        let (isDue, quiet) = state.withLock { state in (!state.listeners.isEmpty, state.quiet) }
        guard isDue else { return }
        // The version is read before the position, so that a commit in between makes the next check read the position
        // again.
        let version = version()
        guard insisting || version == nil || version != quiet, let now = current() else { return }
        let isNew = state.withLock { state in
            if now <= state.notified { state.quiet = version?.isSettled == true ? version : nil }
            return state.schedule(upTo: now)
        }
        if isNew { scheduleNotification() }
    }

    /// Notifies the observers on the queue.
    ///
    /// Preparing many calls can take longer than the queue's patience. The handlers of the reported blocks wait for it
    /// all the same, since they come after the observers.
    private func scheduleNotification() {
        queue.async { CallQueue.performWork { self.notify() } }
    }

    private func notify() {
        let (to, listeners) = state.withLock { state in
            // From here on, further commits schedule another call behind this one.
            state.isScheduled = false
            state.notified = max(state.notified, state.reached)
            return (state.notified, state.listeners.sorted { $0.key < $1.key }.map(\.value))
        }
        // The calls come before the handlers of the reported blocks, which are waiting already.
        queue.prepend(listeners.map { listener in { listener.notify(upTo: to) } })
    }

    func stop() {
        let listeners = state.withLock { state in
            defer { state.listeners = [:] }
            state.stopWatching()
            return state.listeners.values
        }
        for listener in listeners { listener.end() }
    }
}
