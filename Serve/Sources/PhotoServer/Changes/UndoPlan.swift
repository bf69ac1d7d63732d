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
    private let facts: ChangeFacts
    /// Returns the present identifier of an album or folder that was made again.
    private let present: @Sendable (String) -> String
    private var photos: [Photo] = []
    private var trash: [PHAsset] = []
    /// The photos that the plan restores from Recently Deleted, which whoever carries it out does.
    private(set) var restored: [PHAsset] = []
    private var reverted: [PHAsset] = []
    private var rendered: [(asset: PHAsset, recipe: PictureEdit)] = []
    private var memberships: [(album: PHAssetCollection, change: MembershipChange)] = []
    private var members: [String: PHAsset] = [:]
    private var collections:
        [(name: String, collection: PHCollection, before: [String: PropertyValue])] = []
    private var removedCollections: [PHCollection] = []
    private var revival = CollectionRevival()

    /// The albums whose members the plan changes.
    var albums: [PHAssetCollection] {
        memberships.map(\.album) + AlbumTree.albums(in: removedCollections)
    }
    /// The albums and folders whose position the plan changes.
    var trees: [PHCollection] { collections.map(\.collection) + removedCollections }

    /// Finds the objects of a step in the current library.
    ///
    /// - Throws: ``Problem`` where the earlier state cannot be made again.
    init(
        _ step: UndoStep,
        _ facts: ChangeFacts,
        present: @escaping @Sendable (String) -> String
    ) throws {
        self.step = step
        self.facts = facts
        self.present = present
        let names = facts.memberships.flatMap { $0.entered + $0.left + $0.moved }
        let objects = facts.objects
        members = Self.assets(names + objects.map(\.localIdentifier))
        for object in objects {
            if object.localIdentifier.hasSuffix("/001") {
                try add(asset: object)
            } else {
                try add(collection: object)
            }
        }
        let others = Set(removedCollections.map(\.localIdentifier))
            .union(objects.filter { $0.kind == .deleted }.map(\.localIdentifier))
        for change in facts.memberships where !others.contains(present(change.album)) {
            guard let album = Self.collection(present(change.album)) as? PHAssetCollection else {
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
            if let recipe = step.recipes[object.localIdentifier] {
                rendered.append((asset, recipe))
                return
            }
            // Before its first edit a photo showed its original or the camera's rendering, which are always there.
            let state = object.valuesBefore["adjustmentsState"]
            if [.integer(0), .integer(3)].contains(state), asset.hasAdjustments {
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
        let name = object.localIdentifier
        if object.kind == .deleted {
            let order = step.orders[name] ?? [:]
            let photos = order.sorted { $0.value < $1.value }.compactMap { members[$0.key] }
            revival.add(object, step.places[name], photos, present)
            return
        }
        guard let collection = Self.collection(present(name)) else {
            throw Problem(.conflict, "cannot-undo", "The album is gone.")
        }
        if object.kind == .inserted {
            removedCollections.append(collection)
        } else if !object.valuesBefore.isEmpty {
            collections.append((name, collection, object.valuesBefore))
        }
    }

    /// Renders the pictures that show photos as they were.
    ///
    /// - Returns: The renderings, and the recipes that show the photos as they are now.
    func pictures(
        _ editing: PictureEditing
    ) async throws -> (outputs: [PictureEditing.Output], recipes: [String: PictureEdit]) {
        var outputs: [PictureEditing.Output] = []
        var recipes: [String: PictureEdit] = [:]
        for (asset, recipe) in rendered {
            let output = try await editing.render(asset) { _ in recipe }
            recipes[asset.localIdentifier] = output.before
            outputs.append(output)
        }
        for asset in reverted {
            recipes[asset.localIdentifier] = try await editing.recipe(of: asset)
        }
        return (outputs, recipes)
    }

    /// Makes the requests that need a block of their own, after that of ``run(_:)``; nil where there are none.
    var afterwards: (@Sendable () -> Void)? {
        guard revival.movesAtTop else { return nil }
        return { [revival] in revival.moveAtTop() }
    }

    /// The albums and folders that the plan made again, by their earlier identifiers.
    var revived: [String: String] { revival.made }

    /// Makes the requests except those for ``restored``; runs inside a change block.
    func run(_ outputs: [PictureEditing.Output]) {
        for output in outputs {
            PHAssetChangeRequest(for: output.asset).contentEditingOutput = output.output
        }
        for asset in reverted { PHAssetChangeRequest(for: asset).revertAssetContentToOriginal() }
        for photo in photos { PropertyReversal(photo.before).apply(to: photo.asset) }
        for (album, change) in memberships { reverse(change, of: album) }
        for (_, collection, before) in collections { reverse(before, of: collection) }
        revival.run()
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
            let name = collections.first(where: { $0.collection == collection })?.name,
            var place = step.places[name]
        else { return }
        place.parent = place.parent.map(present)
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
