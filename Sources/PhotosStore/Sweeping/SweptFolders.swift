/// The folders of a source as they are, each with the known one that it is: a value that reads nothing itself.
///
/// Folders are looked at from the top. One whose name or inode is not as known waits until all others are done: by
/// then it is known which folders are missing, and it may be one of them.
struct SweptFolders {
    struct Folder {
        var parent: Int?
        /// The names from the top of the source to where the sweep began, for folders without a parent here.
        var base: [String] = []
        var name: String
        var inode: Int64
        /// The known folder that it is.
        var row: SourceFolderRow?
        /// Whether the known folder had another inode.
        var isRenumbered = false
        /// Whether it stood elsewhere, or under another name.
        var isMoved = false
        /// Whether the folders in it are to be looked at although nothing about them changed.
        var isDeep: Bool
    }

    private(set) var folders: [Folder] = []
    /// Known folders that are not where they were, with all below them.
    private(set) var vacant: [Int64: SourceFolderRow] = [:]
    private var byInode: [Int64: [Int64]] = [:]
    private var pending: [Int] = []
    private var waiting: [Int] = []
    private let children: [Int64: [SourceFolderRow]]
    private var taken: Set<Int64> = []

    /// - Parameter known: the known folders of the source.
    init(known: [SourceFolderRow]) {
        children = Dictionary(grouping: known.filter { $0.parentID != nil }) { $0.parentID ?? 0 }
    }

    /// Begins at a known folder, with all below it where `isDeep` says so.
    mutating func start(_ row: SourceFolderRow, path: [String], inode: Int64, isDeep: Bool) {
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

    /// The next folder to be looked at; `isSame` says whether most known files of a row are in a folder.
    mutating func next(isSame: (Int, SourceFolderRow) throws -> Bool) rethrows -> Int? {
        if pending.isEmpty, !waiting.isEmpty {
            // Those that went elsewhere first: another folder may have taken the name of one.
            for place in waiting { try settleByInode(place, isSame) }
            for place in waiting where !folders[place].isMoved { settleByName(place) }
            pending = waiting.reversed()
            waiting = []
        }
        return pending.popLast()
    }

    /// Notes the folders that are in one.
    mutating func note(_ found: [(name: String, inode: Int64)], in parent: Int) {
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

    /// Concludes nothing from a folder that could not be looked at.
    mutating func leaveAlone(_ place: Int) {
        var below = folders[place].row.flatMap { children[$0.id] } ?? []
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

    private mutating func settleByInode(
        _ place: Int,
        _ isSame: (Int, SourceFolderRow) throws -> Bool
    ) rethrows {
        for id in byInode[folders[place].inode] ?? [] {
            guard let row = vacant[id], try isSame(place, row) else { continue }
            take(row, for: place)
            folders[place].isMoved = true
            folders[place].isRenumbered = false
            return
        }
    }

    /// Still under its name, as on a volume that numbers anew: unless that one has gone elsewhere.
    private mutating func settleByName(_ place: Int) {
        guard let row = folders[place].row else { return }
        if vacant[row.id] != nil { take(row, for: place) } else { folders[place].row = nil }
    }

    private mutating func take(_ row: SourceFolderRow, for place: Int) {
        vacant[row.id] = nil
        taken.insert(row.id)
        folders[place].row = row
    }

    /// The names from the top of the source to a folder.
    func path(_ place: Int) -> [String] {
        var names: [String] = []
        var next = place
        while let parent = folders[next].parent {
            names.append(folders[next].name)
            next = parent
        }
        return folders[next].base + names.reversed()
    }

    mutating func setRow(_ row: SourceFolderRow, of place: Int) { folders[place].row = row }
}
