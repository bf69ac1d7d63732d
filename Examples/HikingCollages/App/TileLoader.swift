import ExamplePixels
import HikingCollagesKit
import Photos

/// Asks the image manager for the pictures of a page, each in the size of its tile.
struct TileLoader {
    /// The pictures by identifier, and a sentence for each photo that has none.
    func pictures(
        for tiles: [CollageLayout.Tile]
    ) async -> (pictures: [String: Bitmap], failures: [String]) {
        let found = PHAsset.fetchAssets(
            withLocalIdentifiers: tiles.map(\.photo.id),
            options: nil
        )
        var assets: [String: PHAsset] = [:]
        found.enumerateObjects { asset, _, _ in assets[asset.localIdentifier] = asset }
        var pictures: [String: Bitmap] = [:]
        var failures: [String] = []
        for tile in tiles {
            do {
                guard let asset = assets[tile.photo.id] else {
                    throw PageError("it is not in the library any more")
                }
                pictures[tile.photo.id] = try await picture(of: asset, size: tile.frame.size)
            } catch {
                failures.append("\(tile.photo.id): \(error.localizedDescription)")
            }
        }
        return (pictures, failures)
    }

    private func picture(of asset: PHAsset, size: CGSize) async throws -> Bitmap {
        let options = PHImageRequestOptions()
        options.deliveryMode = .highQualityFormat
        options.resizeMode = .exact
        options.isNetworkAccessAllowed = true
        return try await withCheckedThrowingContinuation { continuation in
            PHImageManager.default().requestImage(
                for: asset,
                targetSize: size,
                contentMode: .aspectFill,
                options: options
            ) { image, info in
                continuation.resume(
                    with: Result {
                        guard let pixels = image?.cgImage else {
                            throw info?[PHImageErrorKey] as? Error
                                ?? PageError("the library has no picture of it")
                        }
                        return try Bitmap(pixels)
                    }
                )
            }
        }
    }
}
