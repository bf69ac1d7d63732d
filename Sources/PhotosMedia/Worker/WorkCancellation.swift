import Synchronization

/// Whether anybody still wants what a piece of work makes; safe on any thread.
///
/// The mutex guards the state. Handlers are called outside the mutex, on the thread that cancels.
package final class WorkCancellation: Sendable {
    /// The cancellation of the work on this thread.
    ///
    /// The code between a request and the worker would only pass it on.
    @TaskLocal package static var current: WorkCancellation?

    private struct State {
        var isCancelled = false
        var handlers: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())

    package init() {}

    package var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Cancels the work; further calls have no effect.
    package func cancel() {
        let handlers = state.withLock { state in
            state.isCancelled = true
            defer { state.handlers = [] }
            return state.handlers
        }
        for handler in handlers { handler() }
    }

    /// Calls a closure once when the work is cancelled, or now if it is already.
    package func onCancel(_ handler: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.handlers.append(handler) }
            return state.isCancelled
        }
        if isCancelled { handler() }
    }
}
