import Foundation
import OpenPhotoKit
package import Photos
import PhotosStore
import PhotosTestSupport

/// Carries out steps as one change block of the API.
package final class BlockPerformer {
    private let library: PHPhotoLibrary
    /// Objects as they were last seen: requests for what is gone are made with them.
    private var assets: [String: PHAsset] = [:]
    private var collections: [String: PHCollection] = [:]
    private var pictures: [[UInt8]: Data] = [:]
    private var pictureNumber: UInt64

    /// Makes requests to a library; the seed makes the bytes of pictures differ between processes.
    package init(_ library: PHPhotoLibrary, seed: UInt64) {
        self.library = library
        pictureNumber = seed << 32
    }

    /// - Returns: the identifiers of what was made, by the numbers of the steps.
    /// - Throws: the error of the API when the block was refused.
    package func perform(_ steps: [ExerciseStep]) throws -> [Int: String] {
        fetchObjects(for: steps)
        var made: [Int: PHObject] = [:]
        try library.performChangesAndWait {
            for step in steps { self.request(step, &made) }
        }
        return made.mapValues(\.localIdentifier)
    }

    package var options: PHFetchOptions {
        let options = PHFetchOptions()
        options.library = library
        options.includeHiddenAssets = true
        return options
    }

    // MARK: Requests

    private func request(_ step: ExerciseStep, _ made: inout [Int: PHObject]) {
        switch step {
        case .createAsset(let new, let width, let height, let edits):
            let request = PHAssetCreationRequest.forAsset()
            request.addResource(with: .photo, data: picture(width, height), options: nil)
            apply(edits, to: request)
            made[new] = request.placeholderForCreatedAsset
        case .editAsset(let asset, let edits):
            guard let asset = assets[asset] else { return }
            apply(edits, to: PHAssetChangeRequest(for: asset))
        case .deleteAssets(let list):
            PHAssetChangeRequest.deleteAssets(list.compactMap { assets[$0] })
        case .restoreAssets(let list):
            PHAssetChangeRequest.restoreAssets(list.compactMap { assets[$0] })
        case .purgeAssets(let list):
            PHAssetChangeRequest.purgeAssets(list.compactMap { assets[$0] })
        case .createAlbum(let new, let title, let members):
            let request = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
                withTitle: title
            )
            if !members.isEmpty { request.addAssets(objects(members, made)) }
            made[new] = request.placeholderForCreatedAssetCollection
        case .renameAlbum(let album, let title):
            guard let album = collections[album] as? PHAssetCollection else { return }
            PHAssetCollectionChangeRequest(for: album)?.title = title
        case .deleteAlbums(let list):
            PHAssetCollectionChangeRequest.deleteAssetCollections(
                list.compactMap { collections[$0] }
            )
        case .editMembers(let album, let seen, let edits):
            guard let album = collections[album] as? PHAssetCollection else { return }
            editMembers(album, seen, edits, made)
        case .createFolder(let new, let title, let children):
            let request = PHCollectionListChangeRequest.creationRequestForCollectionList(
                withTitle: title
            )
            if !children.isEmpty { request.addChildCollections(objects(children, made)) }
            made[new] = request.placeholderForCreatedCollectionList
        case .renameFolder(let folder, let title):
            guard let folder = collections[folder] as? PHCollectionList else { return }
            PHCollectionListChangeRequest(for: folder)?.title = title
        case .deleteFolders(let list):
            PHCollectionListChangeRequest.deleteCollectionLists(list.compactMap { collections[$0] })
        case .editChildren(let folder, let seen, let edits):
            editChildren(folder, seen, edits, made)
        }
    }

    private func apply(_ edits: [PropertyEdit], to request: PHAssetChangeRequest) {
        for edit in edits {
            switch edit {
            case .favorite(let value): request.isFavorite = value
            case .hidden(let value): request.isHidden = value
            case .rating(let value): request.rating = PHAsset.Rating(rawValue: value) ?? .unset
            case .caption(let value): request.caption = value
            case .creationDate(let value):
                request.creationDate = value.map(Date.init(timeIntervalSinceReferenceDate:))
            case .place(let latitude, let longitude):
                request.location = CLLocation(latitude: latitude, longitude: longitude)
            case .noPlace: request.location = nil
            case .addKeyword(let word): request.addKeyword(word)
            case .removeKeyword(let word): request.removeKeyword(word)
            }
        }
    }

    private func editMembers(
        _ album: PHAssetCollection,
        _ seen: SeenList?,
        _ edits: [ArrangementEdit],
        _ made: [Int: PHObject]
    ) {
        let request: PHAssetCollectionChangeRequest?
        if case .assets(let result)? = seen?.result {
            request = PHAssetCollectionChangeRequest(for: album, assets: result)
        } else {
            request = PHAssetCollectionChangeRequest(for: album)
        }
        guard let request else { return }
        for edit in edits {
            switch edit {
            case .append(let names): request.addAssets(objects(names, made))
            case .insert(let names, let positions):
                let (objects, indexes) = pairs(names, positions, made)
                request.insertAssets(objects, at: indexes)
            case .remove(let list): request.removeAssets(list.compactMap { assets[$0] })
            case .removeAt(let positions): request.removeAssets(at: IndexSet(positions))
            case .replace(let positions, let names):
                let (objects, indexes) = pairs(names, positions, made)
                request.replaceAssets(at: indexes, withAssets: objects)
            case .move(let positions, let target):
                request.moveAssets(at: IndexSet(positions), to: target)
            }
        }
    }

    private func editChildren(
        _ folder: String?,
        _ seen: SeenList?,
        _ edits: [ArrangementEdit],
        _ made: [Int: PHObject]
    ) {
        let request: PHCollectionListChangeRequest?
        let list = folder.flatMap { collections[$0] as? PHCollectionList }
        if case .collections(let result)? = seen?.result {
            request =
                list.map { PHCollectionListChangeRequest(for: $0, childCollections: result) }
                ?? PHCollectionListChangeRequest(
                    forTopLevelCollectionListUserCollections: result
                )
        } else {
            request = list.flatMap { PHCollectionListChangeRequest(for: $0) }
        }
        guard let request else { return }
        for edit in edits {
            switch edit {
            case .append(let names): request.addChildCollections(objects(names, made))
            case .insert(let names, let positions):
                let (objects, indexes) = pairs(names, positions, made)
                request.insertChildCollections(objects, at: indexes)
            case .remove(let list):
                request.removeChildCollections(list.compactMap { collections[$0] })
            case .removeAt(let positions): request.removeChildCollections(at: IndexSet(positions))
            case .replace(let positions, let names):
                let (objects, indexes) = pairs(names, positions, made)
                request.replaceChildCollections(at: indexes, withChildCollections: objects)
            case .move(let positions, let target):
                request.moveChildCollections(at: IndexSet(positions), to: target)
            }
        }
    }

    /// As many indexes as objects: some of them may never have been seen in this process.
    private func pairs(
        _ names: [ObjectName],
        _ positions: [Int],
        _ made: [Int: PHObject]
    ) -> ([PHObject], IndexSet) {
        let found = objects(names, made)
        return (found, IndexSet(positions.prefix(found.count)))
    }

    private func objects(_ names: [ObjectName], _ made: [Int: PHObject]) -> [PHObject] {
        names.compactMap { name in
            switch name {
            case .new(let number): made[number]
            case .known(let identifier): assets[identifier] ?? collections[identifier]
            }
        }
    }

    // MARK: Objects

    /// Fetches what the steps name; what is gone stays as it was last seen.
    private func fetchObjects(for steps: [ExerciseStep]) {
        let names = steps.flatMap(\.named)
        let wantedAssets = Set(names.filter { LocalIdentifier($0)?.kind == .asset })
        let wantedCollections = Set(names).subtracting(wantedAssets)
        if !wantedAssets.isEmpty {
            let found = PHAsset.fetchAssets(
                withLocalIdentifiers: Array(wantedAssets),
                options: options
            )
            for asset in found.all { assets[asset.localIdentifier] = asset }
            // What another process deleted was never seen here before it was.
            if wantedAssets.contains(where: { assets[$0] == nil }) {
                let trashed = PHAsset.fetchRecentlyDeletedAssets(with: options)
                for asset in trashed.all { assets[asset.localIdentifier] = asset }
            }
        }
        if !wantedCollections.isEmpty {
            let list = Array(wantedCollections)
            let albums = PHAssetCollection.fetchAssetCollections(
                withLocalIdentifiers: list,
                options: options
            )
            for album in albums.all { collections[album.localIdentifier] = album }
            let folders = PHCollectionList.fetchCollectionLists(
                withLocalIdentifiers: list,
                options: options
            )
            for folder in folders.all { collections[folder.localIdentifier] = folder }
        }
    }

    /// Each picture differs from all others in its last bytes, which no reader of JPEG looks at.
    private func picture(_ width: Int, _ height: Int) -> Data {
        let size = [UInt8(width), UInt8(height)]
        let base =
            pictures[size] ?? Data(TestJPEG(width: width, height: height, seed: 7).data())
        pictures[size] = base
        pictureNumber += 1
        return base + withUnsafeBytes(of: pictureNumber.bigEndian) { Data($0) }
    }
}

extension ExerciseStep {
    /// Every existing object that the step needs.
    var named: [String] {
        switch self {
        case .createAsset: []
        case .editAsset(let name, _), .renameAlbum(let name, _), .renameFolder(let name, _): [name]
        case .deleteAssets(let list), .restoreAssets(let list), .purgeAssets(let list),
            .deleteAlbums(let list), .deleteFolders(let list):
            list
        case .createAlbum(_, _, let names), .createFolder(_, _, let names): Self.known(names)
        case .editMembers(let album, _, let edits): [album] + edits.flatMap(Self.named)
        case .editChildren(let folder, _, let edits):
            (folder.map { [$0] } ?? []) + edits.flatMap(Self.named)
        }
    }

    private static func named(_ edit: ArrangementEdit) -> [String] {
        switch edit {
        case .append(let names), .insert(let names, _), .replace(_, let names): known(names)
        case .remove(let list): list
        case .removeAt, .move: []
        }
    }

    private static func known(_ names: [ObjectName]) -> [String] {
        names.compactMap { if case .known(let identifier) = $0 { identifier } else { nil } }
    }
}
