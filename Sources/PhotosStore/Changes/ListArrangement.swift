import Foundation

/// An operation on the present list, mapped from an edit of the caller's view.
enum ListOperation: Hashable, Sendable {
    /// Inserts rows side by side after an anchor in the list, or at the front without an anchor.
    ///
    /// Rows that are already in the list move.
    case insert([Int64], after: Int64?)
    case append([Int64])
    case remove([Int64])
}

/// Maps edits whose indexes refer to the caller's view to operations on the present list, which others may
/// have changed.
///
/// The cost is proportional to the number of objects that the edits name. Each index costs the logarithm of
/// the view's length in addition.
struct ListArrangement {
    private var view: ListView
    private let present: ([Int64]) throws -> Set<Int64>
    /// Whether rows are in the list, after the operations so far.
    ///
    /// Contains only rows whose presence was needed.
    private var presence: [Int64: Bool] = [:]
    private(set) var operations: [ListOperation] = []

    /// Creates an arrangement without operations.
    ///
    /// - Parameters:
    ///   - view: Loads the caller's view of the list.
    ///   - present: Returns those of the given rows that are in the present list.
    init(
        view: @escaping () throws -> RowList,
        present: @escaping ([Int64]) throws -> Set<Int64>
    ) {
        self.view = ListView(view)
        self.present = present
    }

    mutating func append(_ rows: [Int64]) throws {
        let new = try newRows(among: rows)
        guard !new.isEmpty else { return }
        // If another process has removed a row that the caller still sees, the row keeps its index in the
        // caller's view.
        view.append(new)
        for row in new { presence[row] = true }
        operations.append(.append(new))
    }

    mutating func insert(_ rows: [Int64], at indexes: IndexSet) throws {
        try Self.checkCounts(objects: rows.count, indexes: indexes.count)
        try Self.checkInsertion(at: indexes, count: view.list().count)
        var coming = Set(try newRows(among: rows))
        try insertRows(zip(rows, indexes).filter { coming.remove($0.0) != nil })
    }

    mutating func remove(_ rows: [Int64]) throws {
        view.remove(Set(rows))
        try removePresent(rows)
    }

    mutating func remove(at indexes: IndexSet) throws {
        let rows = try viewElements(at: indexes)
        try view.remove(at: Array(indexes))
        try removePresent(rows)
    }

    mutating func replace(_ indexes: IndexSet, with rows: [Int64]) throws {
        try Self.checkCounts(objects: rows.count, indexes: indexes.count)
        let old = try viewElements(at: indexes)
        let kept = Set(rows)
        try view.remove(at: Array(indexes))
        try removePresent(old.filter { !kept.contains($0) })
        var seen = try view.seen(among: rows)
        try loadPositions(of: rows)
        try insertRows(zip(rows, indexes).filter { seen.insert($0.0).inserted })
    }

    mutating func move(_ indexes: IndexSet, to target: Int) throws {
        let rows = try viewElements(at: indexes)
        try view.remove(at: Array(indexes))
        try loadPositions(of: rows)
        let present = rows.filter { presence[$0] == true }
        let list = try view.list()
        guard (0...list.count).contains(target) else {
            throw Self.indexOutOfRange(target, count: list.count)
        }
        guard !present.isEmpty else { return }
        let coming = Set(present)
        let anchor = try anchor(in: list, target, from: 0) { coming.contains($0) }
        operations.append(.insert(present, after: anchor))
        try view.insert(present.map { (target, $0) })
    }

    private mutating func removePresent(_ rows: [Int64]) throws {
        try loadPositions(of: rows)
        var present: [Int64] = []
        for row in rows where presence[row] == true {
            presence[row] = false
            present.append(row)
        }
        if !present.isEmpty { operations.append(.remove(present)) }
    }

    /// Places rows at ascending indexes of the growing view.
    ///
    /// ``loadPositions(of:)`` must have been called for the rows.
    private mutating func insertRows(_ rows: [(row: Int64, index: Int)]) throws {
        let list = try view.list()
        var arriving: [(gap: Int, row: Int64)] = []
        /// The rows of the last operation, while all of them are new to the list.
        var run: [Int64] = []
        for (row, index) in rows {
            let last = arriving.last
            // Rows that are in the list already are not inserted, so the indexes of later rows may be too
            // large.
            let gap = min(index - arriving.count, list.count)
            let isNew = presence[row] != true
            var anchor = last?.row
            if last?.gap != gap {
                anchor =
                    try self.anchor(in: list, gap, from: last?.gap ?? 0) { $0 == row } ?? anchor
            }
            // New rows that are side by side are inserted by one operation.
            if isNew, !run.isEmpty, anchor == run.last,
                case .insert(_, let start)? = operations.popLast()
            {
                run.append(row)
                operations.append(.insert(run, after: start))
            } else {
                run = isNew ? [row] : []
                operations.append(.insert([row], after: anchor))
            }
            presence[row] = true
            arriving.append((gap, row))
        }
        try view.insert(arriving)
    }

    /// Returns the nearest row before an index that is in the present list and is not being inserted.
    ///
    /// The row just before the index may have been removed by another process.
    private mutating func anchor(
        in list: RowList,
        _ end: Int,
        from start: Int,
        isComing: (Int64) -> Bool
    ) throws -> Int64? {
        var index = end
        while index > start {
            index -= 1
            let row = list.entry(at: index).row
            if isComing(row) { continue }
            try loadPositions(of: [row])
            if presence[row] == true { return row }
        }
        return nil
    }

    private mutating func viewElements(at indexes: IndexSet) throws -> [Int64] {
        let list = try view.list()
        if let last = indexes.last, last >= list.count {
            throw Self.indexOutOfRange(last, count: list.count)
        }
        if let first = indexes.first, first < 0 {
            throw Self.indexOutOfRange(first, count: list.count)
        }
        return indexes.map { list.entry(at: $0).row }
    }

    private mutating func newRows(among rows: [Int64]) throws -> [Int64] {
        try loadPositions(of: rows)
        var seen: Set<Int64> = []
        return rows.filter { presence[$0] != true && seen.insert($0).inserted }
    }

    private mutating func loadPositions(of rows: [Int64]) throws {
        let unknown = rows.filter { presence[$0] == nil }
        guard !unknown.isEmpty else { return }
        let present = try present(unknown)
        for row in unknown { presence[row] = present.contains(row) }
    }

    private static func checkCounts(objects: Int, indexes: Int) throws {
        guard objects != indexes else { return }
        throw StoreError(
            .changeNotSupported,
            "\(objects) objects were given \(indexes) indexes. Give one index for each object."
        )
    }

    /// Checks that each index is at most the length of the list when its object is inserted.
    private static func checkInsertion(at indexes: IndexSet, count: Int) throws {
        for (order, index) in indexes.enumerated() where index - order > count {
            throw indexOutOfRange(index, count: count + order)
        }
    }

    private static func indexOutOfRange(_ index: Int, count: Int) -> StoreError {
        StoreError(
            .changeNotSupported,
            index < 0
                ? "Index \(index) is below 0. Indexes count from 0."
                : "Index \(index) is beyond the end of a list of \(count). Count in the fetch result that the request was made with."
        )
    }
}
