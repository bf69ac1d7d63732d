import Foundation
import OpenPhotoKit
import Photos
import PhotosBase

/// Makes pictures that browsers show, a few at a time, because each takes memory for all its pixels.
actor PictureMaker {
    private let limit: Int
    private var running = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private let manager = PHImageManager()

    init(limit: Int = 2) {
        self.limit = limit
        manager.memoryLimit = 0
    }

    /// The number of pictures that wait to be made.
    var waitingCount: Int { waiting.count }

    /// Makes something small from the present picture of a photo, upright.
    ///
    /// The turn lasts until it is made, so that the pixels of few pictures are in memory.
    ///
    /// - Parameters:
    ///   - asset: The photo.
    ///   - side: The largest number of pixels of the longer side.
    ///   - encode: Makes it, on a thread that may wait. It keeps no pixels.
    /// - Returns: What `encode` returns.
    /// - Throws: `PHPhotosError` where the file is missing or cannot be decoded, and the error of `encode`.
    func encodePicture<Made: Sendable>(
        of asset: PHAsset,
        side: Int,
        _ encode: @escaping @Sendable (UIImage) throws -> Made
    ) async throws -> Made {
        await waitForTurn()
        defer { endTurn() }
        let image = try await image(of: asset, side: side)
        return try await BlockingThreads.pictures.run { try encode(image) }
    }

    private func image(of asset: PHAsset, side: Int) async throws -> UIImage {
        let manager = manager
        let options = PHImageRequestOptions()
        options.isNetworkAccessAllowed = true
        options.deliveryMode = .highQualityFormat
        options.resizeMode = .exact
        let longest = max(asset.pixelWidth, asset.pixelHeight)
        let side = longest > 0 ? min(side, longest) : side
        return try await withCheckedThrowingContinuation { continuation in
            manager.requestImage(
                for: asset,
                targetSize: CGSize(width: side, height: side),
                contentMode: .aspectFit,
                options: options
            ) { image, info in
                if let image {
                    continuation.resume(returning: image)
                } else {
                    let error = info?[PHImageErrorKey] as? any Error
                    continuation.resume(throwing: error ?? PHPhotosError(.internalError))
                }
            }
        }
    }

    private func waitForTurn() async {
        if running < limit {
            running += 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    private func endTurn() {
        if waiting.isEmpty {
            running -= 1
        } else {
            waiting.removeFirst().resume()
        }
    }
}
