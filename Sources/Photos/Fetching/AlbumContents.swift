import CPhotosTypes
import Foundation
import PhotosStore

/// Fetches assets in an album, a smart album or a transient collection.
struct AlbumContents {
    private let album: PHAssetCollection
    private let options: PHFetchOptions?

    init(_ album: PHAssetCollection, _ options: PHFetchOptions?) {
        self.album = album
        self.options = options
    }

    func assets() -> PHFetchResult<PHAsset> {
        if let assets = album.transientAssets { return transientAlbumAssets(assets) }
        guard let source = album.source else { return FetchPlanning.nothing() }
        let planning = FetchPlanning(options, in: source.library)
        guard album.assetCollectionType == .smartAlbum else {
            return planning.assets(
                .members(album: source.row),
                order: [FetchPlan.SortTerm(.memberPosition)]
            )
        }
        return smartAlbumAssets(
            planning,
            order: isRecents ? [FetchPlan.SortTerm(.asset(.addedDate))] : nil
        )
    }

    func keyAssets() -> PHFetchResult<PHAsset> {
        guard let source = album.source else { return FetchPlanning.nothing() }
        let first = (options?.copy() as? PHFetchOptions) ?? PHFetchOptions()
        first.fetchLimit = 1
        let planning = FetchPlanning(first, in: source.library)
        guard album.assetCollectionType == .smartAlbum else {
            return planning.assets(
                .members(album: source.row),
                order: [FetchPlan.SortTerm(.memberPosition)]
            )
        }
        let newest = FetchPlan.SortTerm(.asset(.creationDate), ascending: false)
        // Assets of one block were added at the same moment.
        let added = FetchPlan.SortTerm(.asset(.addedDate), ascending: false)
        return smartAlbumAssets(planning, order: isRecents ? [added, newest] : [newest])
    }

    /// Whether the album is Recents, which has the order in which its assets were added.
    ///
    /// Apple documents no order. Applications that leave the sort descriptors out got the order of the album in Photos:
    /// by the date of the addition, the oldest first (<https://github.com/signalapp/Signal-iOS/pull/5586>,
    /// <https://github.com/tilltue/TLPhotoPicker/issues/267>).
    private var isRecents: Bool { album.assetCollectionSubtype == .smartAlbumUserLibrary }

    private func smartAlbumAssets(
        _ planning: FetchPlanning,
        order: [FetchPlan.SortTerm]?
    ) -> PHFetchResult<PHAsset> {
        if let search = album.record.search {
            let found = planning.library.read(orElse: nil) { try $0.search.savedSearch(search) }
            guard let found else { return FetchPlanning.nothing() }
            return planning.assets(
                where: found.condition,
                sources: .typeUserLibrary,
                includesHidden: found.showsHidden,
                order: order
            )
        }
        guard let smart = SmartAlbum(rawValue: album.assetCollectionSubtype.rawValue) else {
            return FetchPlanning.nothing()
        }
        let now = (try? planning.library.store().environment.now()) ?? Date()
        return planning.assets(
            where: smart.condition(now: now),
            includesHidden: smart.showsHidden,
            order: order
        )
    }

    /// Returns the assets of a transient collection, in their given order unless the options say otherwise.
    private func transientAlbumAssets(_ assets: [PHAsset]) -> PHFetchResult<PHAsset> {
        guard let library = assets.lazy.compactMap({ $0.source?.library }).first else {
            return FetchPlanning.objects(assets)
        }
        let uuids = assets.compactMap(\.uuid)
        let found = FetchPlanning(options, in: library).assets(
            where: .uuids(.asset(.uuid), in: uuids)
        )
        guard options?.sortDescriptors?.isEmpty ?? true, options?.fetchLimit ?? 0 == 0 else {
            return found
        }
        let present = Dictionary(
            uniqueKeysWithValues: found.objects(at: IndexSet(0..<found.count)).map {
                ($0.localIdentifier, $0)
            }
        )
        return FetchPlanning.objects(assets.compactMap { present[$0.localIdentifier] })
    }
}
