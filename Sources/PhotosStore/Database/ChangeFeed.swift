import Foundation
import Synchronization

/// Tells the observers of one process about commits, of this process and of others, in commit order.
///
/// Observers run on `queue`, outside any lock, after the commit. One that takes long keeps neither the others nor
/// completion handlers waiting; what is committed meanwhile it is told together, when it has ended.
package final class ChangeFeed: Sendable {
    package typealias Handler = @Sendable (_ from: Int64, _ to: Int64) -> Void

    /// Where observers and completion handlers run.
    package let queue = CallQueue("OpenPhotoKit callbacks")

    /// Guards everything below it; never held while a handler runs or the library is asked.
    private let state: Mutex<State>
    /// Had without a statement; nil where it would not tell of every commit.
    private let version: @Sendable () -> LibraryVersion?
    private let current: @Sendable () -> Int64?
    private let commitNotifier: CommitNotifier?

    private struct State {
        /// By number: later ones came later.
        var listeners: [UInt64: FeedListener] = [:]
        var nextID: UInt64 = 0
        var told: Int64 = 0
        var isScheduled = false
        /// Of a moment when there was nothing to tell.
        var quiet: LibraryVersion?
        var watch: CommitWatch?

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

    /// A feed that hears no bell, and is told to look.
    package convenience init(
        version: @escaping @Sendable () -> LibraryVersion?,
        current: @escaping @Sendable () -> Int64?
    ) {
        self.init(commitNotifier: nil, version: version, current: current)
    }

    /// Adds an observer; what was committed before is not told to it.
    ///
    /// - Returns: A number to remove it by.
    package func add(_ handler: @escaping Handler) -> UInt64 {
        let now = current()
        let id = state.withLock { state in
            if state.listeners.isEmpty {
                state.told = now ?? state.told
                state.watch = commitNotifier?.watch { [weak self] in self?.look(insisting: $0) }
            }
            state.nextID += 1
            state.listeners[state.nextID] = FeedListener(since: now ?? state.told, handler)
            return state.nextID
        }
        // A commit between the question and the entry found nobody to tell.
        look()
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

    /// Something may have been committed.
    ///
    /// Costs no statement when nothing was, unless it insists: a commit whose ring was lost, and which was seen only a
    /// while after it had been written to the log, leaves the stamp as it was.
    package func look(insisting: Bool = false) {
        let (isDue, quiet) = state.withLock { state in
            (!state.listeners.isEmpty && !state.isScheduled, state.quiet)
        }
        guard isDue else { return }
        // Taken before the question: what is committed in between makes the next look ask again.
        let version = version()
        guard insisting || version == nil || version != quiet, let now = current() else { return }
        let isNew = state.withLock { state in
            guard now > state.told else {
                state.quiet = version?.isSettled == true ? version : nil
                return false
            }
            guard !state.isScheduled else { return false }
            state.isScheduled = true
            return true
        }
        if isNew { queue.async { self.tell() } }
    }

    private func tell() {
        // From here on another look is scheduled behind this one, so that what is committed after the question
        // below is not missed.
        state.withLock { $0.isScheduled = false }
        let now = current()
        let (to, listeners) = state.withLock { state in
            let to = max(now ?? state.told, state.told)
            state.told = to
            return (to, state.listeners.sorted { $0.key < $1.key }.map(\.value))
        }
        // Before the handlers of the blocks that are told, which wait already.
        queue.prepend(listeners.map { listener in { listener.tell(upTo: to) } })
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
