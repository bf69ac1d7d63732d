import Foundation
import OpenPhotoKit
import Photos
import Synchronization

/// The change requests that make deleted albums and folders again, with their titles, places and photos.
///
/// What is made has other identifiers.
struct CollectionRevival: Sendable {
    private struct Deleted: Sendable {
        var name: String
        var title: String
        /// What a saved search looks for; nil for albums and folders.
        var search: PhotoSearch?
        var place: TreePlace?
        var photos: [PHAsset]

        var isFolder: Bool { name.hasSuffix("/020") }
    }

    /// The new identifiers; the mutex guards them, because the block runs on another thread.
    private final class Made: Sendable {
        let names = Mutex<[String: String]>([:])
    }

    private var deleted: [Deleted] = []
    private let result = Made()

    /// The identifiers of what was made, by the earlier ones.
    var made: [String: String] { result.names.withLock { $0 } }

    /// Adds an album or folder.
    ///
    /// - Parameters:
    ///   - object: What the history says of its deletion.
    ///   - place: Where it was.
    ///   - photos: The photos that are still there, in their order.
    ///   - present: Returns the present identifier of a folder that was made again.
    mutating func add(
        _ object: ObjectFacts,
        _ place: TreePlace?,
        _ photos: [PHAsset],
        _ present: (String) -> String
    ) {
        var title = ""
        if case .text(let text) = object.valuesBefore["title"] { title = text }
        var search: PhotoSearch?
        if case .text(let text) = object.valuesBefore["search"] { search = PhotoSearch(text) }
        let place = place.map { TreePlace(parent: $0.parent.map(present), index: $0.index) }
        deleted.append(
            Deleted(
                name: object.localIdentifier,
                title: title,
                search: search,
                place: place,
                photos: photos
            )
        )
    }

    /// Makes the requests; runs inside a change block.
    func run() {
        let names = Set(deleted.map(\.name))
        let tops = deleted.filter { $0.place?.parent.map { !names.contains($0) } ?? true }
        for top in tops.sorted(by: Self.isBefore) {
            let made = make(top)
            let parent = top.place?.parent.flatMap { UndoPlan.collection($0) as? PHCollectionList }
            // Where its folder is gone, the top level takes it.
            guard let parent else { continue }
            AlbumTree.insert(made, in: parent, at: top.place?.index ?? .max)
        }
    }

    /// Moves what was made at the top level to its places there; runs inside a change block after that of ``run()``.
    ///
    /// In one block that is not possible: what a block makes is at the end of the top level from the start.
    func moveAtTop() {
        for object in tops.sorted(by: Self.isBefore) {
            guard let place = object.place, let name = made[object.name],
                let collection = UndoPlan.collection(name)
            else { continue }
            AlbumTree.put(collection, at: place)
        }
    }

    /// Whether there is anything for ``moveAtTop()``.
    var movesAtTop: Bool { !tops.isEmpty }

    private var tops: [Deleted] { deleted.filter { $0.place != nil && $0.place?.parent == nil } }

    private static func isBefore(_ one: Deleted, _ other: Deleted) -> Bool {
        (one.place?.index ?? .max) < (other.place?.index ?? .max)
    }

    private func make(_ object: Deleted) -> PHObjectPlaceholder {
        if let search = object.search {
            let request =
                PHAssetCollectionChangeRequest
                .creationRequestForSmartAlbum(withTitle: object.title, matching: search)
            return note(object.name, request.placeholderForCreatedAssetCollection)
        }
        guard object.isFolder else {
            let request =
                PHAssetCollectionChangeRequest
                .creationRequestForAssetCollection(withTitle: object.title)
            if !object.photos.isEmpty { request.addAssets(object.photos) }
            return note(object.name, request.placeholderForCreatedAssetCollection)
        }
        let request =
            PHCollectionListChangeRequest
            .creationRequestForCollectionList(withTitle: object.title)
        let children = deleted.filter { $0.place?.parent == object.name }
        let made = children.sorted(by: Self.isBefore).map(make)
        if !made.isEmpty { request.addChildCollections(made) }
        return note(object.name, request.placeholderForCreatedCollectionList)
    }

    private func note(_ name: String, _ placeholder: PHObjectPlaceholder) -> PHObjectPlaceholder {
        let new = placeholder.localIdentifier
        result.names.withLock { $0[name] = new }
        return placeholder
    }
}
