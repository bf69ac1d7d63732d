/// A run of neighbouring entries, which several lists can share.
enum RowLeaf: Sendable {
    case memory(ContiguousArray<RowEntry>)
    /// The entries that stay in a file until they are needed.
    case saved(SavedRun)

    /// The largest number of entries in one leaf.
    static let capacity = 512
    /// The number of entries in new leaves; fewer than a quarter of this number are joined to a neighbouring leaf.
    static let fill = 256

    var count: Int {
        switch self {
        case .memory(let entries): entries.count
        case .saved(let run): run.count
        }
    }

    var first: RowEntry {
        switch self {
        case .memory(let entries): entries[0]
        case .saved(let run): run.first
        }
    }

    var entries: ContiguousArray<RowEntry> {
        switch self {
        case .memory(let entries): entries
        case .saved(let run): run.entries
        }
    }
}

/// A run of neighbouring leaves, with the positions at which they begin.
///
/// A branch is immutable and can be shared freely.
final class RowBranch: Sendable {
    /// The largest number of leaves in one branch.
    static let capacity = 128
    static let fill = 64

    let leaves: ContiguousArray<RowLeaf>
    /// The number of entries before each leaf.
    let starts: ContiguousArray<Int32>
    /// The first entry of each leaf, so that a search touches no leaf but one.
    let firsts: ContiguousArray<RowEntry>
    let count: Int

    init(_ leaves: ContiguousArray<RowLeaf>) {
        self.leaves = leaves
        var starts = ContiguousArray<Int32>()
        starts.reserveCapacity(leaves.count)
        var count = 0
        for leaf in leaves {
            starts.append(Int32(count))
            count += leaf.count
        }
        self.starts = starts
        self.count = count
        firsts = ContiguousArray(leaves.map(\.first))
    }

    var first: RowEntry { firsts[0] }
}
