/// Builds a tree from its beginning, out of entries, leaves, or whole branches of other trees.
struct RowTreeBuilder {
    private var entries = ContiguousArray<RowEntry>()
    private var leaves = ContiguousArray<RowLeaf>()
    private var branches = ContiguousArray<RowBranch>()

    mutating func append(_ entry: RowEntry) {
        if entries.isEmpty { entries.reserveCapacity(RowLeaf.fill) }
        entries.append(entry)
        if entries.count == RowLeaf.fill {
            leaves.append(.memory(entries))
            entries = []
            if leaves.count == RowBranch.fill { closeBranch() }
        }
    }

    /// Appends a leaf, and keeps it shared unless the entries before it are too few for a leaf of their own.
    mutating func append(_ leaf: RowLeaf) {
        if !entries.isEmpty {
            guard entries.count >= RowLeaf.fill / 4 else {
                let rest = entries
                entries = []
                append(leaf: .memory(rest + leaf.entries))
                return
            }
            closeLeaf()
        }
        append(leaf: leaf)
    }

    mutating func append(_ branch: RowBranch) {
        if !entries.isEmpty { closeLeaf() }
        if !leaves.isEmpty {
            guard leaves.count >= RowBranch.fill / 4 else {
                let rest = leaves
                leaves = []
                append(branch: RowBranch(rest + branch.leaves))
                return
            }
            closeBranch()
        }
        append(branch: branch)
    }

    mutating func finish() -> RowTree {
        closeLeaf()
        closeBranch()
        let tree = RowTree(branches: branches)
        branches = []
        assert(tree.hasSoundStructure, "A list of rows was put together wrongly.")
        return tree
    }

    private mutating func append(leaf: RowLeaf) {
        if leaf.count > RowLeaf.capacity {
            let entries = leaf.entries
            let middle = entries.count / 2
            leaves.append(.memory(ContiguousArray(entries[..<middle])))
            leaves.append(.memory(ContiguousArray(entries[middle...])))
        } else if let last = leaves.last, last.count + leaf.count <= RowLeaf.capacity,
            min(last.count, leaf.count) < RowLeaf.fill / 4
        {
            leaves[leaves.count - 1] = .memory(last.entries + leaf.entries)
        } else if leaf.count > 0 {
            leaves.append(leaf)
        }
        if leaves.count >= RowBranch.capacity { closeBranch() }
    }

    private mutating func append(branch: RowBranch) {
        guard branch.leaves.count > RowBranch.capacity else {
            branches.append(branch)
            return
        }
        let middle = branch.leaves.count / 2
        branches.append(RowBranch(ContiguousArray(branch.leaves[..<middle])))
        branches.append(RowBranch(ContiguousArray(branch.leaves[middle...])))
    }

    /// Closes the leaf, and adds entries that are too few for a leaf to the leaf before.
    private mutating func closeLeaf() {
        guard !entries.isEmpty else { return }
        let rest = entries
        entries = []
        if rest.count < RowLeaf.fill / 4, let last = leaves.last,
            last.count + rest.count <= RowLeaf.capacity
        {
            leaves[leaves.count - 1] = .memory(last.entries + rest)
        } else {
            leaves.append(.memory(rest))
        }
    }

    private mutating func closeBranch() {
        guard !leaves.isEmpty else { return }
        let rest = leaves
        leaves = []
        if rest.count < RowBranch.fill / 4, let last = branches.last,
            last.leaves.count + rest.count <= RowBranch.capacity
        {
            branches[branches.count - 1] = RowBranch(last.leaves + rest)
        } else {
            branches.append(RowBranch(rest))
        }
    }
}

extension RowTree {
    /// Whether a part of the tree could not be read.
    ///
    /// Damage in a part is known once the part has been read.
    var isDamaged: Bool {
        var last: SavedListFile?
        for branch in branches {
            for case .saved(let run) in branch.leaves where run.file !== last {
                if run.file.isDamaged { return true }
                last = run.file
            }
        }
        return false
    }

    /// Whether the structure is valid: no part is empty or too long, and all counts are right.
    var hasSoundStructure: Bool {
        var total = 0
        for (branch, start) in zip(branches, starts) {
            guard start == total, (1...RowBranch.capacity).contains(branch.leaves.count) else {
                return false
            }
            var inside = 0
            for (leaf, start) in zip(branch.leaves, branch.starts) {
                guard Int(start) == inside, (1...RowLeaf.capacity).contains(leaf.count) else {
                    return false
                }
                inside += leaf.count
            }
            guard inside == branch.count else { return false }
            total += inside
        }
        return total == count && branches.count == starts.count
    }
}
