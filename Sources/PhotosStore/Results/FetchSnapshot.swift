import Synchronization

/// The rows of a plan in order, at one place in the log.
///
/// The rows that can be seen never change; shared freely.
package final class FetchSnapshot: Sendable {
    let compiled: CompiledPlan
    /// What was visible to who fetched it.
    let readScope: ReadScope
    /// Guards what moves on while the result shows the same, so that later questions need not look at the same
    /// changes again.
    private let progress: Mutex<Progress>
    private let searches = Mutex(RowSearches())

    struct State: Sendable {
        /// The first rows of the plan in order: more than its limit lets be seen, so that some may leave.
        var list: RowList
        /// Whether the plan has no more rows than the list.
        var isWhole: Bool
        /// The place in the log that the rows are right for.
        var sequence: Int64
    }

    private struct Progress {
        var state: State
        var returned: ReturnedStretch?
    }

    /// A stretch of the log on which changes concerned the result, and led back to what it shows.
    private struct ReturnedStretch {
        /// What the result was before the first of those changes.
        var start: State
        /// The place in the log behind the last of them.
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

    /// What its user sees, for edits that count in it.
    package var visibleList: RowList {
        let list = list
        guard plan.limit > 0, list.count > plan.limit else { return list }
        return list.applying(RowListEdit(leaving: Array(plan.limit..<list.count)))
    }

    package var sequence: Int64 { current.sequence }

    var current: State { progress.withLock { $0.state } }

    /// The state from which a change up to some place in the log has to be described.
    ///
    /// - Returns: Nil when no change up to there concerns the result.
    func start(for sequence: Int64) -> State? {
        progress.withLock { progress in
            if sequence > progress.state.sequence { return progress.state }
            guard let returned = progress.returned, sequence <= returned.end,
                sequence > returned.start.sequence
            else { return nil }
            return returned.start
        }
    }

    /// Takes a later state that shows the same rows.
    ///
    /// - Parameters:
    ///   - later: The state; an earlier one is ignored.
    ///   - isReturn: Whether changes on the way concern the result.
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

    /// The place of a row.
    ///
    /// - Parameters:
    ///   - row: The row to look for.
    ///   - record: What is known of the row, to know where to look first; it may be older or newer than the result.
    /// - Returns: Nil when the result does not have the row.
    package func index(of row: Int64, record: (any FieldReading)?) -> Int? {
        let list = list
        let count = ResultRows(list, limit: plan.limit).count
        if plan.isIncremental, let record, let entry = compiled.entry(row, record),
            let index = list.index(of: entry), index < count
        {
            return index
        }
        return searches.withLock { $0.index(of: row, in: list, count) }
    }
}

/// Looks for rows whose place nothing tells: one by one at first, by a table of all when it goes on.
private struct RowSearches {
    private var number = 0
    private var table: [Int64: Int32]?

    mutating func index(of row: Int64, in list: RowList, _ count: Int) -> Int? {
        if let table { return table[row].map(Int.init) }
        number += 1
        // From here on a table pays: it costs about as much as some dozens of searches.
        guard number > 32, count > 64 else { return list.index(ofRow: row, in: 0..<count) }
        var places: [Int64: Int32] = [:]
        places.reserveCapacity(count)
        var place: Int32 = 0
        list.forEach(in: 0..<count) { entry in
            places[entry.row] = place
            place += 1
        }
        table = places
        return places[row].map(Int.init)
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

    /// The rows at some neighbouring places, at the cost of one search.
    package func rows(in range: Range<Int>) -> [Int64] { list.rows(in: range) }

    package var array: [Int64] { list.rows(in: 0..<count) }
}

/// How a result was brought forward.
package struct SnapshotChange: Sendable {
    package var after: FetchSnapshot
    /// Nil when the change is too great to be described, or cannot be known.
    package var diff: ListDiff?
}
