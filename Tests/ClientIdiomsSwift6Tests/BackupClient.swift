import Photos

/// Copies what a library holds into a folder, the way backup programs do.
final class BackupClient: Sendable {
    struct Entry: Equatable, Sendable {
        var identifier: String
        var name: String
        var size: Int64
    }

    let destination: URL

    init(destination: URL) {
        self.destination = destination
    }

    /// Asset by asset, resource by resource, waiting for each file.
    func backUp(since date: Date?) async throws -> [Entry] {
        let options = PHFetchOptions()
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)]
        options.includeHiddenAssets = true
        if let date {
            options.predicate = NSPredicate(
                format:
                    "(creationDate > %@ OR modificationDate > %@) AND (mediaType == %d OR mediaType == %d)",
                date as NSDate,
                date as NSDate,
                PHAssetMediaType.image.rawValue,
                PHAssetMediaType.video.rawValue
            )
        }
        let assets = PHAsset.fetchAssets(with: options)
        var entries: [Entry] = []
        for index in 0..<assets.count {
            let asset = assets.object(at: index)
            for resource in PHAssetResource.assetResources(for: asset) {
                entries.append(try await save(resource, of: asset))
            }
        }
        return entries
    }

    private func save(_ resource: PHAssetResource, of asset: PHAsset) async throws -> Entry {
        let name = asset.value(forKey: "filename") as? String ?? resource.originalFilename
        let size = resource.value(forKey: "fileSize") as? Int64 ?? -1
        let isLocal = resource.value(forKey: "locallyAvailable") as? Bool ?? false
        let options = PHAssetResourceRequestOptions()
        options.isNetworkAccessAllowed = !isLocal
        options.progressHandler = { fraction in print("\(Int(fraction * 100)) %") }
        try await PHAssetResourceManager.default().writeData(
            for: resource,
            toFile: destination.appendingPathComponent(name),
            options: options
        )
        return Entry(identifier: asset.localIdentifier, name: name, size: size)
    }

    /// The bytes of a resource as a stream, which ends with the error of the request.
    static func bytes(of resource: PHAssetResource) -> AsyncThrowingStream<Data, Error> {
        AsyncThrowingStream { continuation in
            let manager = PHAssetResourceManager.default()
            let id = manager.requestData(for: resource, options: nil) { data in
                continuation.yield(data)
            } completionHandler: { error in
                continuation.finish(throwing: error)
            }
            continuation.onTermination = { reason in
                if case .cancelled = reason { manager.cancelDataRequest(id) }
            }
        }
    }
}

/// Upload queues hand resources from task to task.
protocol Uploadable: Sendable {
    var assetLocalIdentifier: String { get }
    var originalFilename: String { get }
}

extension PHAssetResource: Uploadable {}
