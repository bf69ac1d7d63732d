import Foundation
import OpenPhotoKit
import Photos

/// The position of an album or folder in the tree.
struct TreePlace: Sendable, Hashable {
    /// The folder; nil for the top level.
    var parent: String?
    var index: Int
}

/// The tree of albums and folders.
enum AlbumTree {
    /// The deepest nesting that is walked, so that a damaged library ends the walk.
    private static let deepest = 64

    /// Returns the children of a folder; nil is the top level.
    static func children(of folder: PHCollectionList?) -> [PHCollection] {
        let found = childResult(of: folder)
        return found.objects(at: IndexSet(0..<found.count))
    }

    static func childResult(of folder: PHCollectionList?) -> PHFetchResult<PHCollection> {
        folder.map { PHCollection.fetchCollections(in: $0, options: nil) }
            ?? PHCollection.fetchTopLevelUserCollections(with: nil)
    }

    /// Returns where each album and folder is.
    static func allPlaces() -> [String: TreePlace] {
        var places: [String: TreePlace] = [:]
        addPlaces(in: nil, depth: 0, to: &places)
        return places
    }

    private static func addPlaces(
        in folder: PHCollectionList?,
        depth: Int,
        to places: inout [String: TreePlace]
    ) {
        guard depth < deepest else { return }
        for (index, child) in children(of: folder).enumerated() {
            places[child.localIdentifier] = TreePlace(parent: folder?.localIdentifier, index: index)
            if let list = child as? PHCollectionList {
                addPlaces(in: list, depth: depth + 1, to: &places)
            }
        }
    }

    /// Returns the album or folder with an identifier; nil if there is none.
    static func collection(named name: String) -> PHCollection? {
        if name.hasSuffix("/020") {
            return PHCollectionList.fetchCollectionLists(
                withLocalIdentifiers: [name],
                options: nil
            ).firstObject
        }
        return PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: [name], options: nil)
            .firstObject
    }

    /// Puts an album or folder at a position; runs inside a change block.
    ///
    /// - Parameters:
    ///   - collection: The album or folder.
    ///   - place: The folder and the index among its children without the moved one; an index beyond the end is the end.
    static func moveCollection(_ collection: PHCollection, to place: TreePlace) {
        let folder = place.parent.flatMap { Self.collection(named: $0) as? PHCollectionList }
        let siblings = childResult(of: folder)
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
