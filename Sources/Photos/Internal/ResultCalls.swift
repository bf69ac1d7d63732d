package import Dispatch
import PhotosStore
import Synchronization

/// The queue on which handlers of image requests are called.
package enum DeliveryQueue: Sendable {
    /// The main queue if the program runs it, else a queue of the library.
    case automatic
    case main
    case queue(DispatchQueue)
}

/// Calls the handlers of image requests, in the order in which results arrive.
///
/// The mutex guards the state; handlers are called outside the mutex.
package final class ResultCalls: Sendable {
    package static let shared = ResultCalls()

    private struct State {
        var delivery = DeliveryQueue.automatic
        var verdict: MainQueueWatch.Verdict?
        /// Handlers that wait for the first verdict.
        var waiting: [@Sendable () -> Void] = []
        var isWatching = false
    }

    private let state = Mutex(State())
    private let main: DispatchQueue
    private let own = CallQueue("OpenPhotoKit images")
    private let watcher = DispatchQueue(label: "OpenPhotoKit main queue watch")
    private let sample: @Sendable () -> MainQueueWatch.Sample?

    package convenience init() { self.init(main: .main) { MainQueueWatch.Sample.now() } }

    /// - Parameters:
    ///   - main: The main queue, or its replacement in a test.
    ///   - sample: Returns a sample of the thread that should run the main queue.
    package init(main: DispatchQueue, sample: @escaping @Sendable () -> MainQueueWatch.Sample?) {
        self.main = main
        self.sample = sample
    }

    package var delivery: DeliveryQueue {
        get { state.withLock { $0.delivery } }
        set { state.withLock { $0.delivery = newValue } }
    }

    /// Calls a handler asynchronously.
    package func call(_ body: @escaping @Sendable () -> Void) {
        switch way(orKeep: body) {
        case .queue(let queue): queue.async(execute: body)
        case .own: own.async(body)
        case .unknown: watchMainQueue()
        }
    }

    private enum Way {
        case queue(DispatchQueue)
        case own
        case unknown
    }

    /// Returns the queue for handlers; before the first verdict, the handler is stored.
    private func way(orKeep body: @escaping @Sendable () -> Void) -> Way {
        state.withLock { state in
            switch (state.delivery, state.verdict) {
            case (.main, _), (.automatic, .somebody?): return .queue(main)
            case (.queue(let queue), _): return .queue(queue)
            case (.automatic, .nobody?): return .own
            case (.automatic, nil):
                state.waiting.append(body)
                return .unknown
            }
        }
    }

    private func watchMainQueue() {
        let isFirst = state.withLock { state in
            defer { state.isWatching = true }
            return !state.isWatching
        }
        guard isFirst else { return }
        // If this block ever runs, the program runs its main queue, however late.
        main.async { [self] in
            for body in endWatch(with: .somebody) ?? [] { body() }
        }
        sampleAgain(MainQueueWatch())
    }

    private func sampleAgain(_ watch: MainQueueWatch) {
        watcher.asyncAfter(deadline: .now() + .milliseconds(MainQueueWatch.interval)) { [self] in
            guard state.withLock({ $0.verdict == nil }) else { return }
            var watch = watch
            guard let verdict = watch.addSample(sample()) else {
                sampleAgain(watch)
                return
            }
            for body in endWatch(with: verdict) ?? [] {
                if verdict == .somebody { main.async(execute: body) } else { own.async(body) }
            }
        }
    }

    /// Stores the verdict, and returns the handlers that waited for the first one.
    private func endWatch(with verdict: MainQueueWatch.Verdict) -> [@Sendable () -> Void]? {
        state.withLock { state in
            guard state.verdict != .somebody else { return nil }
            state.verdict = verdict
            defer { state.waiting = [] }
            return state.waiting
        }
    }
}
