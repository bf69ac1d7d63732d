import Foundation

/// What to do to the present list: the outcome of mapping edits from the caller's view to it.
enum ListOperation: Hashable, Sendable {
    /// Puts rows side by side behind an anchor that is in the list; without an anchor, at the front. Rows that are
    /// already in the list change their place.
    case place([Int64], after: Int64?)
    case append([Int64])
    case remove([Int64])
}

/// Maps edits that count in the caller's view to operations on the present list, which others may have changed.
///
/// Costs what the edits name and, where they count in the view, the logarithm of its length for each.
struct ListArrangement {
    private var view: ListView
    private let present: ([Int64]) throws -> Set<Int64>
    /// Whether rows are in the list, as far as it was asked for, with the operations so far.
    private var presence: [Int64: Bool] = [:]
    private(set) var operations: [ListOperation] = []

    /// - Parameters:
    ///   - view: Loads what the caller looks at.
    ///   - present: Says which of some rows are in the present list.
    init(
        view: @escaping () throws -> RowList,
        present: @escaping ([Int64]) throws -> Set<Int64>
    ) {
        self.view = ListView(view)
        self.present = present
    }

    mutating func append(_ rows: [Int64]) throws {
        let new = try newcomers(rows)
        guard !new.isEmpty else { return }
        // Who still sees what others have removed sees it where it was.
        view.append(new)
        for row in new { presence[row] = true }
        operations.append(.append(new))
    }

    mutating func insert(_ rows: [Int64], at indexes: IndexSet) throws {
        try Self.match(rows.count, indexes.count)
        try Self.checkInsertion(at: indexes, count: view.list().count)
        var coming = Set(try newcomers(rows))
        try place(zip(rows, indexes).filter { coming.remove($0.0) != nil })
    }

    mutating func remove(_ rows: [Int64]) throws {
        view.remove(Set(rows))
        try removePresent(rows)
    }

    mutating func remove(at indexes: IndexSet) throws {
        let rows = try elements(at: indexes)
        try view.remove(at: Array(indexes))
        try removePresent(rows)
    }

    mutating func replace(_ indexes: IndexSet, with rows: [Int64]) throws {
        try Self.match(rows.count, indexes.count)
        let old = try elements(at: indexes)
        let kept = Set(rows)
        try view.remove(at: Array(indexes))
        try removePresent(old.filter { !kept.contains($0) })
        var seen = try view.seen(among: rows)
        try learn(rows)
        try place(zip(rows, indexes).filter { seen.insert($0.0).inserted })
    }

    mutating func move(_ indexes: IndexSet, to target: Int) throws {
        let rows = try elements(at: indexes)
        try view.remove(at: Array(indexes))
        try learn(rows)
        let present = rows.filter { presence[$0] == true }
        let list = try view.list()
        guard (0...list.count).contains(target) else { throw Self.outOfRange(target, list.count) }
        guard !present.isEmpty else { return }
        let coming = Set(present)
        let anchor = try anchor(in: list, target, from: 0) { coming.contains($0) }
        operations.append(.place(present, after: anchor))
        try view.insert(present.map { (target, $0) })
    }

    private mutating func removePresent(_ rows: [Int64]) throws {
        try learn(rows)
        var present: [Int64] = []
        for row in rows where presence[row] == true {
            presence[row] = false
            present.append(row)
        }
        if !present.isEmpty { operations.append(.remove(present)) }
    }

    /// Puts rows at rising indexes of the growing view; whether they are in the list has been learned.
    private mutating func place(_ rows: [(row: Int64, index: Int)]) throws {
        let list = try view.list()
        var arriving: [(gap: Int, row: Int64)] = []
        /// The last rows of the last operation, while all of them are new.
        var run: [Int64] = []
        for (row, index) in rows {
            let last = arriving.last
            // Rows that are in the list already do not come in, so that those behind them may count too far.
            let gap = min(index - arriving.count, list.count)
            let isNew = presence[row] != true
            var anchor = last?.row
            if last?.gap != gap {
                anchor =
                    try self.anchor(in: list, gap, from: last?.gap ?? 0) { $0 == row } ?? anchor
            }
            // Newcomers that stand side by side come in one step.
            if isNew, !run.isEmpty, anchor == run.last,
                case .place(_, let start)? = operations.popLast()
            {
                run.append(row)
                operations.append(.place(run, after: start))
            } else {
                run = isNew ? [row] : []
                operations.append(.place([row], after: anchor))
            }
            presence[row] = true
            arriving.append((gap, row))
        }
        try view.insert(arriving)
    }

    /// The nearest row in front of a place that is in the list, but is none of those that come.
    ///
    /// Others may have removed the neighbour that the caller saw.
    private mutating func anchor(
        in list: RowList,
        _ place: Int,
        from start: Int,
        isComing: (Int64) -> Bool
    ) throws -> Int64? {
        var index = place
        while index > start {
            index -= 1
            let row = list.entry(at: index).row
            if isComing(row) { continue }
            try learn([row])
            if presence[row] == true { return row }
        }
        return nil
    }

    private mutating func elements(at indexes: IndexSet) throws -> [Int64] {
        let list = try view.list()
        if let last = indexes.last, last >= list.count { throw Self.outOfRange(last, list.count) }
        if let first = indexes.first, first < 0 { throw Self.outOfRange(first, list.count) }
        return indexes.map { list.entry(at: $0).row }
    }

    private mutating func newcomers(_ rows: [Int64]) throws -> [Int64] {
        try learn(rows)
        var seen: Set<Int64> = []
        return rows.filter { presence[$0] != true && seen.insert($0).inserted }
    }

    private mutating func learn(_ rows: [Int64]) throws {
        let unknown = rows.filter { presence[$0] == nil }
        guard !unknown.isEmpty else { return }
        let present = try present(unknown)
        for row in unknown { presence[row] = present.contains(row) }
    }

    private static func match(_ objects: Int, _ indexes: Int) throws {
        guard objects != indexes else { return }
        throw StoreError(
            .changeNotSupported,
            "\(objects) objects were given \(indexes) indexes. Give one index for each object."
        )
    }

    /// Each index may be at most the length that the list has when its object comes in.
    private static func checkInsertion(at indexes: IndexSet, count: Int) throws {
        for (order, index) in indexes.enumerated() where index - order > count {
            throw outOfRange(index, count + order)
        }
    }

    private static func outOfRange(_ index: Int, _ count: Int) -> StoreError {
        StoreError(
            .changeNotSupported,
            index < 0
                ? "Index \(index) is below 0. Indexes count from 0."
                : "Index \(index) is beyond the end of a list of \(count). Count in the fetch result that the request was made with."
        )
    }
}
