public import Foundation
import PhotosStore

/// Creates, renames, deletes and arranges folders inside a change block.
open class PHCollectionListChangeRequest: PHChangeRequest {
    private var placeholder: PHObjectPlaceholder?
    private var newTitle: String?
    private var currentTitle = ""
    private var edits = ListEdits()

    /// Creates a folder with a title, at the end of the top level.
    @discardableResult
    open class func creationRequestForCollectionList(withTitle title: String) -> Self {
        let request = self.init()
        let uuid = request.builder.makeUUID()
        request.placeholder = PHObjectPlaceholder(
            identifier: LocalIdentifier(uuid: uuid, kind: .folder),
            source: nil
        )
        request.currentTitle = title
        request.builder.create { .createCollection(uuid, .folder, title: request.title) }
        request.editChildren(of: uuid)
        return request
    }

    /// The placeholder of the new folder.
    ///
    /// Reading this property traps on a request that changes an existing folder.
    open var placeholderForCreatedCollectionList: PHObjectPlaceholder {
        guard let placeholder else {
            preconditionFailure(
                "placeholderForCreatedCollectionList was asked of a request that makes no folder."
            )
        }
        return placeholder
    }

    /// Deletes folders with all albums and folders in them; the assets stay.
    open class func deleteCollectionLists(_ collectionLists: any NSFastEnumeration) {
        let builder = ChangeBlockBuilder.required(
            "PHCollectionListChangeRequest.deleteCollectionLists"
        )
        let objects = RequestArguments.objects(in: collectionLists, for: "deleteCollectionLists")
        builder.edit { .deleteCollections(RequestArguments.uuids(objects), .folder) }
    }

    /// Makes a request that changes a folder; nil for a transient folder.
    ///
    /// Indexes refer to the current list.
    public convenience init?(for collectionList: PHCollectionList) {
        self.init(collectionList, snapshot: nil)
    }

    /// Makes a request that changes a folder; nil for a transient folder.
    ///
    /// Indexes refer to `childCollections`, the list that the caller shows.
    public convenience init?(
        for collectionList: PHCollectionList,
        childCollections: PHFetchResult<PHCollection>
    ) {
        self.init(collectionList, snapshot: childCollections.backing)
    }

    /// Makes a request that changes the top level.
    ///
    /// Indexes refer to `childCollections`, the list that the caller shows.
    public convenience init?(
        forTopLevelCollectionListUserCollections childCollections: PHFetchResult<PHCollection>
    ) {
        self.init()
        edits.snapshot = builder.snapshot(of: childCollections.backing)
        editChildren(of: nil)
    }

    private convenience init?(_ folder: PHCollectionList, snapshot: FetchBacking?) {
        self.init()
        guard !folder.isTransient, let uuid = folder.uuid else { return nil }
        currentTitle = folder.localizedTitle ?? ""
        edits.snapshot = builder.snapshot(of: snapshot)
        builder.edit { [self] in newTitle.map { .renameCollection(uuid, title: $0) } }
        editChildren(of: uuid)
    }

    private func editChildren(of uuid: UUID?) {
        builder.edit { [self] in edits.steps.isEmpty ? nil : .editChildren(folder: uuid, edits) }
    }

    /// The folder's title.
    open var title: String {
        get { newTitle ?? currentTitle }
        set {
            requireRunning()
            newTitle = newValue
        }
    }

    /// Adds albums and folders at the end, and removes them from the folder that they were in.
    open func addChildCollections(_ collections: any NSFastEnumeration) {
        requireRunning()
        edits.append(collections, for: "addChildCollections")
    }

    /// Inserts albums and folders at indexes, one for each index; each index refers to the list after the earlier
    /// insertions.
    open func insertChildCollections(_ collections: any NSFastEnumeration, at indexes: IndexSet) {
        requireRunning()
        edits.insert(collections, at: indexes, for: "insertChildCollections")
    }

    /// Removes albums and folders; they move to the end of the top level.
    open func removeChildCollections(_ collections: any NSFastEnumeration) {
        requireRunning()
        edits.remove(collections, for: "removeChildCollections")
    }

    /// Removes the albums and folders at indexes; they move to the end of the top level.
    ///
    /// The block fails with `changeNotSupported` for an index beyond the end; an index below 0 traps.
    open func removeChildCollections(at indexes: IndexSet) {
        requireRunning()
        edits.remove(at: indexes, for: "removeChildCollections")
    }

    /// Replaces the albums and folders at indexes, one new collection for each index.
    ///
    /// The block fails with `changeNotSupported` for an index beyond the end. The call traps for an index below 0,
    /// or if the numbers of collections and indexes differ.
    open func replaceChildCollections(
        at indexes: IndexSet,
        withChildCollections collections: any NSFastEnumeration
    ) {
        requireRunning()
        edits.replace(indexes, with: collections, for: "replaceChildCollections")
    }

    /// Moves the albums and folders at indexes next to each other, starting at `toIndex`.
    ///
    /// `toIndex` refers to the list without the moved collections. The block fails with `changeNotSupported` for an
    /// index beyond the end; an index below 0 traps.
    open func moveChildCollections(at indexes: IndexSet, to toIndex: Int) {
        requireRunning()
        edits.move(indexes, to: toIndex, for: "moveChildCollections")
    }
}
