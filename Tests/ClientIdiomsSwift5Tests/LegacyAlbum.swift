import Photos

/// The class that many applications have to save pictures into an album of their own.
class LegacyAlbum: NSObject {
    static let albumName = "My App"
    var collection: PHAssetCollection?
    var savedIdentifiers: [String] = []

    override init() {
        super.init()
        collection = fetchAlbum()
    }

    func fetchAlbum() -> PHAssetCollection? {
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "title = %@", LegacyAlbum.albumName)
        let collections = PHAssetCollection.fetchAssetCollections(
            with: .album,
            subtype: .any,
            options: options
        )
        return collections.firstObject
    }

    func createAlbum(completion: @escaping (Bool) -> Void) {
        // swift-format-ignore: OnlyOneTrailingClosureArgument
        PHPhotoLibrary.shared().performChanges({
            PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
                withTitle: LegacyAlbum.albumName
            )
        }) { success, error in
            if success { self.collection = self.fetchAlbum() }
            completion(success)
        }
    }

    func save(_ url: URL, completion: @escaping (PHAsset?, Error?) -> Void) {
        guard let collection = collection else {
            createAlbum { success in
                guard success else { return completion(nil, nil) }
                self.save(url, completion: completion)
            }
            return
        }
        var identifier: String?
        PHPhotoLibrary.shared().performChanges(
            {
                let request = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: url)
                guard let placeholder = request?.placeholderForCreatedAsset,
                    let album = PHAssetCollectionChangeRequest(for: collection)
                else { return }
                identifier = placeholder.localIdentifier
                let enumeration: NSArray = [placeholder]
                album.addAssets(enumeration)
            },
            completionHandler: { success, error in
                DispatchQueue.main.async {
                    guard success, let identifier = identifier else {
                        completion(nil, error)
                        return
                    }
                    self.savedIdentifiers.append(identifier)
                    let asset = PHAsset.fetchAssets(
                        withLocalIdentifiers: [identifier],
                        options: nil
                    ).firstObject
                    completion(asset, nil)
                }
            }
        )
    }

    /// The same for asynchronous callers, by a continuation that the main queue resumes.
    func save(_ url: URL) async throws -> PHAsset? {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.main.async {
                self.save(url) { asset, error in
                    if let error = error {
                        continuation.resume(throwing: error)
                    } else {
                        continuation.resume(returning: asset)
                    }
                }
            }
        }
    }

    func removeEverything() throws {
        guard let collection = collection else { return }
        let assets = PHAsset.fetchAssets(in: collection, options: nil)
        try PHPhotoLibrary.shared().performChangesAndWait {
            PHAssetChangeRequest.deleteAssets(assets)
            PHAssetCollectionChangeRequest.deleteAssetCollections([collection] as NSFastEnumeration)
        }
    }
}
