import Dispatch
import Synchronization

/// Calls closures in the order in which they were added, and does not let a slow closure delay the others for long.
///
/// A call starts when the call before it has ended. If a call takes longer than ``patience`` while others wait, the
/// next calls start beside it. A handler may therefore wait for another handler of the same queue. The mutex guards the
/// waiting calls and the lane that takes them. Calls run outside the mutex.
package final class CallQueue: Sendable {
    /// The number of seconds after which the next call starts beside a slow one.
    package static let patience = 0.2

    /// The largest number of calls that may run at once.
    ///
    /// If as many calls all wait for a later call, they wait forever.
    private static let mostLanes = 64

    /// A lane, which runs calls one after another on a thread.
    ///
    /// A dispatch queue without a target gets a thread whatever other queues do.
    private final class Lane: Sendable {
        let queue: DispatchQueue
        init(_ label: String) { queue = DispatchQueue(label: label) }
    }

    /// The queue and lane of a call, as thread-specific data of the lane.
    private struct Context: Sendable {
        weak let owner: CallQueue?
        weak let lane: Lane?
    }

    private struct State {
        var line = FirstInFirstOut<@Sendable () -> Void>()
        /// The lane that takes the next call, or nil if no lane is active.
        var lane: Lane?
        /// A lane that ended, kept for the next call.
        var spare: Lane?
        var laneCount = 0
        /// The time when the last call of the lane began, or began its present part.
        var start = DispatchTime.now()
        /// Whether other calls wait for the last call of the lane however long it takes.
        var isWork = false
        var isWatched = false
    }

    private enum Step {
        case none
        case take(Lane)
        case check(DispatchTime)
    }

    private let label: String
    private let state = Mutex(State())
    private static let context = DispatchSpecificKey<Context>()
    private static let watcher = DispatchQueue(label: "OpenPhotoKit patience")

    package init(_ label: String) { self.label = label }

    /// Adds a closure to be called after those that wait, and returns at once.
    package func async(_ call: @escaping @Sendable () -> Void) {
        performStep(
            state.withLock { state in
                state.line.append(call)
                return nextStep(in: &state)
            }
        )
    }

    /// Adds closures to be called before all that wait, and returns at once.
    package func prepend(_ calls: [@Sendable () -> Void]) {
        performStep(
            state.withLock { state in
                state.line.prepend(calls)
                return nextStep(in: &state)
            }
        )
    }

    /// Waits until all calls so far have ended, or run beside later calls.
    package func wait() {
        let group = DispatchGroup()
        group.enter()
        async { group.leave() }
        group.wait()
    }

    /// Does the engine's own work within a call, for which other calls wait however long it takes.
    package static func performWork<Result>(_ body: () throws -> Result) rethrows -> Result {
        try marked(asWork: true, body)
    }

    /// Calls a closure of the caller within ``performWork(_:)``; other calls wait for it only as long as for any call.
    package static func callOut<Result>(_ body: () throws -> Result) rethrows -> Result {
        try marked(asWork: false, body)
    }

    private static func marked<Result>(
        asWork isWork: Bool,
        _ body: () throws -> Result
    ) rethrows -> Result {
        guard let context = DispatchQueue.getSpecific(key: context), let owner = context.owner
        else {
            return try body()
        }
        let wasWork = owner.markLane(context.lane, isWork: isWork)
        defer { _ = owner.markLane(context.lane, isWork: wasWork) }
        return try body()
    }

    private func markLane(_ lane: Lane?, isWork: Bool) -> Bool {
        let (wasWork, step) = state.withLock { state -> (Bool, Step) in
            guard state.lane === lane else { return (false, .none) }
            let wasWork = state.isWork
            state.isWork = isWork
            state.start = .now()
            return (wasWork, nextStep(in: &state))
        }
        performStep(step)
        return wasWork
    }

    /// Returns the next step for the call that waits first.
    private func nextStep(in state: inout State) -> Step {
        guard !state.line.isEmpty else { return .none }
        if state.lane != nil {
            if state.isWork { return .none }
            let due = state.start + Self.patience
            guard due <= .now() else {
                if state.isWatched { return .none }
                state.isWatched = true
                return .check(due)
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
        lane.queue.setSpecific(key: Self.context, value: Context(owner: self, lane: lane))
        return lane
    }

    private func performStep(_ step: Step) {
        switch step {
        case .none: break
        case .take(let lane): lane.queue.async { self.runCalls(on: lane) }
        case .check(let moment):
            Self.watcher.asyncAfter(deadline: moment) {
                self.performStep(
                    self.state.withLock { state in
                        state.isWatched = false
                        return self.nextStep(in: &state)
                    }
                )
            }
        }
    }

    private func runCalls(on lane: Lane) {
        while let (call, step) = state.withLock({ nextCall(for: lane, in: &$0) }) {
            performStep(step)
            call()
        }
        performStep(state.withLock { nextStep(in: &$0) })
    }

    /// Returns the call that waits first, and the next step for the call behind it.
    ///
    /// Returns nil if no call waits, or if another lane has taken over.
    private func nextCall(
        for lane: Lane,
        in state: inout State
    ) -> (call: @Sendable () -> Void, step: Step)? {
        if state.lane === lane, let call = state.line.popFirst() {
            state.start = .now()
            state.isWork = false
            return (call, nextStep(in: &state))
        }
        if state.lane === lane { state.lane = nil }
        state.laneCount -= 1
        state.spare = lane
        return nil
    }
}
