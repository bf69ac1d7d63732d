import Dispatch
import Synchronization

/// The rows of a plan in order, at one position in the log.
///
/// The visible rows never change, so a snapshot can be shared freely.
package final class FetchSnapshot: Sendable {
    let compiled: CompiledPlan
    /// The read scope of the client that fetched the result.
    let readScope: ReadScope
    /// Guards the progress along the log while the visible rows stay the same.
    ///
    /// With it, later updates need not read the same changes again.
    private let progress: Mutex<Progress>
    private let searches = Mutex(RowSearches())

    struct State: Sendable {
        /// The first rows of the plan in order.
        ///
        /// The list has more rows than the limit, so that rows can be removed.
        var list: RowList
        /// Whether the list contains all rows of the plan.
        var isWhole: Bool
        /// The sequence number at which the rows are valid.
        var sequence: Int64
    }

    private struct Progress {
        var state: State
        var returned: ReturnedStretch?
    }

    /// A range of the log whose changes affected the result, but cancelled each other out.
    private struct ReturnedStretch {
        /// The state before the first of those changes.
        var start: State
        /// The sequence number of the last of those changes.
        var end: Int64
    }

    init(_ compiled: CompiledPlan, _ state: State, in readScope: ReadScope) {
        self.compiled = compiled
        self.readScope = readScope
        progress = Mutex(Progress(state: state))
    }

    package var plan: FetchPlan { compiled.plan }

    package var list: RowList { current.list }

    package var rows: ResultRows { ResultRows(list, limit: plan.limit) }

    /// The rows that the caller sees, for edits whose indexes refer to them.
    package var visibleList: RowList {
        let list = list
        guard plan.limit > 0, list.count > plan.limit else { return list }
        return list.applying(RowListEdit(leaving: Array(plan.limit..<list.count)))
    }

    package var sequence: Int64 { current.sequence }

    var current: State { progress.withLock { $0.state } }

    /// Returns the state from which a change up to a position in the log must be described.
    ///
    /// - Returns: Nil when no change up to there affects the result.
    func start(for sequence: Int64) -> State? {
        progress.withLock { progress in
            if sequence > progress.state.sequence { return progress.state }
            guard let returned = progress.returned, sequence <= returned.end,
                sequence > returned.start.sequence
            else { return nil }
            return returned.start
        }
    }

    /// Replaces the state by a later one with the same visible rows.
    ///
    /// - Parameters:
    ///   - later: The new state. An earlier one is ignored.
    ///   - isReturn: Whether changes in between affected the result.
    func advance(to later: State, isReturn: Bool = false) {
        progress.withLock { progress in
            guard later.sequence > progress.state.sequence else { return }
            if isReturn {
                let start = progress.returned?.start ?? progress.state
                progress.returned = ReturnedStretch(start: start, end: later.sequence)
            }
            progress.state = later
        }
    }

    /// The queue on which lists are settled, where no observer waits for it.
    private static let settling = DispatchQueue(label: "OpenPhotoKit lists", qos: .utility)

    /// Settles the list some time later if it has many edits, while the result is held.
    func settleLater() {
        guard list.hasManyEdits else { return }
        Self.settling.async { [weak self] in self?.settleList() }
    }

    private func settleList() {
        let state = current
        let settled = state.list.settled
        // The replaced list is released outside the lock.
        _ = progress.withLock { progress in
            let replaced = progress.state.list
            // A later state has the same rows, but its list may have been made anew.
            if progress.state.sequence == state.sequence { progress.state.list = settled }
            return replaced
        }
    }

    /// Returns the index of a row in the result.
    ///
    /// - Parameters:
    ///   - row: The row to find.
    ///   - record: A record of the row, as a hint for the search. The record may be older or newer than the
    ///     result.
    /// - Returns: Nil when the result does not have the row.
    package func index(of row: Int64, record: (any FieldReading)?) -> Int? {
        let list = list
        let count = ResultRows(list, limit: plan.limit).count
        if plan.isIncremental, let record, let entry = compiled.entry(of: row, record: record),
            let index = list.index(of: entry), index < count
        {
            return index
        }
        return searches.withLock { $0.index(of: row, in: list, count) }
    }
}

/// Finds rows without a hint: by linear search at first, and with a table of all rows after many searches.
private struct RowSearches {
    private var number = 0
    private var table: [Int64: Int32]?

    mutating func index(of row: Int64, in list: RowList, _ count: Int) -> Int? {
        if let table { return table[row].map(Int.init) }
        number += 1
        // From here on a table is cheaper, because building one costs about as much as some dozens of
        // searches.
        guard number > 32, count > 64 else { return list.index(ofRow: row, in: 0..<count) }
        var indexes: [Int64: Int32] = [:]
        indexes.reserveCapacity(count)
        var next: Int32 = 0
        list.forEach(in: 0..<count) { entry in
            indexes[entry.row] = next
            next += 1
        }
        table = indexes
        return indexes[row].map(Int.init)
    }
}

/// The row numbers of a result.
package struct ResultRows: RandomAccessCollection, Sendable {
    private let list: RowList
    package let count: Int

    init(_ list: RowList, limit: Int) {
        self.list = list
        count = limit > 0 ? Swift.min(limit, list.count) : list.count
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { count }
    package subscript(index: Int) -> Int64 { list.entry(at: index).row }

    /// Returns the rows in a range of indexes, at the cost of one search.
    package func rows(in range: Range<Int>) -> [Int64] { list.rows(in: range) }

    package var array: [Int64] { list.rows(in: 0..<count) }
}

/// The outcome of bringing a result forward.
package struct SnapshotChange: Sendable {
    package var after: FetchSnapshot
    /// The differences; nil when the change is too large to describe, or is not known.
    package var diff: ListDiff?
}
