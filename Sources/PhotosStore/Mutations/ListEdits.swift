package import Foundation

/// Edits of an ordered list, in the order they were asked for.
package struct ListEdits: Sendable {
    /// The rows the caller was looking at, when indexes count in them; nil lets indexes count in the present list.
    package var snapshot: [Int64]?
    package var steps: [ListEdit]

    package init(snapshot: [Int64]? = nil, steps: [ListEdit] = []) {
        self.snapshot = snapshot
        self.steps = steps
    }

    /// Every object that the steps name.
    var named: [UUID] {
        steps.flatMap { step -> [UUID] in
            switch step {
            case .append(let objects), .insert(let objects, _), .remove(let objects),
                .replace(_, let objects):
                objects
            case .removeAt, .move: []
            }
        }
    }
}

package enum ListEdit: Sendable {
    case append([UUID])
    /// Indexes count as in the growing list, ascending.
    case insert([UUID], at: IndexSet)
    case remove([UUID])
    case removeAt(IndexSet)
    case replace(IndexSet, with: [UUID])
    /// The target counts in the list after the moved ones have been taken out.
    case move(IndexSet, to: Int)
}

/// What to do to the present list: the outcome of mapping edits from the caller's view to it.
package enum ListOperation: Hashable, Sendable {
    /// Puts rows side by side behind an anchor that is in the list; without an anchor, at the front. Rows that are
    /// already in the list change their place.
    case place([Int64], after: Int64?)
    case append([Int64])
    case remove([Int64])
}

/// Maps edits that count in the caller's view to operations on the present list, which others may have changed.
package struct ListArrangement {
    private var view: [Int64]
    private let isPresent: (Int64) throws -> Bool
    private var placed: Set<Int64> = []
    private var removed: Set<Int64> = []
    package private(set) var operations: [ListOperation] = []

    package init(view: [Int64], isPresent: @escaping (Int64) throws -> Bool) {
        self.view = view
        self.isPresent = isPresent
    }

    package mutating func append(_ rows: [Int64]) throws {
        let new = try newcomers(rows)
        guard !new.isEmpty else { return }
        placed.formUnion(new)
        removed.subtract(new)
        // Who still sees what others have removed sees it where it was.
        let seen = Set(view)
        view += new.filter { !seen.contains($0) }
        operations.append(.append(new))
    }

    package mutating func insert(_ rows: [Int64], at indexes: IndexSet) throws {
        try Self.match(rows.count, indexes.count)
        let new = Set(try newcomers(rows))
        var seen: Set<Int64> = []
        for (row, index) in zip(rows, indexes) where new.contains(row) && seen.insert(row).inserted
        {
            try place([row], at: min(index, view.count))
        }
    }

    package mutating func remove(_ rows: [Int64]) throws {
        let gone = Set(rows)
        view.removeAll { gone.contains($0) }
        var seen: Set<Int64> = []
        let present = try rows.filter { try seen.insert($0).inserted && isInList($0) }
        guard !present.isEmpty else { return }
        removed.formUnion(present)
        placed.subtract(present)
        operations.append(.remove(present))
    }

    package mutating func remove(at indexes: IndexSet) throws {
        try remove(try elements(at: indexes))
    }

    package mutating func replace(_ indexes: IndexSet, with rows: [Int64]) throws {
        try Self.match(rows.count, indexes.count)
        let old = try elements(at: indexes)
        try remove(old.filter { !rows.contains($0) })
        var kept = view
        for row in rows where old.contains(row) { kept.removeAll { $0 == row } }
        view = kept
        var seen: Set<Int64> = []
        for (row, index) in zip(rows, indexes) where seen.insert(row).inserted {
            if view.contains(row) { continue }
            try place([row], at: min(index, view.count))
        }
    }

    package mutating func move(_ indexes: IndexSet, to target: Int) throws {
        let rows = try elements(at: indexes)
        let moved = Set(rows)
        view.removeAll { moved.contains($0) }
        let present = try rows.filter(isInList)
        guard target <= view.count else { throw Self.outOfRange(target, view.count) }
        guard !present.isEmpty else { return }
        try place(present, at: target)
    }

    private mutating func place(_ rows: [Int64], at index: Int) throws {
        // Others may have removed the neighbour that the caller saw, so the nearest one that is left counts.
        let coming = Set(rows)
        let anchor = try view[..<index].last { try !coming.contains($0) && isInList($0) }
        view.insert(contentsOf: rows, at: index)
        placed.formUnion(rows)
        removed.subtract(rows)
        operations.append(.place(rows, after: anchor))
    }

    private func elements(at indexes: IndexSet) throws -> [Int64] {
        if let last = indexes.last, last >= view.count { throw Self.outOfRange(last, view.count) }
        return indexes.map { view[$0] }
    }

    private func newcomers(_ rows: [Int64]) throws -> [Int64] {
        var seen: Set<Int64> = []
        return try rows.filter { seen.insert($0).inserted }.filter { try !isInList($0) }
    }

    private func isInList(_ row: Int64) throws -> Bool {
        if placed.contains(row) { return true }
        if removed.contains(row) { return false }
        return try isPresent(row)
    }

    private static func match(_ objects: Int, _ indexes: Int) throws {
        guard objects != indexes else { return }
        throw StoreError(
            .changeNotSupported,
            "\(objects) objects were given \(indexes) indexes. Give one index for each object."
        )
    }

    private static func outOfRange(_ index: Int, _ count: Int) -> StoreError {
        StoreError(
            .changeNotSupported,
            "Index \(index) is beyond the end of a list of \(count). Count in the fetch result that the request was made with."
        )
    }
}
