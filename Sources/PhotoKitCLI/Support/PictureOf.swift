import Foundation
import OpenPhotoKit

/// Requests the final picture of an asset from the image manager.
struct PictureOf {
    private let asset: PHAsset

    init(_ asset: PHAsset) { self.asset = asset }

    /// Returns the whole picture, with at most this number of pixels on its longer side.
    func fittingImage(side: Int) async throws -> UIImage {
        try await requestedImage(size: CGSize(width: side, height: side), mode: .aspectFit)
    }

    /// Returns the middle of the picture as a square, with sides of this number of pixels.
    func squareImage(side: Int) async throws -> UIImage {
        try await requestedImage(size: CGSize(width: side, height: side), mode: .aspectFill)
    }

    private func requestedImage(size: CGSize, mode: PHImageContentMode) async throws -> UIImage {
        let options = PHImageRequestOptions()
        options.isNetworkAccessAllowed = true
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
