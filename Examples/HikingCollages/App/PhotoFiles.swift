import HikingCollagesKit
import Photos

/// Copies photos out of the library, beside the page that shows them.
struct PhotoFiles {
    let folder: URL

    /// Writes the files of photos that are new or changed, and of those whose file is missing.
    func write(_ photos: [PhotoFacts], renewing renewed: Set<String>) async throws -> [PagePhoto] {
        let assets = PHAsset.fetchAssets(
            withLocalIdentifiers: photos.map(\.id),
            options: nil
        )
        var resources: [String: PHAssetResource] = [:]
        assets.enumerateObjects { asset, _, _ in
            resources[asset.localIdentifier] = PHAssetResource.best(of: asset)
        }
        var written: [PagePhoto] = []
        for photo in photos {
            guard let resource = resources[photo.id] else {
                written.append(
                    PagePhoto(facts: photo, name: photo.id, path: nil, isShowable: false)
                )
                continue
            }
            let name = SafeFileName.photo(
                original: resource.originalFilename,
                identifier: photo.id
            )
            let url = folder.appendingPathComponent(name)
            if renewed.contains(photo.id) || !FileManager.default.fileExists(atPath: url.path) {
                try await write(resource, to: url)
            }
            written.append(
                PagePhoto(
                    facts: photo,
                    name: resource.originalFilename,
                    path: "\(folder.lastPathComponent)/\(name)",
                    isShowable: resource.isShownByBrowsers
                )
            )
        }
        return written
    }

    private func write(_ resource: PHAssetResource, to url: URL) async throws {
        let options = PHAssetResourceRequestOptions()
        options.isNetworkAccessAllowed = true
        let partial = DurableFile.partial(of: url)
        if FileManager.default.fileExists(atPath: partial.path) {
            try FileManager.default.removeItem(at: partial)
        }
        try await PHAssetResourceManager.default()
            .writeData(for: resource, toFile: partial, options: options)
        try DurableFile.put(partial, at: url)
    }
}

extension PHAssetResource {
    /// What an asset looks like now: the edited version where there is one, else the original.
    static func best(of asset: PHAsset) -> PHAssetResource? {
        let wanted: [PHAssetResourceType] =
            asset.mediaType == .video ? [.fullSizeVideo, .video] : [.fullSizePhoto, .photo]
        let resources = PHAssetResource.assetResources(for: asset)
        return wanted.lazy.compactMap { type in resources.first { $0.type == type } }.first
    }

    /// Whether browsers show files of this type where a page has a picture.
    var isShownByBrowsers: Bool {
        [
            "public.jpeg", "public.png", "com.compuserve.gif", "org.webmproject.webp",
            "public.avif", "public.svg-image",
        ].contains(uniformTypeIdentifier)
    }
}
