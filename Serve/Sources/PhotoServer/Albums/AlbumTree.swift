import Foundation
import OpenPhotoKit
import Photos

/// The positions of photos in an album.
enum AlbumOrder {
    /// Returns the position of each photo of an album.
    ///
    /// Hidden photos and all frames of bursts count, as they do for changes.
    static func positions(_ album: PHAssetCollection) -> [String: Int] {
        let options = PHFetchOptions()
        options.includeHiddenAssets = true
        options.includeAllBurstAssets = true
        var positions: [String: Int] = [:]
        PHAsset.fetchAssets(in: album, options: options).enumerateObjects { asset, index, _ in
            positions[asset.localIdentifier] = index
        }
        return positions
    }
}

/// The tree of albums and folders.
enum AlbumTree {
    /// The deepest nesting that is walked, so that a damaged library ends the walk.
    private static let deepest = 64

    /// Returns the children of a folder; nil is the top level.
    static func children(_ folder: PHCollectionList?) -> [PHCollection] {
        let found = childResult(folder)
        return found.objects(at: IndexSet(0..<found.count))
    }

    static func childResult(_ folder: PHCollectionList?) -> PHFetchResult<PHCollection> {
        folder.map { PHCollection.fetchCollections(in: $0, options: nil) }
            ?? PHCollection.fetchTopLevelUserCollections(with: nil)
    }

    /// Returns where each album and folder is.
    static func places() -> [String: TreePlace] {
        var places: [String: TreePlace] = [:]
        walk(nil, depth: 0, &places)
        return places
    }

    private static func walk(
        _ folder: PHCollectionList?,
        depth: Int,
        _ places: inout [String: TreePlace]
    ) {
        guard depth < deepest else { return }
        for (index, child) in children(folder).enumerated() {
            places[child.localIdentifier] = TreePlace(parent: folder?.localIdentifier, index: index)
            if let list = child as? PHCollectionList { walk(list, depth: depth + 1, &places) }
        }
    }

    /// Returns all albums among some albums and folders, and in the folders at any depth; saved searches are left out.
    static func albums(in collections: [PHCollection], depth: Int = 0) -> [PHAssetCollection] {
        collections.flatMap { collection -> [PHAssetCollection] in
            if let album = collection as? PHAssetCollection {
                return album.assetCollectionType == .album ? [album] : []
            }
            guard depth < deepest, let list = collection as? PHCollectionList else { return [] }
            return albums(in: children(list), depth: depth + 1)
        }
    }

    /// Puts what a change block makes into a folder; runs inside that block.
    ///
    /// - Parameters:
    ///   - made: The placeholder of the new album or folder.
    ///   - folder: The folder.
    ///   - index: The index among the children; an index beyond the end is the end.
    static func insert(_ made: PHObjectPlaceholder, in folder: PHCollectionList, at index: Int) {
        let siblings = childResult(folder)
        let request = PHCollectionListChangeRequest(for: folder, childCollections: siblings)
        if index < siblings.count {
            request?.insertChildCollections([made], at: IndexSet(integer: index))
        } else {
            request?.addChildCollections([made])
        }
    }

    /// Puts an album or folder at a position; runs inside a change block.
    ///
    /// - Parameters:
    ///   - collection: The album or folder.
    ///   - place: The folder and the index among its children without the moved one; an index beyond the end is the end.
    static func put(_ collection: PHCollection, at place: TreePlace) {
        let folder = place.parent.flatMap { UndoPlan.collection($0) as? PHCollectionList }
        let siblings = childResult(folder)
        let request =
            folder.map { PHCollectionListChangeRequest(for: $0, childCollections: siblings) }
            ?? PHCollectionListChangeRequest(
                forTopLevelCollectionListUserCollections: siblings
            )
        let present = siblings.index(of: collection)
        if present == NSNotFound {
            request?.insertChildCollections(
                [collection],
                at: IndexSet(integer: min(place.index, siblings.count))
            )
        } else {
            request?.moveChildCollections(
                at: IndexSet(integer: present),
                to: min(place.index, siblings.count - 1)
            )
        }
    }
}
