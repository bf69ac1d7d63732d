public import Foundation
import PhotosStore

/// Makes, renames, deletes and arranges folders inside a change block.
open class PHCollectionListChangeRequest: PHChangeRequest {
    private var placeholder: PHObjectPlaceholder?
    private var newTitle: String?
    private var currentTitle = ""
    private var edits = ListEdits()

    /// Makes a folder with a title, at the end of the top level.
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

    /// Stands for the folder to be made.
    ///
    /// Traps on a request that changes an existing folder.
    open var placeholderForCreatedCollectionList: PHObjectPlaceholder {
        guard let placeholder else {
            preconditionFailure(
                "placeholderForCreatedCollectionList was asked of a request that makes no folder."
            )
        }
        return placeholder
    }

    /// Deletes folders with all albums and folders in them; assets stay.
    open class func deleteCollectionLists(_ collectionLists: any NSFastEnumeration) {
        let builder = ChangeBlockBuilder.required(
            "PHCollectionListChangeRequest.deleteCollectionLists"
        )
        let objects = RequestArguments.objects(collectionLists, "deleteCollectionLists")
        builder.edit { .deleteCollections(RequestArguments.uuids(objects), .folder) }
    }

    /// Changes a folder; nil for one that lives in memory only.
    ///
    /// Indexes count in the present list.
    public convenience init?(for collectionList: PHCollectionList) {
        self.init(collectionList, snapshot: nil)
    }

    /// Changes a folder; nil for one that lives in memory only.
    ///
    /// Indexes count in `childCollections`, what the caller looks at.
    public convenience init?(
        for collectionList: PHCollectionList,
        childCollections: PHFetchResult<PHCollection>
    ) {
        self.init(collectionList, snapshot: childCollections.backing)
    }

    /// Changes the top level.
    ///
    /// Indexes count in `childCollections`, what the caller looks at.
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

    /// Puts albums and folders at the end; they leave the folder they were in.
    open func addChildCollections(_ collections: any NSFastEnumeration) {
        requireRunning()
        edits.append(collections, for: "addChildCollections")
    }

    /// Puts albums and folders at indexes, one for each; indexes count as in the growing list.
    open func insertChildCollections(_ collections: any NSFastEnumeration, at indexes: IndexSet) {
        requireRunning()
        edits.insert(collections, at: indexes, for: "insertChildCollections")
    }

    /// Takes albums and folders out; they go to the end of the top level.
    open func removeChildCollections(_ collections: any NSFastEnumeration) {
        requireRunning()
        edits.remove(collections, for: "removeChildCollections")
    }

    /// Takes the albums and folders at indexes out; they go to the end of the top level.
    ///
    /// The block fails with `changeNotSupported` for an index beyond the end; one below 0 traps.
    open func removeChildCollections(at indexes: IndexSet) {
        requireRunning()
        edits.remove(at: indexes, for: "removeChildCollections")
    }

    /// Puts albums and folders in the place of those at indexes, one for each.
    ///
    /// The block fails with `changeNotSupported` for an index beyond the end. Traps unless there is one index for each, from
    /// 0 on.
    open func replaceChildCollections(
        at indexes: IndexSet,
        withChildCollections collections: any NSFastEnumeration
    ) {
        requireRunning()
        edits.replace(indexes, with: collections, for: "replaceChildCollections")
    }

    /// Moves the albums and folders at indexes so that they stand together from `toIndex` on, which counts in the list
    /// after they have been taken out.
    ///
    /// The block fails with `changeNotSupported` for an index beyond the end; one below 0 traps.
    open func moveChildCollections(at indexes: IndexSet, to toIndex: Int) {
        requireRunning()
        edits.move(indexes, to: toIndex, for: "moveChildCollections")
    }
}
