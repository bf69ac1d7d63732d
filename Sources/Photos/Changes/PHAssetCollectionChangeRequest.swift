public import Foundation
import PhotosStore

/// Creates, renames, deletes and fills albums inside a change block.
open class PHAssetCollectionChangeRequest: PHChangeRequest {
    private var placeholder: PHObjectPlaceholder?
    private var newTitle: String?
    /// Another search for a smart album.
    private var newSearch: String?
    private var currentTitle = ""
    private var edits = ListEdits()

    /// Creates an album with a title, at the end of the top level.
    @discardableResult
    open class func creationRequestForAssetCollection(withTitle title: String) -> Self {
        let request = self.init()
        let uuid = request.builder.makeUUID()
        request.placeholder = PHObjectPlaceholder(
            identifier: LocalIdentifier(uuid: uuid, kind: .album),
            source: nil
        )
        request.currentTitle = title
        request.builder.create { .createCollection(uuid, .album, title: request.title) }
        request.editMembers(of: uuid)
        return request
    }

    /// Creates a smart album that contains what a search finds, at the end of the top level.
    package class func creationRequest(withTitle title: String, search: String) -> Self {
        let request = self.init()
        let uuid = request.builder.makeUUID()
        request.placeholder = PHObjectPlaceholder(
            identifier: LocalIdentifier(uuid: uuid, kind: .album),
            source: nil
        )
        request.currentTitle = title
        request.builder.create {
            .createSmartAlbum(uuid, title: request.title, search: request.newSearch ?? search)
        }
        request.editMembers(of: uuid)
        return request
    }

    /// Gives another search to the smart album.
    package func setSearch(_ search: String) {
        requireRunning()
        newSearch = search
    }

    /// The placeholder of the new album.
    ///
    /// Reading this property traps on a request that changes an existing album.
    open var placeholderForCreatedAssetCollection: PHObjectPlaceholder {
        guard let placeholder else {
            preconditionFailure(
                "placeholderForCreatedAssetCollection was asked of a request that makes no album."
            )
        }
        return placeholder
    }

    /// Deletes albums; their assets stay.
    open class func deleteAssetCollections(_ assetCollections: any NSFastEnumeration) {
        let builder = ChangeBlockBuilder.required(
            "PHAssetCollectionChangeRequest.deleteAssetCollections"
        )
        let objects = RequestArguments.objects(in: assetCollections, for: "deleteAssetCollections")
        builder.edit { .deleteCollections(RequestArguments.uuids(objects), .album) }
    }

    /// Makes a request that changes an album; nil for a transient album.
    ///
    /// Indexes refer to the current list.
    public convenience init?(for assetCollection: PHAssetCollection) {
        self.init(assetCollection, snapshot: nil)
    }

    /// Makes a request that changes an album; nil for a transient album.
    ///
    /// Indexes refer to `assets`, the list that the caller shows, or to the current list if `assets` is nil.
    public convenience init?(
        for assetCollection: PHAssetCollection,
        assets: PHFetchResult<PHAsset>?
    ) {
        self.init(assetCollection, snapshot: assets?.backing)
    }

    private convenience init?(_ album: PHAssetCollection, snapshot: FetchBacking?) {
        self.init()
        guard !album.isTransient, let uuid = album.uuid else { return nil }
        currentTitle = album.localizedTitle ?? ""
        edits.snapshot = builder.snapshot(of: snapshot)
        builder.edit { [self] in newTitle.map { .renameCollection(uuid, title: $0) } }
        builder.edit { [self] in newSearch.map { .setSearch(uuid, $0) } }
        editMembers(of: uuid)
    }

    private func editMembers(of uuid: UUID) {
        builder.edit { [self] in edits.steps.isEmpty ? nil : .editMembers(album: uuid, edits) }
    }

    /// The album's title.
    open var title: String {
        get { newTitle ?? currentTitle }
        set {
            requireRunning()
            newTitle = newValue
        }
    }

    /// Adds assets at the end; assets that are already in the album keep their positions.
    open func addAssets(_ assets: any NSFastEnumeration) {
        requireRunning()
        edits.append(assets, for: "addAssets")
    }

    /// Inserts assets at indexes, one asset for each index; each index refers to the list after the earlier
    /// insertions.
    open func insertAssets(_ assets: any NSFastEnumeration, at indexes: IndexSet) {
        requireRunning()
        edits.insert(assets, at: indexes, for: "insertAssets")
    }

    /// Removes assets from the album; they stay in the library.
    open func removeAssets(_ assets: any NSFastEnumeration) {
        requireRunning()
        edits.remove(assets, for: "removeAssets")
    }

    /// Removes the assets at indexes from the album; they stay in the library.
    ///
    /// The block fails with `changeNotSupported` for an index beyond the end; an index below 0 traps.
    open func removeAssets(at indexes: IndexSet) {
        requireRunning()
        edits.remove(at: indexes, for: "removeAssets")
    }

    /// Replaces the assets at indexes, one new asset for each index.
    ///
    /// The block fails with `changeNotSupported` for an index beyond the end. The call traps for an index below 0,
    /// or if the numbers of assets and indexes differ.
    open func replaceAssets(at indexes: IndexSet, withAssets assets: any NSFastEnumeration) {
        requireRunning()
        edits.replace(indexes, with: assets, for: "replaceAssets")
    }

    /// Moves the assets at indexes next to each other, starting at `toIndex`.
    ///
    /// `toIndex` refers to the list without the moved assets. The block fails with `changeNotSupported` for an
    /// index beyond the end; an index below 0 traps.
    open func moveAssets(at fromIndexes: IndexSet, to toIndex: Int) {
        requireRunning()
        edits.move(fromIndexes, to: toIndex, for: "moveAssets")
    }
}
