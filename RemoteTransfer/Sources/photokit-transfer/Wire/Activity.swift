import Synchronization

/// The moment of the last byte of one exchange.
///
/// Safe on any thread; the mutex guards it.
final class Activity: Sendable {
    private struct State {
        var last = SteadyClock.now
        var pauses = 0
        var isStalled = false
        var hasMoved = false
    }

    private let state = Mutex(State())

    func recordProgress() {
        state.withLock { state in
            state.last = SteadyClock.now
            state.hasMoved = true
        }
    }

    /// Whether a byte came or went.
    var hasMoved: Bool { state.withLock { $0.hasMoved } }

    /// Counts no time until `resume`, while the limit of bandwidth or the disk makes the exchange wait.
    func pause() { state.withLock { $0.pauses += 1 } }

    func resume() {
        state.withLock { state in
            state.pauses -= 1
            state.last = SteadyClock.now
        }
    }

    /// Notes a stall, and returns true, if no byte came or went for so many seconds.
    func checkStall(after seconds: Double) -> Bool {
        state.withLock { state in
            guard state.pauses == 0, SteadyClock.now - state.last > seconds else { return false }
            state.isStalled = true
            return true
        }
    }

    var isStalled: Bool { state.withLock { $0.isStalled } }
}
