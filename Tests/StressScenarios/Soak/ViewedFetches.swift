import Foundation
import LibraryGeneration
import OpenPhotoKit
import Photos

/// The fetches of an application that shows a library.
enum ViewedFetches {
    static func all(in library: PHPhotoLibrary) throws -> [any ViewedFetch] {
        func options(_ change: (PHFetchOptions) -> Void = { _ in }) -> PHFetchOptions {
            let options = PHFetchOptions()
            options.library = library
            change(options)
            return options
        }
        let newestFirst = [NSSortDescriptor(key: "creationDate", ascending: false)]
        var fetches: [any ViewedFetch] = [
            try ViewedResult(
                "all by date",
                PHAsset.fetchAssets(with: options { $0.sortDescriptors = newestFirst })
            ),
            try ViewedResult(
                "favorite pictures",
                PHAsset.fetchAssets(
                    with: options {
                        $0.predicate = NSPredicate(
                            format: "isFavorite == YES AND mediaType == %d",
                            PHAssetMediaType.image.rawValue
                        )
                    }
                )
            ),
            try ViewedResult(
                "favorites first",
                PHAsset.fetchAssets(
                    with: options {
                        $0.sortDescriptors = [
                            NSSortDescriptor(key: "isFavorite", ascending: false),
                            NSSortDescriptor(key: "creationDate", ascending: true),
                        ]
                    }
                )
            ),
            try ViewedResult(
                "newest hundred",
                PHAsset.fetchAssets(
                    with: options {
                        $0.sortDescriptors = newestFirst
                        $0.fetchLimit = 100
                    }
                )
            ),
            try ViewedResult(
                "recently deleted",
                PHAsset.fetchRecentlyDeletedAssets(with: options())
            ),
            try ViewedResult(
                "albums by title",
                PHAssetCollection.fetchAssetCollections(
                    with: .album,
                    subtype: .any,
                    options: options {
                        $0.sortDescriptors = [
                            NSSortDescriptor(key: "localizedTitle", ascending: true)
                        ]
                    }
                )
            ),
        ]
        for size in SoakAlbums.observed {
            let title = LibraryRecipe.title(ofAlbumWith: size)
            let found = PHAssetCollection.fetchAssetCollections(
                with: .album,
                subtype: .any,
                options: options { $0.predicate = NSPredicate(format: "title == %@", title) }
            )
            guard let album = found.firstObject else { continue }
            fetches.append(
                try ViewedResult(title, PHAsset.fetchAssets(in: album, options: options()))
            )
            fetches.append(
                try ViewedResult(
                    "\(title) by date",
                    PHAsset.fetchAssets(
                        in: album,
                        options: options { $0.sortDescriptors = newestFirst }
                    )
                )
            )
        }
        let smart: [PHAssetCollectionSubtype] = [
            .smartAlbumFavorites, .smartAlbumRecentlyAdded, .smartAlbumVideos,
        ]
        for subtype in smart {
            let found = PHAssetCollection.fetchAssetCollections(
                with: .smartAlbum,
                subtype: subtype,
                options: options()
            )
            guard let album = found.firstObject else { continue }
            fetches.append(
                try ViewedResult(
                    "smart album \(subtype.rawValue)",
                    PHAsset.fetchAssets(in: album, options: options())
                )
            )
        }
        return fetches
    }
}

/// The albums of a generated library that everybody is interested in.
enum SoakAlbums {
    static let observed = [10_000, 100_000]
    static var titles: Set<String> { Set(observed.map(LibraryRecipe.title)) }
}
