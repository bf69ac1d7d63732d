import Dispatch
import Synchronization

/// Calls the progress handler of one request, on a serial queue.
///
/// If the handler is slower than the transfer, it gets the newest progress alone. The mutex guards the progress; the
/// handler is called outside the mutex.
final class ProgressCalls: Sendable {
    private struct State {
        /// The progress of the next call; nil if no call is due.
        var due: Double?
        /// The greatest progress so far.
        var greatest = -1.0
        var isSilent = false
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "OpenPhotoKit progress")
    private let handler: UncheckedTransfer<NetworkUse.Handler>
    private let stop: @Sendable () -> Void

    /// Makes calls of a handler; `stop` is called when the handler wants the request to stop.
    init(
        _ handler: UncheckedTransfer<NetworkUse.Handler>,
        stop: @escaping @Sendable () -> Void
    ) {
        self.handler = handler
        self.stop = stop
    }

    /// Notes progress, for a call that comes later; smaller progress than before is ignored.
    func recordProgress(_ fraction: Double) {
        let needsCall = state.withLock { state in
            guard fraction > state.greatest, !state.isSilent else { return false }
            state.greatest = fraction
            defer { state.due = fraction }
            return state.due == nil
        }
        if needsCall { queue.async { self.callDue() } }
    }

    /// Calls `body` after all calls of the handler, the last of which gets the error, unless the request was cancelled.
    func finish(_ error: PHPhotosError?, then body: @escaping @Sendable () -> Void) {
        queue.async { [self] in
            if let error, error.code != .userCancelled, !state.withLock({ $0.isSilent }) {
                // The fetch is over, so that nothing is left to stop.
                _ = handler.value(max(0, state.withLock { $0.greatest }), error)
            }
            body()
        }
    }

    /// Ends the calls, except one that is running.
    func silence() {
        state.withLock { state in
            state.isSilent = true
            state.due = nil
        }
    }

    private func callDue() {
        let due = state.withLock { state in
            defer { state.due = nil }
            return state.due
        }
        if let due, handler.value(due, nil) { stop() }
    }
}
