package import Foundation
package import PhotosStore

/// Decides which albums and folders of a catalog are created, and which members they get.
///
/// The caller asks about the collections in the order of the catalog: parents before their children.
package struct CollectionPlan {
    private var skipped: Set<ExactText> = []

    package init() {}

    /// Returns whether a collection is left out.
    ///
    /// A collection that a person has deleted is not created again, and neither is anything inside it.
    package mutating func skips(_ collection: ImportCollection, isDeleted: Bool) -> Bool {
        let isInside = collection.parent.map { skipped.contains(ExactText($0)) } ?? false
        guard isDeleted || isInside else { return false }
        skipped.insert(ExactText(collection.key))
        return true
    }

    /// Decides how a collection is created, and which members it gets.
    ///
    /// - Parameters:
    ///   - collection: The collection.
    ///   - uuid: Its identifier in the library.
    ///   - parent: The identifier of its folder; nil at the top level.
    ///   - isPresent: Whether the library has it.
    ///   - missing: The members to add; empty for a folder and a smart album.
    ///   - acceptsDeleted: Whether members may be in Recently Deleted.
    /// - Returns: The mutations in their order; empty if nothing is missing.
    package static func mutations(
        for collection: ImportCollection,
        uuid: UUID,
        parent: UUID?,
        isPresent: Bool,
        missing: [UUID],
        acceptsDeleted: Bool = false
    ) -> [Mutation] {
        var mutations: [Mutation] = []
        if !isPresent {
            if let search = collection.search {
                mutations.append(.createSmartAlbum(uuid, title: collection.title, search: search))
            } else {
                let kind = collection.isFolder ? CollectionKind.folder : .album
                mutations.append(.createCollection(uuid, kind, title: collection.title))
            }
            if let parent {
                mutations.append(
                    .editChildren(folder: parent, ListEdits(steps: [.append([uuid])]))
                )
            }
        }
        if !collection.isFolder, collection.search == nil, !missing.isEmpty {
            var edits = ListEdits(steps: [.append(missing)])
            edits.acceptsDeleted = acceptsDeleted
            mutations.append(.editMembers(album: uuid, edits))
        }
        return mutations
    }
}
