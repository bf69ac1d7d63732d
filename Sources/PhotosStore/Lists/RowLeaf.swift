/// A run of neighbouring entries: the part of a list that lists share.
enum RowLeaf: Sendable {
    case memory(ContiguousArray<RowEntry>)
    /// Entries that stand in a file until they are touched.
    case saved(SavedRun)

    /// The most entries of one leaf.
    static let capacity = 512
    /// What new leaves are filled with, and the least that is worth a leaf of its own beside another.
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

/// A run of neighbouring leaves, with the places at which they begin.
///
/// Never changes; shared freely.
final class RowBranch: Sendable {
    /// The most leaves of one branch.
    static let capacity = 128
    static let fill = 64

    let leaves: ContiguousArray<RowLeaf>
    /// The number of entries before each leaf.
    let starts: ContiguousArray<Int32>
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
    }

    var first: RowEntry { leaves[0].first }
}
