package import Dispatch
import PhotosStore
import Synchronization

/// Where the handlers of image requests are called.
package enum ResultPlace: Sendable {
    /// On the main queue where somebody serves it, else on a queue of ours.
    case automatic
    case main
    case queue(DispatchQueue)
}

/// Calls the handlers of image requests, in the order in which results come.
///
/// The mutex guards everything that changes; handlers are called outside of it.
package final class ResultCalls: Sendable {
    package static let shared = ResultCalls()

    private struct State {
        var place = ResultPlace.automatic
        var verdict: MainQueueWatch.Verdict?
        /// What waits for the first verdict.
        var waiting: [@Sendable () -> Void] = []
        var isWatching = false
    }

    private let state = Mutex(State())
    private let main: DispatchQueue
    private let own = CallQueue("OpenPhotoKit images")
    private let watcher = DispatchQueue(label: "OpenPhotoKit main queue watch")
    private let look: @Sendable () -> MainQueueWatch.Look?

    package convenience init() { self.init(main: .main) { MainQueueWatch.Look.now() } }

    /// - Parameters:
    ///   - main: The main queue, or what stands for it in a test.
    ///   - look: Looks at the thread that should serve it.
    package init(main: DispatchQueue, look: @escaping @Sendable () -> MainQueueWatch.Look?) {
        self.main = main
        self.look = look
    }

    package var place: ResultPlace {
        get { state.withLock { $0.place } }
        set { state.withLock { $0.place = newValue } }
    }

    /// Calls a handler in a while.
    package func call(_ body: @escaping @Sendable () -> Void) {
        switch way(orKeep: body) {
        case .queue(let queue): queue.async(execute: body)
        case .own: own.async(body)
        case .unknown: watch()
        }
    }

    private enum Way {
        case queue(DispatchQueue)
        case own
        case unknown
    }

    /// Where handlers are called; as long as nobody knows, the handler is kept.
    private func way(orKeep body: @escaping @Sendable () -> Void) -> Way {
        state.withLock { state in
            switch (state.place, state.verdict) {
            case (.main, _), (.automatic, .somebody?): return .queue(main)
            case (.queue(let queue), _): return .queue(queue)
            case (.automatic, .nobody?): return .own
            case (.automatic, nil):
                state.waiting.append(body)
                return .unknown
            }
        }
    }

    private func watch() {
        let isFirst = state.withLock { state in
            defer { state.isWatching = true }
            return !state.isWatching
        }
        guard isFirst else { return }
        // Whenever this runs, somebody serves the main queue, however late.
        main.async { [self] in
            for body in conclude(.somebody) ?? [] { body() }
        }
        lookAgain(MainQueueWatch())
    }

    private func lookAgain(_ watch: MainQueueWatch) {
        watcher.asyncAfter(deadline: .now() + .milliseconds(MainQueueWatch.interval)) { [self] in
            guard state.withLock({ $0.verdict == nil }) else { return }
            var watch = watch
            guard let verdict = watch.note(look()) else {
                lookAgain(watch)
                return
            }
            for body in conclude(verdict) ?? [] {
                if verdict == .somebody { main.async(execute: body) } else { own.async(body) }
            }
        }
    }

    /// Gives what waited for the first verdict.
    private func conclude(_ verdict: MainQueueWatch.Verdict) -> [@Sendable () -> Void]? {
        state.withLock { state in
            guard state.verdict != .somebody else { return nil }
            state.verdict = verdict
            defer { state.waiting = [] }
            return state.waiting
        }
    }
}
