public import Foundation
import PhotosStore

/// Makes, renames, deletes and fills albums inside a change block.
open class PHAssetCollectionChangeRequest: PHChangeRequest {
    private var placeholder: PHObjectPlaceholder?
    private var newTitle: String?
    private var currentTitle = ""
    private var edits = ListEdits()

    /// Makes an album with a title, at the end of the top level.
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

    /// Stands for the album to be made.
    ///
    /// Traps on a request that changes an existing album.
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
        let objects = RequestArguments.objects(assetCollections, "deleteAssetCollections")
        builder.edit { .deleteCollections(RequestArguments.uuids(objects), .album) }
    }

    /// Changes an album; nil for one that lives in memory only.
    ///
    /// Indexes count in the present list.
    public convenience init?(for assetCollection: PHAssetCollection) {
        self.init(assetCollection, snapshot: nil)
    }

    /// Changes an album; nil for one that lives in memory only.
    ///
    /// Indexes count in `assets`, what the caller looks at.
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

    /// Puts assets at the end; those that are in the album already stay where they are.
    open func addAssets(_ assets: any NSFastEnumeration) {
        requireRunning()
        edits.append(assets, for: "addAssets")
    }

    /// Puts assets at indexes, one for each; indexes count as in the growing list.
    open func insertAssets(_ assets: any NSFastEnumeration, at indexes: IndexSet) {
        requireRunning()
        edits.insert(assets, at: indexes, for: "insertAssets")
    }

    /// Takes assets out of the album; they stay in the library.
    open func removeAssets(_ assets: any NSFastEnumeration) {
        requireRunning()
        edits.remove(assets, for: "removeAssets")
    }

    /// Takes the assets at indexes out of the album; they stay in the library.
    ///
    /// The block fails with `changeNotSupported` for an index beyond the end; one below 0 traps.
    open func removeAssets(at indexes: IndexSet) {
        requireRunning()
        edits.remove(at: indexes, for: "removeAssets")
    }

    /// Puts assets in the place of those at indexes, one for each.
    ///
    /// The block fails with `changeNotSupported` for an index beyond the end. Traps unless there is one index for each, from
    /// 0 on.
    open func replaceAssets(at indexes: IndexSet, withAssets assets: any NSFastEnumeration) {
        requireRunning()
        edits.replace(indexes, with: assets, for: "replaceAssets")
    }

    /// Moves the assets at indexes so that they stand together from `toIndex` on, which counts in the list after they
    /// have been taken out.
    ///
    /// The block fails with `changeNotSupported` for an index beyond the end; one below 0 traps.
    open func moveAssets(at fromIndexes: IndexSet, to toIndex: Int) {
        requireRunning()
        edits.move(fromIndexes, to: toIndex, for: "moveAssets")
    }
}
