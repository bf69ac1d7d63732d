import Foundation
import PhotosMedia
import PhotosStore

/// Writing where the folders are that a sweep has found.
extension SourceSweep {
    /// Writes the present positions of folders.
    ///
    /// A renamed folder is one row, whatever its contents are.
    mutating func writeFolderPositions() throws {
        try gatherVacantFolders()
        let tree = tree
        var settled = tree
        var moves: [(from: String?, index: Int)] = []
        try library.sources.writeLedger { [source] ledger in
            for step in FolderStep.steps(for: tree) {
                switch step {
                case .vacateName(let index):
                    guard var row = tree.folders[index].row else { continue }
                    moves.append((try ledger.path(ofFolder: row.id), index))
                    row.name = FolderStep.temporaryName(of: row)
                    try ledger.write(row)
                case .renumber(let index):
                    guard var row = tree.folders[index].row else { continue }
                    row.inode = tree.folders[index].inode
                    try ledger.write(row)
                case .write(let index):
                    guard let parent = tree.folders[index].parent,
                        let parentID = settled.folders[parent].row?.id
                    else { continue }
                    let row = try Self.writeFolder(
                        index,
                        of: tree,
                        in: parentID,
                        source: source.id,
                        to: ledger
                    )
                    settled.setRow(row, of: index)
                }
            }
        }
        self.tree = settled
        report.movedFolderCount = moves.count
        for move in moves {
            let from = URL(fileURLWithPath: move.from ?? source.path, isDirectory: true)
            notify(.movedFolder(from: from, to: url(settled.path(move.index))))
        }
    }

    /// Writes the row of a folder in a parent folder, and returns the row.
    private static func writeFolder(
        _ index: Int,
        of tree: SweptFolders,
        in parentID: Int64,
        source: Int64,
        to ledger: SourceLedger
    ) throws -> SourceFolderRow {
        let folder = tree.folders[index]
        if var other = try ledger.folder(source, parent: parentID, name: folder.name),
            FolderStep.mustYield(other, to: index, in: tree)
        {
            other.name = FolderStep.temporaryName(of: other)
            try ledger.write(other)
        }
        guard var row = folder.row else {
            return try ledger.makeFolder(
                source,
                parent: parentID,
                name: folder.name,
                inode: folder.inode
            )
        }
        (row.parentID, row.name, row.inode) = (parentID, folder.name, folder.inode)
        try ledger.write(row)
        return row
    }

    private mutating func gatherVacantFolders() throws {
        guard !tree.vacant.isEmpty else { return }
        var missing: [SourceIdentity.Vacancy] = []
        try library.sources.readLedger { [tree] ledger in
            for folder in tree.vacant.keys.sorted() {
                try ledger.forEachFile(in: folder) { missing.append($0.vacancy(in: folder)) }
            }
        }
        vacancies += missing
    }
}
