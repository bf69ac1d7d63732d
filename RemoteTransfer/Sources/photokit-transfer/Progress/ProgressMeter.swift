import Synchronization
import TransferRules

/// The bytes of one request so far, and its replies of progress.
///
/// Safe on any thread; the mutex guards both.
final class ProgressMeter: Sendable {
    private struct State {
        var bytes: Int64 = 0
        var pace = ProgressPace(now: SteadyClock.now)
    }

    private let state = Mutex(State())
    private let id: Int64?

    /// - Parameter id: The request's number; nil reports nothing.
    init(id: Int64?) { self.id = id }

    /// Counts bytes.
    ///
    /// A negative number counts bytes back that have to come again.
    func add(_ bytes: Int64) {
        let told: Int64? = state.withLock { state in
            state.bytes += bytes
            return state.pace.shouldReport(state.bytes, now: SteadyClock.now) ? state.bytes : nil
        }
        if let told, let id { ReplyOutput.write(.progress(id: id, bytes: told)) }
    }
}
