/// Entries in order, in a counted tree of two levels that shares unchanged parts with the trees it came from.
///
/// Reading the entry at a position and finding the position of an entry take logarithmic time. Making a tree with some
/// changed entries costs only the changed leaves and the branches above them. An entry takes 16 bytes, however many
/// trees share it.
struct RowTree: Sendable {
    let branches: ContiguousArray<RowBranch>
    /// The number of entries before each branch.
    let starts: ContiguousArray<Int>
    /// The first entry of each branch, so that a search touches no branch but one.
    private let firsts: ContiguousArray<RowEntry>
    let count: Int

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
        firsts = ContiguousArray(branches.map(\.first))
    }

    // MARK: By position

    func entry(at index: Int) -> RowEntry {
        let (branch, leaf, offset) = locateEntry(at: index)
        return branches[branch].leaves[leaf].entries[offset]
    }

    func forEach(in range: Range<Int>, _ body: (RowEntry) -> Void) {
        precondition(
            range.lowerBound >= 0 && range.upperBound <= count,
            "The range \(range) is outside a list of \(count) rows."
        )
        guard !range.isEmpty else { return }
        var (branch, leaf, offset) = locateEntry(at: range.lowerBound)
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

    private func locateEntry(at index: Int) -> (branch: Int, leaf: Int, offset: Int) {
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

    /// Returns the number of entries before this one, and the entry that follows them.
    ///
    /// The tree must be in the order of entries, or in the order of codes if no row precedes that of `entry`.
    func search(_ entry: RowEntry) -> (gap: Int, next: RowEntry?) {
        guard let first = firsts.first, first < entry else { return (0, firsts.first) }
        let branch = Self.last(in: firsts) { $0 < entry }
        let leafFirsts = branches[branch].firsts
        let leaf = Self.last(in: leafFirsts) { $0 < entry }
        let entries = branches[branch].leaves[leaf].entries
        let offset = 1 + Self.last(in: entries) { $0 < entry }
        let gap = starts[branch] + Int(branches[branch].starts[leaf]) + offset
        if offset < entries.count { return (gap, entries[offset]) }
        if leaf + 1 < leafFirsts.count { return (gap, leafFirsts[leaf + 1]) }
        return (gap, branch + 1 < firsts.count ? firsts[branch + 1] : nil)
    }

    /// Returns the position of a row by a linear search in a part of the tree, or nil.
    func index(ofRow row: Int64, in range: Range<Int>) -> Int? {
        guard !range.isEmpty else { return nil }
        var (branch, leaf, offset) = locateEntry(at: range.lowerBound)
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
