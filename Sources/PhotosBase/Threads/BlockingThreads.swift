import Dispatch
import Foundation
import Synchronization

/// Threads for short work that waits for disks, so that it blocks no thread of Swift's tasks.
///
/// The work begins in the order in which it came. A thread starts when there is work and no idle thread, and stays. The mutex
/// guards the work that waits and the numbers of threads, and the semaphore has one signal for each work that waits.
public final class BlockingThreads: Sendable {
    private struct State {
        var waiting: [@Sendable () -> Void] = []
        var threads = 0
        /// The threads that have no work, or have yet to start.
        var idle = 0
    }

    private let limit: Int
    private let state = Mutex(State())
    private let signal = DispatchSemaphore(value: 0)

    /// Threads that everybody may use.
    public static let common = BlockingThreads(limit: 8)

    /// Prepares threads, none of which runs yet; they run until the process ends.
    ///
    /// - Parameter limit: The largest number of threads, at least 1.
    public init(limit: Int) {
        precondition(limit >= 1, "Work that blocks needs at least one thread.")
        self.limit = limit
    }

    /// The number of works that wait for a thread.
    public var waitingCount: Int { state.withLock(\.waiting.count) }

    /// Runs work on one of the threads, and waits for its result.
    ///
    /// - Parameter body: The work. A task that is cancelled runs it, too.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`.
    public func run<Output: Sendable>(
        _ body: @escaping @Sendable () throws -> Output
    ) async throws -> Output {
        try await withCheckedThrowingContinuation { continuation in
            addWork { continuation.resume(with: Result { try body() }) }
        }
    }

    private func addWork(_ work: @escaping @Sendable () -> Void) {
        let needsThread = state.withLock { state in
            state.waiting.append(work)
            guard state.idle < state.waiting.count, state.threads < limit else { return false }
            state.threads += 1
            state.idle += 1
            return true
        }
        if needsThread { Thread.detachNewThread { self.runWaitingWork() } }
        signal.signal()
    }

    private func runWaitingWork() {
        while true {
            signal.wait()
            let work = state.withLock { state in
                state.idle -= 1
                return state.waiting.removeFirst()
            }
            work()
            state.withLock { $0.idle += 1 }
        }
    }
}
