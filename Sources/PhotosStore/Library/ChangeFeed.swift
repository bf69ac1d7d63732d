package import Dispatch
import Foundation
import Synchronization

/// Tells the observers of one process about commits, of this process and of others, in commit order.
///
/// Observers run on `queue`, outside any lock, after the commit. Commits that arrive while observers are busy are
/// told together.
package final class ChangeFeed: Sendable {
    package typealias Handler = @Sendable (_ from: Int64, _ to: Int64) -> Void

    /// Where observers and completion handlers run.
    package let queue = DispatchQueue(label: "OpenPhotoKit callbacks")

    /// Guards everything below it; never held while a handler runs.
    private let state: Mutex<State>
    private let current: @Sendable () -> Int64?
    private let bell: Doorbell?

    private struct State {
        var handlers: [(id: UInt64, handler: Handler)] = []
        var nextID: UInt64 = 0
        var told: Int64 = 0
        var isScheduled = false
        var watch: DoorbellWatch?
    }

    init(bell: Doorbell?, current: @escaping @Sendable () -> Int64?) {
        self.bell = bell
        self.current = current
        state = Mutex(State())
    }

    package func add(_ handler: @escaping Handler) -> UInt64 {
        let now = current() ?? 0
        return state.withLock { state in
            if state.handlers.isEmpty {
                state.told = now
                state.watch = try? bell?.watch { [weak self] in self?.look() }
            }
            state.nextID += 1
            state.handlers.append((state.nextID, handler))
            return state.nextID
        }
    }

    package func remove(_ id: UInt64) {
        state.withLock { state in
            state.handlers.removeAll { $0.id == id }
            if state.handlers.isEmpty {
                state.watch?.stop()
                state.watch = nil
            }
        }
    }

    /// Something may have been committed. Cheap when nothing was.
    package func look() {
        let isDue = state.withLock { state in
            guard !state.handlers.isEmpty, !state.isScheduled else { return false }
            return true
        }
        guard isDue, let now = current() else { return }
        let isNew = state.withLock { state in
            guard now > state.told, !state.isScheduled else { return false }
            state.isScheduled = true
            return true
        }
        if isNew { queue.async { self.tell() } }
    }

    private func tell() {
        // Asked again here, so that everything committed by now is told at once.
        let now = current()
        let (from, to, handlers) = state.withLock { state in
            state.isScheduled = false
            let from = state.told
            let to = max(now ?? from, from)
            state.told = to
            return (from, to, state.handlers)
        }
        guard to > from else { return }
        for (_, handler) in handlers { handler(from, to) }
    }

    func stop() {
        state.withLock { state in
            state.handlers = []
            state.watch?.stop()
            state.watch = nil
        }
    }
}
