import PhotosStore

/// Divides files that may belong together into groups.
///
/// The files are processed in a fixed order, never in the order of arrival. So the same files always give the
/// same groups.
struct GroupingCluster {
    /// The scope in which names are compared: one folder, and one name without its suffixes.
    struct Slot: Hashable {
        var folder: String
        var key: String
    }

    struct Entry: Hashable {
        let file: GroupingFile
        let name: ShotName
        let slot: Slot

        init(_ file: GroupingFile) {
            self.file = file
            name = ShotName(file.name)
            slot = Slot(folder: file.folder, key: name.key)
        }

        /// Defines an order that depends only on the files themselves.
        static func stands(_ left: Entry, before right: Entry) -> Bool {
            if left.slot.folder != right.slot.folder { return left.slot.folder < right.slot.folder }
            if left.name.full != right.name.full { return left.name.full < right.name.full }
            if left.file.name != right.file.name { return left.file.name < right.file.name }
            return left.file.index < right.file.index
        }
    }

    struct Draft {
        var parts: [(entry: Entry, role: ResourceRole)]
        var sidecars: [Entry] = []

        var original: Entry { parts[0].entry }
        /// Whether the group starts with an edited version, because the unedited file is missing.
        var isEditAlone: Bool { original.name.edit != nil }
        var isPicture: Bool { parts[0].role == ResourceRole.photo }

        init(_ original: Entry, role: ResourceRole) { parts = [(original, role)] }

        func hasPart(ofRole role: ResourceRole) -> Bool { parts.contains { $0.role == role } }

        func hasIdentifier(_ identifier: String?) -> Bool {
            identifier != nil && parts.contains { $0.entry.file.contentIdentifier == identifier }
        }

        /// Returns whether the group's files are known to belong to another Live Photo.
        func contradicts(_ identifier: String?) -> Bool {
            guard identifier != nil, !hasIdentifier(identifier) else { return false }
            return parts.contains { $0.entry.file.contentIdentifier != nil }
        }
    }

    var drafts: [Draft] = []
    private(set) var draftIndexes: [Slot: [Int]] = [:]
    private(set) var lone: [Entry] = []

    init(_ unsorted: [Entry]) {
        let entries = unsorted.sorted(by: Entry.stands)
        func entriesOfKind(_ kind: GroupingFile.Kind) -> [Entry] {
            entries.filter { $0.file.kind == kind }
        }
        assignPictures(entries.filter { $0.file.pictureFormat != nil })
        assignMovies(entriesOfKind(.movie))
        for sound in entriesOfKind(.sound) { beginDraft(with: sound, role: ResourceRole.audio) }
        lone += assignRecipes(entriesOfKind(.sidecar(.aae)))
        lone += assignSidecars(entriesOfKind(.sidecar(.xmp)))
        lone += assignSidecars(entriesOfKind(.sidecar(.settings)))
    }

    var groups: [FileGroup] {
        drafts.map { draft in
            FileGroup(
                members: draft.parts.map { .init(index: $0.entry.file.index, role: $0.role) },
                sidecars: draft.sidecars.map(\.file.index)
            )
        } + lone.map { FileGroup(members: [], sidecars: [$0.file.index]) }
    }

    mutating func beginDraft(with entry: Entry, role: ResourceRole) {
        draftIndexes[entry.slot, default: []].append(drafts.count)
        drafts.append(Draft(entry, role: role))
    }

    mutating func addPart(_ entry: Entry, role: ResourceRole, to index: Int) {
        drafts[index].parts.append((entry, role))
    }

    /// Returns the indexes of those drafts whose first file is in the slot.
    func drafts(in slot: Slot, where fits: (Draft) -> Bool) -> [Int] {
        (draftIndexes[slot] ?? []).filter { fits(drafts[$0]) }
    }
}
