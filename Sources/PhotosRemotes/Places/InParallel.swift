import Dispatch
import Foundation
import Synchronization

/// Runs work for several items on threads of its own.
package enum InParallel {
    /// Runs work for each item, and passes the outcomes to the caller's thread in the order in which the work ends.
    ///
    /// Work that waits for disks or networks would block the threads that Swift's tasks share.
    ///
    /// - Parameters:
    ///   - items: The items.
    ///   - threads: The number of threads.
    ///   - work: Called on these threads.
    ///   - finished: Called on the caller's thread. After an error, no further work begins.
    /// - Throws: The error of `finished`.
    package static func forEach<Item: Sendable, Outcome: Sendable>(
        _ items: [Item],
        threads: Int,
        work: @escaping @Sendable (Item) -> Outcome,
        finished: (Item, Outcome) throws -> Void
    ) throws {
        let state = State<Item, Outcome>(items)
        for _ in 0..<min(threads, items.count) {
            let thread = Thread {
                while let item = state.next() { state.finish(item, with: work(item)) }
            }
            thread.start()
        }
        for _ in items.indices {
            guard let (item, outcome) = state.wait() else { return }
            do {
                try finished(item, outcome)
            } catch {
                state.stop()
                throw error
            }
        }
    }

    /// The mutex guards the items that nobody has begun, the number of those under way, and the outcomes that nobody has
    /// taken; the semaphore counts the outcomes.
    private final class State<Item: Sendable, Outcome: Sendable>: Sendable {
        private struct Values {
            var waiting: [Item]
            var underWay = 0
            var outcomes: [(Item, Outcome)] = []
        }

        private let values: Mutex<Values>
        private let changed = DispatchSemaphore(value: 0)

        init(_ items: [Item]) { values = Mutex(Values(waiting: items.reversed())) }

        func next() -> Item? {
            values.withLock { values in
                guard let item = values.waiting.popLast() else { return nil }
                values.underWay += 1
                return item
            }
        }

        func finish(_ item: Item, with outcome: Outcome) {
            values.withLock { values in
                values.underWay -= 1
                values.outcomes.append((item, outcome))
            }
            changed.signal()
        }

        func wait() -> (Item, Outcome)? {
            changed.wait()
            return values.withLock { $0.outcomes.isEmpty ? nil : $0.outcomes.removeFirst() }
        }

        /// Discards the items that nobody has begun, and waits until the others are done.
        func stop() {
            let count = values.withLock { values in
                values.waiting = []
                return values.underWay + values.outcomes.count
            }
            for _ in 0..<count { changed.wait() }
        }
    }
}
