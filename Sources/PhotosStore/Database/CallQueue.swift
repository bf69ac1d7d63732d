import Dispatch
import Synchronization

/// Calls closures of callers in the order in which they come, and lets none of them keep the others from being called.
///
/// A call starts when the one before it has ended. One that takes longer than ``patience`` while others wait goes on beside
/// them, so that a handler may wait for another handler of the same queue. The mutex guards what waits and which lane takes
/// it; calls run outside of it.
package final class CallQueue: Sendable {
    /// Seconds.
    package static let patience = 0.2

    /// The most calls that may be under way at once.
    ///
    /// As many that all wait for one behind them would wait for ever.
    private static let mostLanes = 64

    /// A thread's worth of calls, one after another.
    ///
    /// A queue of dispatch that has no target gets a thread whatever the others do.
    private final class Lane: Sendable {
        let queue: DispatchQueue
        init(_ label: String) { queue = DispatchQueue(label: label) }
    }

    /// What the calls of a lane find out about it.
    private struct Place: Sendable {
        weak let owner: CallQueue?
        weak let lane: Lane?
    }

    private struct State {
        var line = FirstInFirstOut<@Sendable () -> Void>()
        /// The lane that takes the next call; nil when none waits.
        var lane: Lane?
        /// One that ended, for the next call.
        var spare: Lane?
        var laneCount = 0
        /// When the last call of the lane began, or a part of it.
        var start = DispatchTime.now()
        /// Whether the last call of the lane is waited for however long it takes.
        var isWork = false
        var isWatched = false
    }

    private enum Step {
        case none
        case take(Lane)
        case look(DispatchTime)
    }

    private let label: String
    private let state = Mutex(State())
    private static let place = DispatchSpecificKey<Place>()
    private static let watcher = DispatchQueue(label: "OpenPhotoKit patience")

    package init(_ label: String) { self.label = label }

    /// Calls a closure in a while.
    package func async(_ call: @escaping @Sendable () -> Void) {
        carryOut(
            state.withLock { state in
                state.line.append(call)
                return next(&state)
            }
        )
    }

    /// Calls closures in a while, before all that wait.
    package func prepend(_ calls: [@Sendable () -> Void]) {
        carryOut(
            state.withLock { state in
                state.line.prepend(calls)
                return next(&state)
            }
        )
    }

    /// Waits until all calls so far have ended, or have gone on beside the others.
    package func wait() {
        let group = DispatchGroup()
        group.enter()
        async { group.leave() }
        group.wait()
    }

    /// Does work of ours within a call, which others wait for however long it takes.
    package static func work<Result>(_ body: () throws -> Result) rethrows -> Result {
        try marked(asWork: true, body)
    }

    /// Calls a closure of the caller within ``work(_:)``: others wait for it as long as for any call.
    package static func callOut<Result>(_ body: () throws -> Result) rethrows -> Result {
        try marked(asWork: false, body)
    }

    private static func marked<Result>(
        asWork isWork: Bool,
        _ body: () throws -> Result
    ) rethrows -> Result {
        guard let place = DispatchQueue.getSpecific(key: place), let owner = place.owner else {
            return try body()
        }
        let wasWork = owner.mark(place.lane, isWork)
        defer { _ = owner.mark(place.lane, wasWork) }
        return try body()
    }

    private func mark(_ lane: Lane?, _ isWork: Bool) -> Bool {
        let (wasWork, step) = state.withLock { state -> (Bool, Step) in
            guard state.lane === lane else { return (false, .none) }
            let wasWork = state.isWork
            state.isWork = isWork
            state.start = .now()
            return (wasWork, next(&state))
        }
        carryOut(step)
        return wasWork
    }

    /// What is to be done for the call that waits first.
    private func next(_ state: inout State) -> Step {
        guard !state.line.isEmpty else { return .none }
        if state.lane != nil {
            if state.isWork { return .none }
            let due = state.start + Self.patience
            guard due <= .now() else {
                if state.isWatched { return .none }
                state.isWatched = true
                return .look(due)
            }
        }
        guard state.laneCount < Self.mostLanes else { return .none }
        let lane = state.spare ?? makeLane()
        state.spare = nil
        state.lane = lane
        state.laneCount += 1
        state.start = .now()
        state.isWork = false
        return .take(lane)
    }

    private func makeLane() -> Lane {
        let lane = Lane(label)
        lane.queue.setSpecific(key: Self.place, value: Place(owner: self, lane: lane))
        return lane
    }

    private func carryOut(_ step: Step) {
        switch step {
        case .none: break
        case .take(let lane): lane.queue.async { self.take(lane) }
        case .look(let moment):
            Self.watcher.asyncAfter(deadline: moment) {
                self.carryOut(
                    self.state.withLock { state in
                        state.isWatched = false
                        return self.next(&state)
                    }
                )
            }
        }
    }

    private func take(_ lane: Lane) {
        while let (call, step) = state.withLock({ take(lane, &$0) }) {
            carryOut(step)
            call()
        }
        carryOut(state.withLock { next(&$0) })
    }

    /// The call that waits first, and what is to be done for the one behind it; nil when there is none, or another lane has
    /// gone on.
    private func take(
        _ lane: Lane,
        _ state: inout State
    ) -> (call: @Sendable () -> Void, step: Step)? {
        if state.lane === lane, let call = state.line.popFirst() {
            state.start = .now()
            state.isWork = false
            return (call, next(&state))
        }
        if state.lane === lane { state.lane = nil }
        state.laneCount -= 1
        state.spare = lane
        return nil
    }
}
