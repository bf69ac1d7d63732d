import Foundation
import OpenPhotoKit

/// Asks the image manager for the final picture of an asset.
struct PictureOf {
    private let asset: PHAsset

    init(_ asset: PHAsset) { self.asset = asset }

    /// The whole picture, its longer side of so many pixels at most.
    func fitting(_ side: Int) async throws -> UIImage {
        try await image(CGSize(width: side, height: side), .aspectFit)
    }

    /// A square of its middle, with sides of so many pixels.
    func square(_ side: Int) async throws -> UIImage {
        try await image(CGSize(width: side, height: side), .aspectFill)
    }

    private func image(_ size: CGSize, _ mode: PHImageContentMode) async throws -> UIImage {
        let options = PHImageRequestOptions()
        options.deliveryMode = .highQualityFormat
        options.resizeMode = .exact
        return try await withCheckedThrowingContinuation { continuation in
            PHImageManager.default().requestImage(
                for: asset,
                targetSize: size,
                contentMode: mode,
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
}
