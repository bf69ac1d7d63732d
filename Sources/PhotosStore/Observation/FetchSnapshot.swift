import Synchronization

/// The rows of a plan in order, at one place in the log.
///
/// Never changes; shared freely.
package final class FetchSnapshot: Sendable {
    package let plan: FetchPlan
    package let rows: [Int64]
    /// The place in the log that the rows are right for.
    ///
    /// It moves on while nothing concerns the result, so that later questions need not look at the
    /// same changes again; the mutex guards it and nothing else.
    private let place: Mutex<Int64>
    private let indexes = Mutex<[Int64: Int]?>(nil)

    package init(plan: FetchPlan, rows: [Int64], sequence: Int64) {
        self.plan = plan
        self.rows = rows
        place = Mutex(sequence)
    }

    package var sequence: Int64 { place.withLock { $0 } }

    func advance(to sequence: Int64) { place.withLock { $0 = max($0, sequence) } }

    /// The place of a row in the list; the table for it is made at the first question.
    package func index(of row: Int64) -> Int? {
        indexes.withLock { table in
            if table == nil {
                table = Dictionary(zip(rows, rows.indices), uniquingKeysWith: { first, _ in first })
            }
            return table?[row]
        }
    }
}

/// How a result was brought forward.
package struct SnapshotChange: Sendable {
    package var after: FetchSnapshot
    /// Nil when the change is too great to be described, or cannot be known.
    package var diff: ListDiff?
}
