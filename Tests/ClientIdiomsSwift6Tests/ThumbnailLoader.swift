import AVFoundation
import CoreGraphics
import ImageIO
import Photos

/// Loads pictures with structured concurrency: cancelling the task cancels the request.
struct ThumbnailLoader: Sendable {
    enum LoadingError: Error {
        case cancelled
        case missing
    }

    let manager = PHImageManager.default()

    func image(for asset: PHAsset, size: CGSize) async throws -> UIImage {
        let request = RequestBox()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let options = PHImageRequestOptions()
                options.deliveryMode = .highQualityFormat
                options.resizeMode = .exact
                options.isNetworkAccessAllowed = true
                options.progressHandler = { progress, error, stop, info in
                    if progress > 2 || error != nil { stop.pointee = true }
                }
                request.id = manager.requestImage(
                    for: asset,
                    targetSize: size,
                    contentMode: .aspectFill,
                    options: options
                ) { image, info in
                    if let error = info?[PHImageErrorKey] as? Error {
                        continuation.resume(throwing: error)
                    } else if (info?[PHImageCancelledKey] as? NSNumber)?.boolValue == true {
                        continuation.resume(throwing: LoadingError.cancelled)
                    } else if let image {
                        continuation.resume(returning: image)
                    } else {
                        continuation.resume(throwing: LoadingError.missing)
                    }
                }
            }
        } onCancel: {
            if let id = request.id { manager.cancelImageRequest(id) }
        }
    }

    func livePhoto(for asset: PHAsset) async -> PHLivePhoto? {
        await withCheckedContinuation { continuation in
            manager.requestLivePhoto(
                for: asset,
                targetSize: PHImageManagerMaximumSize,
                contentMode: .aspectFit,
                options: nil
            ) { photo, info in
                let isDegraded = (info?[PHImageResultIsDegradedKey] as? Bool) ?? false
                if !isDegraded { continuation.resume(returning: photo) }
            }
        }
    }
}

private final class RequestBox: @unchecked Sendable {
    var id: PHImageRequestID?
}
