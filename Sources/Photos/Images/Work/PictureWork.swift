import Dispatch
import Foundation
import PhotosStore
import Synchronization

/// Does the work of image requests on threads of its own, as many as there are processors, and at least two.
///
/// Threads that wait for an image, those of a dispatch queue or of tasks, can so never keep it from being made. The
/// mutex guards what waits; work runs outside of it.
final class PictureWork: Sendable {
    /// What is done first.
    enum Urgency: Int, CaseIterable, Sendable {
        /// What is nearly there, and opens a request.
        case prompt
        case ordinary
        /// What nobody asked for yet.
        case ahead
    }

    static let shared = PictureWork(limit: max(2, ProcessInfo.processInfo.activeProcessorCount))

    fileprivate struct State {
        var waiting = Urgency.allCases.map { _ in FirstInFirstOut<@Sendable () -> Void>() }
        var threads = 0
        var idle = 0
    }

    private let state = Mutex(State())
    private let limit: Int
    private let arrivals = DispatchSemaphore(value: 0)
    /// One for each piece of work that may be done at once, on whatever thread.
    private let places: DispatchSemaphore

    init(limit: Int) {
        self.limit = max(1, limit)
        places = DispatchSemaphore(value: max(1, limit))
    }

    /// Does a piece of work in a while: the more urgent first, and in the order they came.
    func add(_ urgency: Urgency, _ work: @escaping @Sendable () -> Void) {
        let needsThread = state.withLock { state in
            state.waiting[urgency.rawValue].append(work)
            guard state.idle == 0, state.threads < limit else { return false }
            state.threads += 1
            return true
        }
        if needsThread { startThread() }
        arrivals.signal()
    }

    /// Does a piece of work on the calling thread, as soon as there is a place.
    func perform<Result>(_ work: () throws -> Result) rethrows -> Result {
        places.wait()
        defer { places.signal() }
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
        thread.name = "OpenPhotoKit pictures"
        thread.start()
    }
}

extension PictureWork.State {
    fileprivate mutating func next() -> (@Sendable () -> Void)? {
        for index in waiting.indices {
            if let work = waiting[index].popFirst() { return work }
        }
        return nil
    }
}
