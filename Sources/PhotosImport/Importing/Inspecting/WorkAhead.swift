import Dispatch
import Foundation
import Synchronization

/// Runs work on threads in advance, and gives each caller a ticket to wait for the outcome.
final class WorkAhead<Output: Sendable>: Sendable {
    /// The outcome of one task.
    ///
    /// The mutex guards the outcome, and the semaphore signals that it is available.
    final class Ticket: Sendable {
        private let outcome = Mutex<Output?>(nil)
        private let isDone = DispatchSemaphore(value: 0)

        fileprivate func finish(with output: Output) {
            outcome.withLock { $0 = output }
            isDone.signal()
        }

        /// Waits for the outcome.
        ///
        /// May be called only once.
        func wait() -> Output? {
            isDone.wait()
            return outcome.withLock { output in
                defer { output = nil }
                return output
            }
        }
    }

    private let queue = OperationQueue()

    init(threads: Int) { queue.maxConcurrentOperationCount = threads }

    func begin(_ body: @escaping @Sendable () -> Output) -> Ticket {
        let ticket = Ticket()
        queue.addOperation { ticket.finish(with: body()) }
        return ticket
    }
}
