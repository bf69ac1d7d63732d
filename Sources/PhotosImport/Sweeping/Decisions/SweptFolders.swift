package import PhotosStore

/// The present folders of a source, each matched with a known folder: a value that reads nothing itself.
///
/// Folders are processed from the top. A folder with an unknown name or inode waits until all others are
/// done. The missing folders are known by then, and the waiting folder may be one of them.
package struct SweptFolders {
    package struct Folder {
        package var parent: Int?
        /// The names from the top of the source to the folder where the sweep began.
        ///
        /// Set only for folders without a parent here.
        package var base: [String] = []
        package var name: String
        package var inode: Int64
        /// The known folder that matches.
        package var row: SourceFolderRow?
        /// Whether the known folder had another inode.
        package var isRenumbered = false
        /// Whether the folder was moved or renamed.
        package var isMoved = false
        /// Whether subfolders must be scanned even if they are unchanged.
        package var isDeep: Bool
    }

    package private(set) var folders: [Folder] = []
    /// Known folders that are not at their known positions, with all folders below them.
    package private(set) var vacant: [Int64: SourceFolderRow] = [:]
    private var byInode: [Int64: [Int64]] = [:]
    private var pending: [Int] = []
    private var waiting: [Int] = []
    private let children: [Int64: [SourceFolderRow]]
    private var taken: Set<Int64> = []

    /// Creates an empty tree.
    ///
    /// - Parameter known: The known folders of the source.
    package init(known: [SourceFolderRow]) {
        children = Dictionary(grouping: known.filter { $0.parentID != nil }) { $0.parentID ?? 0 }
    }

    /// Starts at a known folder.
    ///
    /// With `isDeep`, all folders below it are scanned, too.
    package mutating func start(_ row: SourceFolderRow, path: [String], inode: Int64, isDeep: Bool)
    {
        taken.insert(row.id)
        folders.append(
            Folder(
                parent: nil,
                base: path,
                name: row.name,
                inode: inode,
                row: row,
                isRenumbered: row.inode != inode,
                isDeep: isDeep
            )
        )
        pending.append(folders.count - 1)
    }

    /// Returns the next folder to scan.
    ///
    /// `isSame` returns whether a folder contains most known files of a row.
    package mutating func next(isSame: (Int, SourceFolderRow) throws -> Bool) rethrows -> Int? {
        if pending.isEmpty, !waiting.isEmpty {
            // Moved folders are matched first, because another folder may have taken the name of one of them.
            for index in waiting { try assignByInode(index, isSame: isSame) }
            for index in waiting where !folders[index].isMoved { assignByName(index) }
            pending = waiting.reversed()
            waiting = []
        }
        return pending.popLast()
    }

    /// Adds the subfolders of a folder.
    package mutating func addSubfolders(_ found: [(name: String, inode: Int64)], in parent: Int) {
        var missing: [ExactText: SourceFolderRow] = [:]
        for row in folders[parent].row.flatMap({ children[$0.id] }) ?? [] {
            missing[ExactText(row.name)] = row
        }
        for (name, inode) in found {
            var row = missing.removeValue(forKey: ExactText(name))
            if let known = row, known.inode == inode {
                guard taken.insert(known.id).inserted else { continue }
                vacant[known.id] = nil
                guard folders[parent].isDeep else { continue }
                add(Folder(parent: parent, name: name, inode: inode, row: known, isDeep: true))
                pending.append(folders.count - 1)
            } else {
                if let known = row, taken.contains(known.id) { row = nil }
                if let row { vacate(row) }
                add(
                    Folder(
                        parent: parent,
                        name: name,
                        inode: inode,
                        row: row,
                        isRenumbered: row != nil,
                        isDeep: true
                    )
                )
                waiting.append(folders.count - 1)
            }
        }
        for row in missing.values { vacate(row, isDeep: true) }
    }

    /// Keeps the known state of a folder that could not be read.
    package mutating func leaveAlone(_ index: Int) {
        var below = folders[index].row.flatMap { children[$0.id] } ?? []
        while let row = below.popLast() {
            vacant[row.id] = nil
            below += children[row.id] ?? []
        }
    }

    private mutating func add(_ folder: Folder) { folders.append(folder) }

    private mutating func vacate(_ row: SourceFolderRow, isDeep: Bool = false) {
        var rows = [row]
        while let row = rows.popLast() {
            guard !taken.contains(row.id) else { continue }
            if vacant.updateValue(row, forKey: row.id) == nil {
                byInode[row.inode, default: []].append(row.id)
            }
            if isDeep { rows += children[row.id] ?? [] }
        }
    }

    private mutating func assignByInode(
        _ index: Int,
        isSame: (Int, SourceFolderRow) throws -> Bool
    ) rethrows {
        for id in byInode[folders[index].inode] ?? [] {
            guard let row = vacant[id], try isSame(index, row) else { continue }
            assignRow(row, to: index)
            folders[index].isMoved = true
            folders[index].isRenumbered = false
            return
        }
    }

    /// Matches a folder by its name, as on a volume that changes inode numbers, unless the known folder has
    /// moved.
    private mutating func assignByName(_ index: Int) {
        guard let row = folders[index].row else { return }
        if vacant[row.id] != nil { assignRow(row, to: index) } else { folders[index].row = nil }
    }

    private mutating func assignRow(_ row: SourceFolderRow, to index: Int) {
        vacant[row.id] = nil
        taken.insert(row.id)
        folders[index].row = row
    }

    /// Returns the names from the top of the source to a folder.
    package func path(_ index: Int) -> [String] {
        var names: [String] = []
        var next = index
        while let parent = folders[next].parent {
            names.append(folders[next].name)
            next = parent
        }
        return folders[next].base + names.reversed()
    }

    package mutating func setRow(_ row: SourceFolderRow, of index: Int) { folders[index].row = row }
}
