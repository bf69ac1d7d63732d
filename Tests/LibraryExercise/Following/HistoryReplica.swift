package import Photos

/// A copy of a library that is kept up to date by its history alone, as an application does that was not running.
package struct HistoryReplica {
    package private(set) var state: LibraryState
    package private(set) var token: PHPersistentChangeToken
    package private(set) var changeCount = 0
    private let library: PHPhotoLibrary
    /// The assets by what was inserted and deleted alone, without a fetch.
    private var names: Set<String>

    package init(_ library: PHPhotoLibrary) {
        self.library = library
        token = library.currentChangeToken
        state = LibraryState(library)
        names = Set(state.assets.keys)
    }

    /// Asks what happened since the token, and fetches exactly what was named.
    package mutating func catchUp() throws {
        let changes = try library.fetchPersistentChanges(since: token)
        var assets: Set<String> = []
        var albums: Set<String> = []
        var folders: Set<String> = []
        for change in changes {
            changeCount += 1
            for name in try collect(change, .asset, &assets) { state.assets[name] = nil }
            for name in try collect(change, .assetCollection, &albums) { state.albums[name] = nil }
            for name in try collect(change, .collectionList, &folders) { state.folders[name] = nil }
            token = change.changeToken
        }
        refresh(assets, albums, folders)
    }

    /// - Returns: what was deleted.
    private mutating func collect(
        _ change: PHPersistentChange,
        _ type: PHObjectType,
        _ touched: inout Set<String>
    ) throws -> Set<String> {
        let details = try change.changeDetails(for: type)
        touched.formUnion(details.insertedLocalIdentifiers)
        touched.formUnion(details.updatedLocalIdentifiers)
        touched.subtract(details.deletedLocalIdentifiers)
        if type == .asset {
            names.formUnion(details.insertedLocalIdentifiers)
            names.subtract(details.deletedLocalIdentifiers)
        }
        // Moves to Recently Deleted and back, which only assets do, are in the updated set as well.
        let updated = type == .asset ? [] : details.updatedLocalIdentifiers
        let overlap = details.insertedLocalIdentifiers.intersection(updated)
            .union(details.deletedLocalIdentifiers.intersection(updated))
            .union(details.deletedLocalIdentifiers.intersection(details.insertedLocalIdentifiers))
        guard overlap.isEmpty else {
            throw Fault("history: \(overlap) stand in two sets of one change")
        }
        return details.deletedLocalIdentifiers
    }

    private mutating func refresh(
        _ assets: Set<String>,
        _ albums: Set<String>,
        _ folders: Set<String>
    ) {
        let options = LibraryState.options(library)
        for name in assets { state.assets[name] = nil }
        var found = state
        if !assets.isEmpty {
            let list = PHAsset.fetchAssets(withLocalIdentifiers: Array(assets), options: options)
            for asset in list.all { found.assets[asset.localIdentifier] = AssetFacts(asset) }
        }
        for name in albums { found.albums[name] = nil }
        if !albums.isEmpty {
            let list = PHAssetCollection.fetchAssetCollections(
                withLocalIdentifiers: Array(albums),
                options: options
            )
            for album in list.all { found.albums[album.localIdentifier] = .album(album, options) }
        }
        for name in folders { found.folders[name] = nil }
        if !folders.isEmpty {
            let list = PHCollectionList.fetchCollectionLists(
                withLocalIdentifiers: Array(folders),
                options: options
            )
            for folder in list.all {
                if folder.collectionListSubtype == .rootFolder {
                    found.topLevel =
                        PHCollection.fetchCollections(in: folder, options: options).identifiers
                } else {
                    found.folders[folder.localIdentifier] = .folder(folder, options)
                }
            }
        }
        state = found
    }

    package func compare() throws {
        let present = LibraryState(library)
        guard names == Set(present.assets.keys) else {
            throw Fault(
                "history: the inserted and deleted assets lead to others than there are: \(names.symmetricDifference(present.assets.keys))"
            )
        }
        guard present == state else {
            throw Fault(
                "the replica differs from the library:\n"
                    + state.differences(from: present).joined(separator: "\n")
            )
        }
    }
}
