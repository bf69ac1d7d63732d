import Foundation
import OpenPhotoKit
import ServeRules

/// An album, a folder, a saved search or a smart album in the tree.
struct AlbumModel: Encodable, Sendable {
    var id: String
    var title: String
    var kind: String
    var count: Int?
    var key: String?
    var cover: ItemModel?
    var children: [AlbumModel]?
    var canEdit: Bool
}

/// The tree of albums, for the page.
struct AlbumsModel: Encodable, Sendable {
    var folders: [AlbumModel]
}

/// Reads the tree.
struct AlbumReading: Sendable {
    let isReadOnly: Bool
    let hasSources: Bool
    let now: Date
    /// The part of the library that a server in pick mode shows.
    var scope: PickScope?
    /// The subjects that searches of the client do not use.
    var withheld: PhotoSearch.Subjects = []
    /// The details that the client does not see.
    var omitted: Set<PhotoDetail> = []

    /// Returns the owner's albums and folders, then the smart albums that have photos.
    func albumTree() -> AlbumsModel {
        AlbumsModel(folders: albumModels(of: AlbumTree.children(of: nil), depth: 0) + smartAlbums())
    }

    private func albumModels(of collections: [PHCollection], depth: Int) -> [AlbumModel] {
        collections.compactMap { collection in
            let id = ObjectName(collection.localIdentifier)?.uuid ?? ""
            let title = collection.localizedTitle ?? ""
            guard let album = collection as? PHAssetCollection else {
                let list = collection as? PHCollectionList
                return AlbumModel(
                    id: id,
                    title: title,
                    kind: "folder",
                    children: depth < 64
                        ? albumModels(of: AlbumTree.children(of: list), depth: depth + 1) : [],
                    canEdit: !isReadOnly
                )
            }
            if album.assetCollectionType == .smartAlbum { return savedSearch(id, title: title) }
            let shown = scope.fetchOptions().map { PHAsset.fetchAssets(in: album, options: $0) }
            let key =
                shown?.firstObject
                ?? PHAsset.fetchKeyAssets(in: album, options: scope.fetchOptions())?.firstObject
            return AlbumModel(
                id: id,
                title: title,
                kind: "album",
                count: shown?.count ?? album.estimatedAssetCount,
                key: ViewKey.album(id).text,
                cover: key.map(coverItem),
                canEdit: !isReadOnly
            )
        }
    }

    /// Returns a search that was saved among the albums; nil where it uses subjects that the client may not
    /// see.
    private func savedSearch(_ id: String, title: String) -> AlbumModel? {
        let fetch = try? ViewFetch(.album(id), scope: scope, withholding: withheld)
        guard let photos = fetch?.result else { return nil }
        return AlbumModel(
            id: id,
            title: title,
            kind: "search",
            count: photos.count,
            key: ViewKey.album(id).text,
            cover: photos.firstObject.map(coverItem),
            canEdit: !isReadOnly
        )
    }

    private func smartAlbums() -> [AlbumModel] {
        ViewKey.Smart.allCases.compactMap { smart in
            guard let fetch = try? ViewFetch(.smart(smart), scope: scope), fetch.result.count > 0
            else {
                return nil
            }
            return AlbumModel(
                id: smart.rawValue,
                title: smart.rawValue,
                kind: "smart",
                count: fetch.result.count,
                key: ViewKey.smart(smart).text,
                cover: fetch.result.firstObject.map(coverItem),
                canEdit: false
            )
        }
    }

    private func coverItem(_ asset: PHAsset) -> ItemModel {
        ItemModel(
            asset,
            omitting: omitted,
            hasSources: hasSources,
            trashDays: 0,
            now: now
        )
    }
}
