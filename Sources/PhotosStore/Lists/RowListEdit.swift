/// Changes of a list, all counted in the list before.
package struct RowListEdit: Sendable {
    package struct Arrival: Sendable {
        /// The number of entries of the list before, leaving ones included, that stand before it.
        package var gap: Int
        package var entry: RowEntry

        package init(gap: Int, entry: RowEntry) {
            self.gap = gap
            self.entry = entry
        }
    }

    /// The places of what leaves, rising.
    package var leaving: [Int]
    /// What arrives, in its order; of two with the same gap the first comes first.
    package var arriving: [Arrival]

    package init(leaving: [Int] = [], arriving: [Arrival] = []) {
        self.leaving = leaving
        self.arriving = arriving
    }
}

extension RowList {
    /// The list after some changes.
    ///
    /// It shares every leaf that has none with this one, and costs what the changed leaves and the branches above them
    /// hold.
    package func applying(_ edit: RowListEdit) -> RowList {
        var work = Work(edit: edit)
        var builder = RowListBuilder()
        for (number, branch) in branches.enumerated() {
            let start = starts[number]
            let end = start + branch.count
            let isLast = number == branches.count - 1
            if !work.concerns(end: end, isLast: isLast) {
                builder.append(branch)
                continue
            }
            for (leafNumber, leaf) in branch.leaves.enumerated() {
                let leafStart = start + Int(branch.starts[leafNumber])
                let leafEnd = leafStart + leaf.count
                let isLastLeaf = isLast && leafNumber == branch.leaves.count - 1
                if work.concerns(end: leafEnd, isLast: isLastLeaf) {
                    work.apply(to: leaf.entries, at: leafStart, isLast: isLastLeaf, &builder)
                } else {
                    builder.append(leaf)
                }
            }
        }
        for arrival in work.arriving { builder.append(arrival.entry) }
        return builder.finish()
    }

    /// What is left to do, on the way from the beginning to the end.
    private struct Work {
        var leaving: ArraySlice<Int>
        var arriving: ArraySlice<RowListEdit.Arrival>

        init(edit: RowListEdit) {
            leaving = edit.leaving[...]
            arriving = edit.arriving[...]
        }

        /// Whether anything is to be done before a place, with everything before it done up to the part that ends there.
        func concerns(end: Int, isLast: Bool) -> Bool {
            if let place = leaving.first, place < end { return true }
            guard let gap = arriving.first?.gap else { return false }
            return gap < end || isLast
        }

        mutating func apply(
            to entries: ContiguousArray<RowEntry>,
            at start: Int,
            isLast: Bool,
            _ builder: inout RowListBuilder
        ) {
            let end = start + entries.count
            let coming = isLast ? arriving.count : arriving.prefix { $0.gap < end }.count
            var result = ContiguousArray<RowEntry>()
            // No more than is needed: a leaf keeps its room for as long as a list holds it.
            result.reserveCapacity(entries.count + coming)
            for (offset, entry) in entries.enumerated() {
                while let arrival = arriving.first, arrival.gap <= start + offset {
                    result.append(arrival.entry)
                    arriving.removeFirst()
                }
                if leaving.first == start + offset {
                    leaving.removeFirst()
                } else {
                    result.append(entry)
                }
            }
            if isLast {
                for arrival in arriving { result.append(arrival.entry) }
                arriving = []
            }
            if result.count <= RowLeaf.capacity {
                builder.append(RowLeaf.memory(result))
            } else {
                for entry in result { builder.append(entry) }
            }
        }
    }
}
