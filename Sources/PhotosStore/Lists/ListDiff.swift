package import Foundation

/// The difference between two ordered lists of rows, in the API's coordinates.
///
/// The parts are applied in this order: removed (indexes in the old list), inserted (indexes in the list under
/// construction), changed (indexes in the new list), moved. The `from` of a move is an index after removals and
/// insertions, and its `to` is an index in the new list. All moved rows are taken out before any is inserted again.
package struct ListDiff: Hashable, Sendable {
    package struct Move: Hashable, Sendable {
        package var from: Int
        package var to: Int
    }

    package var removed = IndexSet()
    package var inserted = IndexSet()
    package var changed = IndexSet()
    package var moves: [Move] = []

    package var isEmpty: Bool {
        removed.isEmpty && inserted.isEmpty && changed.isEmpty && moves.isEmpty
    }

    package init() {}

    /// Compares two lists without repeated rows; `changedRows` are the rows whose content changed.
    package init(from before: [Int64], to after: [Int64], changedRows: Set<Int64>) {
        var start = 0
        while start < before.count, start < after.count, before[start] == after[start] {
            start += 1
        }
        var tail = 0
        while tail < before.count - start, tail < after.count - start,
            before[before.count - 1 - tail] == after[after.count - 1 - tail]
        {
            tail += 1
        }
        let oldWindow = before[start..<before.count - tail]
        let newWindow = after[start..<after.count - tail]
        let old = Set(oldWindow)
        let new = Set(newWindow)
        for (index, row) in zip(oldWindow.indices, oldWindow) where !new.contains(row) {
            removed.insert(index)
        }
        for (index, row) in zip(newWindow.indices, newWindow) where !old.contains(row) {
            inserted.insert(index)
        }
        changed = IndexSet(RowSearch(changedRows).indexes(in: after).values).subtracting(inserted)
        findMoves(of: oldWindow.filter(new.contains), in: newWindow, offset: start)
    }

    /// Finds the fewest moves that leave the inserted rows at their positions.
    ///
    /// The rows that stay are a longest rising run of old positions among the rows that pass no inserted row.
    private mutating func findMoves(of kept: [Int64], in newWindow: ArraySlice<Int64>, offset: Int)
    {
        // In the list after removals and insertions, kept rows fill the free positions in their old order.
        let indexes = newWindow.indices.filter { !inserted.contains($0) }
        let oldIndex = Dictionary(uniqueKeysWithValues: zip(kept, indexes))
        let olds = indexes.map { oldIndex[newWindow[$0]] ?? 0 }
        guard olds != indexes else { return }
        // The number of inserted rows before each position of the window.
        var insertions = 0
        let passed = newWindow.indices.map { index in
            if inserted.contains(index) { insertions += 1 }
            return insertions
        }
        let candidates = indexes.indices.filter {
            passed[olds[$0] - offset] == passed[indexes[$0] - offset]
        }
        let run = Self.longestRisingRun(candidates.map { olds[$0] })
        let staying = Set(run.map { candidates[$0] })
        for (order, index) in indexes.enumerated() where !staying.contains(order) {
            moves.append(Move(from: olds[order], to: index))
        }
    }

    /// Returns the positions of a longest strictly rising subsequence.
    static func longestRisingRun(_ numbers: [Int]) -> Set<Int> {
        var tails: [Int] = []
        var previous = [Int?](repeating: nil, count: numbers.count)
        for (position, number) in numbers.enumerated() {
            var low = 0
            var high = tails.count
            while low < high {
                let middle = (low + high) / 2
                if numbers[tails[middle]] < number { low = middle + 1 } else { high = middle }
            }
            previous[position] = low > 0 ? tails[low - 1] : nil
            if low == tails.count { tails.append(position) } else { tails[low] = position }
        }
        var run: Set<Int> = []
        var next = tails.last
        while let position = next {
            run.insert(position)
            next = previous[position]
        }
        return run
    }

    /// Returns the new list, from the old list and the inserted rows, which the indexes do not contain.
    package func applied(to before: [Int64], inserting rows: [Int64]) -> [Int64] {
        var list = before
        for index in removed.reversed() { list.remove(at: index) }
        for (index, row) in zip(inserted, rows) { list.insert(row, at: index) }
        let moved = moves.map { (row: list[$0.from], to: $0.to) }
        let leaving = Set(moves.map(\.from))
        list = list.enumerated().filter { !leaving.contains($0.offset) }.map(\.element)
        for (row, to) in moved.sorted(by: { $0.to < $1.to }) { list.insert(row, at: to) }
        return list
    }
}
