import Dispatch
import Foundation
import PhotosStore
import Synchronization

/// Runs the work of requests on its own threads, up to a number of them.
///
/// Its own threads prevent a deadlock: threads of dispatch queues and of tasks may all be waiting for images. The
/// mutex guards the queued work; work runs outside the mutex.
final class WorkThreads: Sendable {
    /// The order in which work runs.
    enum Urgency: Int, CaseIterable, Sendable {
        /// Work that is nearly finished, or begins a request.
        case prompt
        case ordinary
        /// Work that no request waits for yet.
        case ahead
    }

    /// The threads that make images: as many as there are processors, and at least two.
    static let pictures = WorkThreads(
        "OpenPhotoKit pictures",
        limit: max(2, ProcessInfo.processInfo.activeProcessorCount)
    )

    fileprivate struct State {
        var waiting = Urgency.allCases.map { _ in FirstInFirstOut<@Sendable () -> Void>() }
        var threads = 0
        var idle = 0
    }

    private let state = Mutex(State())
    private let name: String
    private let limit: Int
    private let arrivals = DispatchSemaphore(value: 0)
    /// Counts the pieces of work that may run at once, on any thread.
    private let slots: DispatchSemaphore

    init(_ name: String, limit: Int) {
        self.name = name
        self.limit = max(1, limit)
        slots = DispatchSemaphore(value: max(1, limit))
    }

    /// Queues a piece of work: more urgent work first, else in the order of arrival.
    func addWork(urgency: Urgency, _ work: @escaping @Sendable () -> Void) {
        let needsThread = state.withLock { state in
            state.waiting[urgency.rawValue].append(work)
            guard state.idle == 0, state.threads < limit else { return false }
            state.threads += 1
            return true
        }
        if needsThread { startThread() }
        arrivals.signal()
    }

    /// Runs a piece of work on the calling thread, as soon as the limit allows.
    func perform<Result>(_ work: () throws -> Result) rethrows -> Result {
        slots.wait()
        defer { slots.signal() }
        return try work()
    }

    private func startThread() {
        let thread = Thread { [self] in
            while true {
                state.withLock { $0.idle += 1 }
                arrivals.wait()
                let work = state.withLock { state in
                    state.idle -= 1
                    return state.next()
                }
                if let work { perform { work() } }
            }
        }
        thread.name = name
        thread.start()
    }
}

extension WorkThreads.State {
    fileprivate mutating func next() -> (@Sendable () -> Void)? {
        for index in waiting.indices {
            if let work = waiting[index].popFirst() { return work }
        }
        return nil
    }
}
