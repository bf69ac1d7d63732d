import CoreLocation
import Foundation
import HTTPTypes
import OpenPhotoKit
import Photos
import ServeRules

/// The change requests that take a step back.
struct UndoPlan: Sendable {
    private struct Photo: Sendable {
        var asset: PHAsset
        var before: [String: PropertyValue]
    }

    private let step: UndoStep
    private var photos: [Photo] = []
    private var trash: [PHAsset] = []
    private var restored: [PHAsset] = []
    private var reverted: [PHAsset] = []
    private var memberships: [(album: PHAssetCollection, change: MembershipChange)] = []
    private var members: [String: PHAsset] = [:]
    private var collections: [(collection: PHCollection, before: [String: PropertyValue])] = []
    private var removedCollections: [PHCollection] = []

    /// The albums whose members the plan changes.
    var albums: [PHAssetCollection] { memberships.map(\.album) }
    /// The albums and folders whose position the plan changes.
    var trees: [PHCollection] { collections.map(\.collection) + removedCollections }

    /// Finds the objects of a step in the current library.
    ///
    /// - Throws: ``Problem`` where the earlier state cannot be made again.
    init(_ step: UndoStep) throws {
        self.step = step
        let names = step.facts.memberships.flatMap { $0.entered + $0.left + $0.moved }
        let objects = step.facts.objects
        members = Self.assets(names + objects.map(\.localIdentifier))
        for object in objects {
            if object.localIdentifier.hasSuffix("/001") {
                try add(asset: object)
            } else {
                try add(collection: object)
            }
        }
        let created = Set(removedCollections.map(\.localIdentifier))
        for change in step.facts.memberships where !created.contains(change.album) {
            guard let album = Self.collection(change.album) as? PHAssetCollection else {
                throw Problem(.conflict, "cannot-undo", "The album is gone.")
            }
            memberships.append((album, change))
        }
    }

    private mutating func add(asset object: ObjectFacts) throws {
        guard object.kind != .deleted, let asset = members[object.localIdentifier] else {
            throw Problem(.conflict, "cannot-undo", "A photo was deleted for good.")
        }
        if object.kind == .inserted {
            trash.append(asset)
            return
        }
        if object.valuesBefore["contentVersion"] != nil {
            // Before its first edit a photo showed its original, which is always there.
            if object.valuesBefore["adjustmentsState"] == .integer(0), asset.hasAdjustments {
                reverted.append(asset)
                return
            }
            throw Problem(
                .conflict,
                "cannot-undo",
                "The files of the earlier version are gone. Revert the photo to its original instead."
            )
        }
        switch object.valuesBefore["trashedDate"] {
        case nil: break
        case .some(.none): restored.append(asset)
        default: trash.append(asset)
        }
        photos.append(Photo(asset: asset, before: object.valuesBefore))
    }

    private mutating func add(collection object: ObjectFacts) throws {
        if object.kind == .deleted {
            throw Problem(
                .conflict,
                "cannot-undo",
                "A deleted album cannot come back. Its photos are still there."
            )
        }
        guard let collection = Self.collection(object.localIdentifier) else {
            throw Problem(.conflict, "cannot-undo", "The album is gone.")
        }
        if object.kind == .inserted {
            removedCollections.append(collection)
        } else if !object.valuesBefore.isEmpty {
            collections.append((collection, object.valuesBefore))
        }
    }

    /// Makes the requests; runs inside a change block.
    func run() {
        if !restored.isEmpty { PHAssetChangeRequest.restoreAssets(restored) }
        for asset in reverted { PHAssetChangeRequest(for: asset).revertAssetContentToOriginal() }
        for photo in photos { PropertyReversal(photo.before).apply(to: photo.asset) }
        for (album, change) in memberships { reverse(change, of: album) }
        for (collection, before) in collections { reverse(before, of: collection) }
        let lists = removedCollections.compactMap { $0 as? PHCollectionList }
        let albums = removedCollections.compactMap { $0 as? PHAssetCollection }
        if !albums.isEmpty { PHAssetCollectionChangeRequest.deleteAssetCollections(albums) }
        if !lists.isEmpty { PHCollectionListChangeRequest.deleteCollectionLists(lists) }
        if !trash.isEmpty { PHAssetChangeRequest.deleteAssets(trash) }
    }

    private func reverse(_ change: MembershipChange, of album: PHAssetCollection) {
        guard let request = PHAssetCollectionChangeRequest(for: album) else { return }
        let out = (change.entered + change.moved).compactMap { members[$0] }
        if !out.isEmpty { request.removeAssets(out) }
        let order = step.orders[change.album] ?? [:]
        let back = (change.left + change.moved)
            .compactMap { name in members[name].map { ($0, order[name] ?? .max) } }
            .sorted { $0.1 < $1.1 }
        for (asset, index) in back {
            if index == .max {
                request.addAssets([asset])
            } else {
                request.insertAssets([asset], at: IndexSet(integer: index))
            }
        }
    }

    private func reverse(_ before: [String: PropertyValue], of collection: PHCollection) {
        if case .text(let title) = before["title"] {
            if let album = collection as? PHAssetCollection {
                PHAssetCollectionChangeRequest(for: album)?.title = title
            } else if let list = collection as? PHCollectionList {
                PHCollectionListChangeRequest(for: list)?.title = title
            }
        }
        guard before["position"] != nil || before["parent"] != nil,
            let place = step.places[collection.localIdentifier]
        else { return }
        AlbumTree.put(collection, at: place)
    }

    private static func assets(_ names: [String]) -> [String: PHAsset] {
        let wanted = Array(Set(names.filter { $0.hasSuffix("/001") }))
        guard !wanted.isEmpty else { return [:] }
        var known: [String: PHAsset] = [:]
        let found = PHAsset.fetchAssets(withLocalIdentifiers: wanted, options: nil)
        for asset in found.objects(at: IndexSet(0..<found.count)) {
            known[asset.localIdentifier] = asset
        }
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "localIdentifier IN %@", wanted)
        let trashed = PHAsset.fetchRecentlyDeletedAssets(with: options)
        for asset in trashed.objects(at: IndexSet(0..<trashed.count)) {
            known[asset.localIdentifier] = asset
        }
        return known
    }

    static func collection(_ name: String) -> PHCollection? {
        if name.hasSuffix("/020") {
            return PHCollectionList.fetchCollectionLists(
                withLocalIdentifiers: [name],
                options: nil
            ).firstObject
        }
        return PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: [name], options: nil)
            .firstObject
    }
}
