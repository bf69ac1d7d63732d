import Dispatch
import Foundation
import Synchronization

/// Work that threads do ahead of the one who waits for it, in the order of who asks.
final class WorkAhead<Output: Sendable>: Sendable {
    /// The outcome of one piece of work: the mutex guards it, the semaphore says that it is there.
    final class Ticket: Sendable {
        private let outcome = Mutex<Output?>(nil)
        private let isDone = DispatchSemaphore(value: 0)

        fileprivate func finish(_ output: Output) {
            outcome.withLock { $0 = output }
            isDone.signal()
        }

        /// Waits for the outcome; once only.
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
        queue.addOperation { ticket.finish(body()) }
        return ticket
    }
}
