package import PhotosStore

/// A step of writing the present positions of a source's folders.
package enum FolderStep: Hashable, Sendable {
    /// Gives a moved folder's row a temporary name, by the folder's number in the tree.
    ///
    /// Two folders may have exchanged their names. So all of them get temporary names before any gets its new name.
    case vacateName(Int)
    /// Writes the present inode of a folder where the sweep began.
    case renumber(Int)
    /// Writes the present parent, name and inode of a folder, or a new row.
    case write(Int)

    /// Returns the steps in their order: parents before their children.
    package static func steps(for tree: SweptFolders) -> [FolderStep] {
        let moved = tree.folders.indices.filter {
            tree.folders[$0].isMoved && tree.folders[$0].row != nil
        }
        return moved.map { .vacateName($0) }
            + tree.folders.indices.compactMap { number in
                let folder = tree.folders[number]
                guard folder.isMoved || folder.isRenumbered || folder.row == nil else {
                    return nil
                }
                if folder.parent != nil { return .write(number) }
                return folder.row == nil ? nil : .renumber(number)
            }
    }

    /// Returns whether another row must give its name to a folder.
    ///
    /// - Parameters:
    ///   - other: The row that has the name in the folder's parent.
    ///   - number: The folder's number in the tree.
    ///   - tree: The folders as they were found.
    /// - Returns: Whether the other row is of a missing folder.
    package static func mustYield(
        _ other: SourceFolderRow,
        to number: Int,
        in tree: SweptFolders
    ) -> Bool {
        other.id != tree.folders[number].row?.id && tree.vacant[other.id] != nil
    }

    /// The name that a row has until it gets its new one, which no folder can have.
    package static func temporaryName(of row: SourceFolderRow) -> String { "/\(row.id)" }
}
