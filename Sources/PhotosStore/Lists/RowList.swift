/// The ordered rows of a result, in a counted tree of two levels that shares unchanged parts with the lists it came
/// from.
///
/// Reading the entry at a position and finding the position of an entry take logarithmic time. Making a list with some
/// changed entries costs only those changes. An entry takes 16 bytes, however many lists share it.
package struct RowList: Sendable {
    let branches: ContiguousArray<RowBranch>
    /// The number of entries before each branch.
    let starts: ContiguousArray<Int>
    package let count: Int

    init(branches: ContiguousArray<RowBranch>) {
        self.branches = branches
        var starts = ContiguousArray<Int>()
        starts.reserveCapacity(branches.count)
        var count = 0
        for branch in branches {
            starts.append(count)
            count += branch.count
        }
        self.starts = starts
        self.count = count
    }

    package init() { self.init(branches: []) }

    /// Creates a list of entries in the given order.
    package init(_ entries: some Sequence<RowEntry>) {
        var builder = RowListBuilder()
        for entry in entries { builder.append(entry) }
        self = builder.finish()
    }

    // MARK: By position

    package func entry(at index: Int) -> RowEntry {
        let (branch, leaf, offset) = locate(index)
        return branches[branch].leaves[leaf].entries[offset]
    }

    /// Returns the rows at neighbouring positions, in order.
    package func rows(in range: Range<Int>) -> [Int64] {
        var rows: [Int64] = []
        rows.reserveCapacity(range.count)
        forEach(in: range) { rows.append($0.row) }
        return rows
    }

    package func forEach(in range: Range<Int>, _ body: (RowEntry) -> Void) {
        precondition(
            range.lowerBound >= 0 && range.upperBound <= count,
            "The range \(range) is outside a list of \(count) rows."
        )
        guard !range.isEmpty else { return }
        var (branch, leaf, offset) = locate(range.lowerBound)
        var left = range.count
        while left > 0 {
            let entries = branches[branch].leaves[leaf].entries
            let end = Swift.min(entries.count, offset + left)
            for index in offset..<end { body(entries[index]) }
            left -= end - offset
            offset = 0
            leaf += 1
            if leaf == branches[branch].leaves.count {
                leaf = 0
                branch += 1
            }
        }
    }

    private func locate(_ index: Int) -> (branch: Int, leaf: Int, offset: Int) {
        precondition(
            index >= 0 && index < count,
            "Index \(index) is outside a list of \(count) rows."
        )
        let branch = Self.last(in: starts) { $0 <= index }
        let inside = index - starts[branch]
        let leafStarts = branches[branch].starts
        let leaf = Self.last(in: leafStarts) { Int($0) <= inside }
        return (branch, leaf, inside - Int(leafStarts[leaf]))
    }

    // MARK: By entry

    /// Returns the number of entries before this one, whether it is in the list or not.
    ///
    /// The list must be in the order of entries.
    package func gap(before entry: RowEntry) -> Int {
        guard let first = branches.first?.first, first < entry else { return 0 }
        let branch = Self.last(in: branches) { $0.first < entry }
        let leaves = branches[branch].leaves
        let leaf = Self.last(in: leaves) { $0.first < entry }
        let entries = leaves[leaf].entries
        let offset = 1 + Self.last(in: entries) { $0 < entry }
        return starts[branch] + Int(branches[branch].starts[leaf]) + offset
    }

    /// Returns the position of an entry in a list that is in the order of entries, or nil.
    package func index(of entry: RowEntry) -> Int? {
        let gap = gap(before: entry)
        return gap < count && self.entry(at: gap) == entry ? gap : nil
    }

    /// Returns the positions of the entries with one code, in a list in the order of codes.
    package func range(ofCode code: UInt64) -> Range<Int> {
        let low = gap(before: RowEntry(code: code, row: .min))
        guard low < count, entry(at: low).code == code else { return low..<low }
        return low..<(code == .max ? count : gap(before: RowEntry(code: code + 1, row: .min)))
    }

    /// Returns the position of a row by a linear search in a part of the list, or nil.
    package func index(ofRow row: Int64, in range: Range<Int>) -> Int? {
        guard !range.isEmpty else { return nil }
        var (branch, leaf, offset) = locate(range.lowerBound)
        var position = range.lowerBound
        while position < range.upperBound {
            let entries = branches[branch].leaves[leaf].entries
            let end = Swift.min(entries.count, offset + range.upperBound - position)
            for index in offset..<end where entries[index].row == row {
                return position + index - offset
            }
            position += end - offset
            offset = 0
            leaf += 1
            if leaf == branches[branch].leaves.count {
                leaf = 0
                branch += 1
            }
        }
        return nil
    }

    /// Returns the last index for which the condition holds, or 0 if there is none.
    ///
    /// All elements that satisfy the condition must come before the others.
    private static func last<Element>(
        in elements: ContiguousArray<Element>,
        where holds: (Element) -> Bool
    ) -> Int {
        var low = 0
        var high = elements.count
        while low < high {
            let middle = (low + high) / 2
            if holds(elements[middle]) { low = middle + 1 } else { high = middle }
        }
        return Swift.max(0, low - 1)
    }
}

extension RowList: RandomAccessCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { count }
    package subscript(index: Int) -> RowEntry { entry(at: index) }

    package struct Iterator: IteratorProtocol {
        private let list: RowList
        private var branch = 0
        private var leaf = 0
        private var offset = 0
        private var entries: ContiguousArray<RowEntry> = []

        init(_ list: RowList) { self.list = list }

        package mutating func next() -> RowEntry? {
            if offset == entries.count {
                guard branch < list.branches.count else { return nil }
                let leaves = list.branches[branch].leaves
                entries = leaves[leaf].entries
                offset = 0
                leaf += 1
                if leaf == leaves.count {
                    leaf = 0
                    branch += 1
                }
            }
            defer { offset += 1 }
            return entries[offset]
        }
    }

    package func makeIterator() -> Iterator { Iterator(self) }
}
