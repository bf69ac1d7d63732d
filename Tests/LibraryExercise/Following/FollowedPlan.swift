package import Photos
import OpenPhotoKit

/// The fetches that are followed: each with its meaning in the API, and in a model.
package enum FollowedPlan: CaseIterable {
    case allByDate
    case favoritesByPredicate
    case favoritesFirst
    case imagesByWidth
    case albumInItsOrder
    case albumByDateDown
    case hiddenToo
    case newestTen
    case smartFavorites
    case recentlyAdded
    case recentlyDeleted
    case albumsByTitle
    case topLevel
    case childrenOfFolder
    case albumsWithAsset

    /// What some of the fetches are about; nil where the library has none.
    package struct Targets {
        package var album: PHAssetCollection?
        package var folder: PHCollectionList?
        package var asset: PHAsset?

        /// The fullest album, the fullest folder, and the first asset of that album.
        package init(_ library: PHPhotoLibrary) {
            let options = LibraryState.options(library)
            let state = LibraryState(library)
            let fullest = state.albums.max {
                ($0.value.contents.count, $0.key) < ($1.value.contents.count, $1.key)
            }
            album = fullest.flatMap {
                PHAssetCollection.fetchAssetCollections(
                    withLocalIdentifiers: [$0.key], options: options
                ).firstObject
            }
            let fullestFolder = state.folders.max {
                ($0.value.contents.count, $0.key) < ($1.value.contents.count, $1.key)
            }
            folder = fullestFolder.flatMap {
                PHCollectionList.fetchCollectionLists(
                    withLocalIdentifiers: [$0.key], options: options
                ).firstObject
            }
            let name = fullest?.value.contents.first ?? state.assets.keys.min()
            asset = name.flatMap {
                PHAsset.fetchAssets(withLocalIdentifiers: [$0], options: options).firstObject
            }
        }
    }

    /// The list that follows the plan; nil where it has no target.
    package func followed(in library: PHPhotoLibrary, _ targets: Targets) -> (any FollowedList)? {
        switch self {
        case .allByDate, .favoritesByPredicate, .favoritesFirst, .imagesByWidth, .hiddenToo,
            .newestTen:
            assets { PHAsset.fetchAssets(with: options(library)) }
        case .albumInItsOrder, .albumByDateDown:
            targets.album.map { album in
                assets { PHAsset.fetchAssets(in: album, options: options(library)) }
            }
        case .smartFavorites: smart(.smartAlbumFavorites, library)
        case .recentlyAdded: smart(.smartAlbumRecentlyAdded, library)
        case .recentlyDeleted:
            assets { PHAsset.fetchRecentlyDeletedAssets(with: options(library)) }
        case .albumsByTitle:
            collections {
                PHAssetCollection.fetchAssetCollections(
                    with: .album, subtype: .any, options: options(library))
            }
        case .topLevel:
            collections { PHCollection.fetchTopLevelUserCollections(with: options(library)) }
        case .childrenOfFolder:
            targets.folder.map { folder in
                collections { PHCollection.fetchCollections(in: folder, options: options(library)) }
            }
        case .albumsWithAsset:
            targets.asset.map { asset in
                collections {
                    PHAssetCollection.fetchAssetCollectionsContaining(
                        asset, with: .album, options: options(library))
                }
            }
        }
    }

    private func smart(
        _ subtype: PHAssetCollectionSubtype, _ library: PHPhotoLibrary
    ) -> (any FollowedList)? {
        let albums = PHAssetCollection.fetchAssetCollections(
            with: .smartAlbum, subtype: subtype, options: LibraryState.options(library))
        return albums.firstObject.map { album in
            assets { PHAsset.fetchAssets(in: album, options: options(library)) }
        }
    }

    private func assets(_ fetch: @escaping () -> PHFetchResult<PHAsset>) -> any FollowedList {
        FollowedResult("\(self)", describe: { AnyHashable(AssetFacts($0)) }, fetch: fetch)
    }

    private func collections<Object: PHCollection>(
        _ fetch: @escaping () -> PHFetchResult<Object>
    ) -> any FollowedList {
        FollowedResult("\(self)", describe: { AnyHashable(CollectionFacts($0)) }, fetch: fetch)
    }

    private func options(_ library: PHPhotoLibrary) -> PHFetchOptions {
        let options = PHFetchOptions()
        options.library = library
        switch self {
        case .favoritesByPredicate: options.predicate = NSPredicate(format: "isFavorite == YES")
        case .favoritesFirst:
            options.sortDescriptors = [
                NSSortDescriptor(key: "isFavorite", ascending: false),
                NSSortDescriptor(key: "creationDate", ascending: true),
            ]
        case .imagesByWidth:
            options.predicate = NSPredicate(
                format: "mediaType == %d", PHAssetMediaType.image.rawValue)
            options.sortDescriptors = [NSSortDescriptor(key: "pixelWidth", ascending: true)]
        case .albumByDateDown:
            options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
        case .hiddenToo: options.includeHiddenAssets = true
        case .newestTen:
            options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
            options.fetchLimit = 10
        case .albumsByTitle:
            options.sortDescriptors = [NSSortDescriptor(key: "localizedTitle", ascending: true)]
        default: break
        }
        return options
    }
}
