import Dispatch
import PhotosBase
import Synchronization

/// A call that runs on a thread of its own while the caller waits for it, but not for ever.
///
/// The mutex guards the state. The semaphore `changed` counts what the caller has not taken; `taken` lets the thread of the
/// call go on after a piece. The caller's closure runs on the caller's thread alone, and never after the caller has left.
final class TimedCall<Piece: Sendable, Outcome: Sendable>: Sendable {
    private struct State {
        /// When the call last moved, or its thread began.
        var progressTime: SuspendingClock.Instant?
        var piece: Piece?
        var outcome: Result<Outcome, any Error>?
        /// Whether the caller wants no more pieces, and waits for the end.
        var isRefused = false
        /// Whether the caller waits no longer.
        var isLeft = false
    }

    /// How the caller's waiting ended.
    enum Ending {
        case outcome(Result<Outcome, any Error>)
        /// Nothing moved for as long as the caller waits: it has left.
        case silence
        /// The work is cancelled: the caller has left.
        case cancellation
    }

    private let state = Mutex(State())
    private let changed = DispatchSemaphore(value: 0)
    private let taken = DispatchSemaphore(value: 0)
    private let now: @Sendable () -> SuspendingClock.Instant

    /// - Parameter now: The time, in which a machine that sleeps does not go on.
    init(now: @escaping @Sendable () -> SuspendingClock.Instant) { self.now = now }

    // MARK: On the thread of the call

    /// Whether the caller has left: what the call does is no longer wanted.
    var isLeft: Bool { state.withLock { $0.isLeft } }

    func recordProgress() {
        let now = now()
        state.withLock { $0.progressTime = now }
    }

    /// Delivers a piece to the caller, and waits until it has used it.
    ///
    /// - Throws: ``RemoteFailure`` with code `cancelled` if the caller has left.
    func deliverPiece(_ piece: Piece) throws {
        let isWanted = state.withLock { state in
            if !state.isLeft { state.piece = piece }
            return !state.isLeft
        }
        if isWanted {
            changed.signal()
            taken.wait()
        }
        if state.withLock({ $0.isLeft || $0.isRefused }) {
            throw RemoteFailure(.cancelled, "The work was cancelled.")
        }
    }

    /// Gives the outcome to the caller.
    ///
    /// - Returns: False if the caller has left.
    func endCall(with outcome: Result<Outcome, any Error>) -> Bool {
        let isWanted = state.withLock { state in
            state.outcome = outcome
            return !state.isLeft
        }
        changed.signal()
        return isWanted
    }

    // MARK: On the caller's thread

    /// Waits for the outcome, and passes each piece to a closure.
    ///
    /// - Parameters:
    ///   - limit: How long nothing may move. The time before the thread begins, and that of the closure, do not count: a
    ///     busy machine does not hang.
    ///   - isCancelled: Asked once a second while nothing happens.
    ///   - body: Gets the pieces. After an error it gets no more, and the end of the call is waited for.
    /// - Returns: How it ended, and the error of `body`.
    func waitForEnding(
        limit: Duration,
        isCancelled: () -> Bool,
        body: (Piece) throws -> Void
    ) -> (ending: Ending, problem: (any Error)?) {
        var problem: (any Error)?
        while true {
            _ = changed.wait(timeout: .now() + .seconds(1))
            let (piece, outcome) = state.withLock { state in
                defer { state.piece = nil }
                return (state.piece, state.outcome)
            }
            if let piece {
                do { try body(piece) } catch {
                    problem = error
                    state.withLock { $0.isRefused = true }
                }
                recordProgress()
                taken.signal()
            } else if let outcome {
                return (.outcome(outcome), problem)
            } else if isSilent(limit) {
                if leaveCall() { return (.silence, problem) }
            } else if isCancelled() {
                if leaveCall() { return (.cancellation, problem) }
            }
        }
    }

    private func isSilent(_ limit: Duration) -> Bool {
        let progressTime = state.withLock { $0.progressTime }
        return progressTime.map { $0 + limit <= now() } ?? false
    }

    /// Leaves the call.
    ///
    /// - Returns: False if it has its outcome, or a piece, meanwhile.
    private func leaveCall() -> Bool {
        state.withLock { state in
            guard state.outcome == nil, state.piece == nil else { return false }
            state.isLeft = true
            return true
        }
    }
}
