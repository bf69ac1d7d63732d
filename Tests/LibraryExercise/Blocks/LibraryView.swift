import Foundation
package import Photos
import OpenPhotoKit

/// What a maker of random blocks knows of a library; it may be out of date.
package struct LibraryView {
    package var assets: [String] = []
    package var trashed: [String] = []
    package var albums: [String: [String]] = [:]
    package var folders: [String: [String]] = [:]

    package init(_ model: ModelLibrary) {
        for (name, asset) in model.assets.sorted(by: { $0.value.number < $1.value.number }) {
            if asset.trashedDate == nil { assets.append(name) } else { trashed.append(name) }
        }
        for album in model.members.keys { albums[album] = model.visibleMembers(album) }
        folders = model.children
        folders[""] = nil
    }

    /// Looks at a library; costs a fetch for each album and folder.
    package init(_ library: PHPhotoLibrary) {
        let state = LibraryState(library)
        assets = state.assets.keys.sorted()
        albums = state.albums.mapValues(\.contents)
        folders = state.folders.mapValues(\.contents)
        let options = PHFetchOptions()
        options.library = library
        trashed = PHAsset.fetchRecentlyDeletedAssets(with: options).identifiers
    }
}

/// Everything a library shows, by identifier: equal states look equal to every user.
package struct LibraryState: Hashable, Sendable {
    package struct Container: Hashable, Sendable {
        package var facts: CollectionFacts
        package var contents: [String]
    }

    package var assets: [String: AssetFacts] = [:]
    package var albums: [String: Container] = [:]
    package var folders: [String: Container] = [:]
    package var topLevel: [String] = []

    package init() {}

    package init(_ library: PHPhotoLibrary) {
        let options = LibraryState.options(library)
        for asset in PHAsset.fetchAssets(with: options).all {
            assets[asset.localIdentifier] = AssetFacts(asset)
        }
        let found = PHAssetCollection.fetchAssetCollections(
            with: .album, subtype: .any, options: options)
        for album in found.all { albums[album.localIdentifier] = .album(album, options) }
        let lists = PHCollectionList.fetchCollectionLists(
            with: .folder, subtype: .any, options: options)
        for folder in lists.all { folders[folder.localIdentifier] = .folder(folder, options) }
        topLevel = PHCollection.fetchTopLevelUserCollections(with: options).identifiers
    }

    package init(_ model: ModelLibrary) {
        for (name, asset) in model.assets where asset.trashedDate == nil {
            assets[name] = asset.facts
        }
        for (name, collection) in model.collections {
            if collection.isFolder {
                let contents = model.children[name] ?? []
                folders[name] = Container(facts: collection.facts, contents: contents)
            } else {
                let contents = model.visibleMembers(name)
                albums[name] = Container(facts: collection.facts, contents: contents)
            }
        }
        topLevel = model.children[""] ?? []
    }

    package static func options(_ library: PHPhotoLibrary) -> PHFetchOptions {
        let options = PHFetchOptions()
        options.library = library
        options.includeHiddenAssets = true
        return options
    }

    /// The first few places where two states differ, for people.
    package func differences(from other: LibraryState) -> [String] {
        var lines: [String] = []
        for name in Set(assets.keys).union(other.assets.keys) where assets[name] != other.assets[name] {
            lines.append("asset \(name): \(describe(assets[name])) instead of \(describe(other.assets[name]))")
        }
        for name in Set(albums.keys).union(other.albums.keys) where albums[name] != other.albums[name] {
            lines.append("album \(name): \(describe(albums[name])) instead of \(describe(other.albums[name]))")
        }
        for name in Set(folders.keys).union(other.folders.keys)
        where folders[name] != other.folders[name] {
            lines.append(
                "folder \(name): \(describe(folders[name])) instead of \(describe(other.folders[name]))")
        }
        if topLevel != other.topLevel {
            lines.append("top level: \(topLevel) instead of \(other.topLevel)")
        }
        return Array(lines.prefix(6))
    }

    private func describe<Value>(_ value: Value?) -> String { value.map { "\($0)" } ?? "nothing" }
}

extension LibraryState.Container {
    package static func album(_ album: PHAssetCollection, _ options: PHFetchOptions) -> Self {
        Self(
            facts: CollectionFacts(album),
            contents: PHAsset.fetchAssets(in: album, options: options).identifiers)
    }

    package static func folder(_ folder: PHCollectionList, _ options: PHFetchOptions) -> Self {
        Self(
            facts: CollectionFacts(folder),
            contents: PHCollection.fetchCollections(in: folder, options: options).identifiers)
    }
}

extension AssetFacts {
    package init(_ asset: PHAsset) {
        isFavorite = asset.isFavorite
        isHidden = asset.isHidden
        rating = asset.rating.rawValue
        caption = asset.extendedMetadata.caption
        creationDate = asset.creationDate?.timeIntervalSinceReferenceDate
        latitude = asset.location?.coordinate.latitude
        longitude = asset.location?.coordinate.longitude
        keywords = asset.extendedMetadata.keywords
        pixelWidth = asset.pixelWidth
        pixelHeight = asset.pixelHeight
        addedDate = asset.addedDate?.timeIntervalSinceReferenceDate
        modificationDate = asset.modificationDate?.timeIntervalSinceReferenceDate
    }
}

extension CollectionFacts {
    package init(_ collection: PHCollection) {
        title = collection.localizedTitle
        modificationDate = collection.modificationDate?.timeIntervalSinceReferenceDate
    }
}

extension PHFetchResult where ObjectType: PHObject {
    package var all: [ObjectType] { objects(at: IndexSet(0..<count)) }

    package var identifiers: [String] { all.map(\.localIdentifier) }
}
