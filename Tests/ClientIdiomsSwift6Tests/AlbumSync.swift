import Photos

/// Makes the albums of a library look like a list of folders on disk.
struct AlbumSync: Sendable {
    struct Identifiers: Equatable, Sendable {
        var folder: String
        var album: String
        var assets: [String]
    }

    /// A folder, an album in it, and assets in the album, in one block.
    func makeYear(_ year: String, album title: String, pictures: [URL]) async throws -> Identifiers
    {
        nonisolated(unsafe) var made = Identifiers(folder: "", album: "", assets: [])
        try await PHPhotoLibrary.shared().performChanges {
            let folder = PHCollectionListChangeRequest.creationRequestForCollectionList(
                withTitle: year
            )
            let album = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
                withTitle: title
            )
            folder.addChildCollections([album.placeholderForCreatedAssetCollection] as NSArray)
            for picture in pictures {
                let request = PHAssetChangeRequest.creationRequestForAssetFromImage(
                    atFileURL: picture
                )
                guard let placeholder = request?.placeholderForCreatedAsset else { continue }
                album.addAssets([placeholder] as NSFastEnumeration)
                made.assets.append(placeholder.localIdentifier)
            }
            made.folder = folder.placeholderForCreatedCollectionList.localIdentifier
            made.album = album.placeholderForCreatedAssetCollection.localIdentifier
        }
        return made
    }

    /// A request made inside the array literal that another one is given.
    func add(_ picture: URL, to album: PHAssetCollection) async throws {
        try await PHPhotoLibrary.shared().performChanges {
            let options = PHAssetResourceCreationOptions()
            options.originalFilename = picture.lastPathComponent
            let request = PHAssetCreationRequest.forAsset()
            request.addResource(with: .photo, fileURL: picture, options: options)
            PHAssetCollectionChangeRequest(for: album)?
                .addAssets([request.placeholderForCreatedAsset].compactMap { $0 } as NSArray)
        }
    }

    /// Everything of one album into another, given as the fetch result itself.
    func copy(_ source: PHAssetCollection, into target: PHAssetCollection) throws {
        let assets = PHAsset.fetchAssets(in: source, options: nil)
        try PHPhotoLibrary.shared().performChangesAndWait {
            PHAssetCollectionChangeRequest(for: target)?.addAssets(assets)
        }
    }

    static func album(titled title: String) -> PHAssetCollection? {
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "title = %@", title)
        return PHAssetCollection.fetchAssetCollections(
            with: .album,
            subtype: .albumRegular,
            options: options
        ).firstObject
    }

    static func album(withIdentifier identifier: String) -> PHAssetCollection? {
        PHAssetCollection.fetchAssetCollections(
            withLocalIdentifiers: [identifier],
            options: nil
        ).firstObject
    }

    /// The tree of folders and albums, as lines.
    static func outline() -> [String] {
        var lines: [String] = []
        func visit(_ collections: PHFetchResult<PHCollection>, _ path: String) {
            collections.enumerateObjects { collection, _, _ in
                let name = path + (collection.localizedTitle ?? "?")
                lines.append(name)
                guard let list = collection as? PHCollectionList else { return }
                visit(PHCollection.fetchCollections(in: list, options: nil), name + "/")
            }
        }
        visit(PHCollectionList.fetchTopLevelUserCollections(with: nil), "")
        return lines
    }
}
