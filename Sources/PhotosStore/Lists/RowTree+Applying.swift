extension RowTree {
    /// Returns the tree after some changes.
    ///
    /// The new tree shares every leaf without changes with this tree. The cost depends on the size of the changed
    /// leaves and of the branches above them.
    func applying(_ edit: RowListEdit) -> RowTree {
        var work = Work(edit: edit)
        var builder = RowTreeBuilder()
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

    /// The changes that are not applied yet, from the beginning to the end of the tree.
    private struct Work {
        var leaving: ArraySlice<Int>
        var arriving: ArraySlice<RowListEdit.Arrival>

        init(edit: RowListEdit) {
            leaving = edit.leaving[...]
            arriving = edit.arriving[...]
        }

        /// Returns whether a change applies before `end`, if all changes before this part are already applied.
        func concerns(end: Int, isLast: Bool) -> Bool {
            if let first = leaving.first, first < end { return true }
            guard let gap = arriving.first?.gap else { return false }
            return gap < end || isLast
        }

        mutating func apply(
            to entries: ContiguousArray<RowEntry>,
            at start: Int,
            isLast: Bool,
            _ builder: inout RowTreeBuilder
        ) {
            let end = start + entries.count
            let coming = isLast ? arriving.count : arriving.prefix { $0.gap < end }.count
            var result = ContiguousArray<RowEntry>()
            // The capacity is exact, because a leaf keeps its memory as long as a list uses it.
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
