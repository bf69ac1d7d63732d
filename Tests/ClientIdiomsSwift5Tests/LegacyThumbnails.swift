import Photos

/// Thumbnails as collection views ask for them: prepared around what is seen, cancelled when it scrolls away.
final class LegacyThumbnails {
    private let imageManager = PHCachingImageManager()
    private let size: CGSize
    private var requests: [String: PHImageRequestID] = [:]

    init(size: CGSize) {
        self.size = size
        imageManager.allowsCachingHighQualityImages = false
    }

    func updateCachedAssets(_ added: [PHAsset], _ removed: [PHAsset]) {
        imageManager.startCachingImages(
            for: added,
            targetSize: size,
            contentMode: .aspectFill,
            options: nil
        )
        imageManager.stopCachingImages(
            for: removed,
            targetSize: size,
            contentMode: .aspectFill,
            options: nil
        )
    }

    func thumbnail(for asset: PHAsset, completion: @escaping (UIImage) -> Void) {
        requests[asset.localIdentifier] = imageManager.requestImage(
            for: asset,
            targetSize: size,
            contentMode: .aspectFill,
            options: nil,
            resultHandler: { image, info in
                guard let image = image else { return }
                if let degraded = info?[PHImageResultIsDegradedKey] as? Bool, degraded { return }
                completion(image)
            }
        )
    }

    func cancel(_ asset: PHAsset) {
        guard let request = requests.removeValue(forKey: asset.localIdentifier) else { return }
        imageManager.cancelImageRequest(request)
    }

    /// A picture in full size, waited for on a queue of its own.
    func fullImage(of asset: PHAsset) -> UIImage? {
        let options = PHImageRequestOptions()
        options.isSynchronous = true
        options.deliveryMode = .highQualityFormat
        options.isNetworkAccessAllowed = true
        var result: UIImage?
        PHImageManager.default().requestImage(
            for: asset,
            targetSize: PHImageManagerMaximumSize,
            contentMode: .default,
            options: options
        ) { image, _ in
            result = image
        }
        return result
    }

    /// The mean of the picture's red, the way pixels are read everywhere.
    static func meanRed(of image: UIImage) -> Double? {
        guard let cgImage = image.cgImage, let data = cgImage.dataProvider?.data,
            let bytes = CFDataGetBytePtr(data)
        else { return nil }
        let bytesPerPixel = cgImage.bitsPerPixel / 8
        var sum = 0
        for y in 0..<cgImage.height {
            for x in 0..<cgImage.width {
                sum += Int(bytes[y * cgImage.bytesPerRow + x * bytesPerPixel])
            }
        }
        return Double(sum) / Double(cgImage.width * cgImage.height)
    }

    func videoURL(of asset: PHAsset, completion: @escaping (URL?) -> Void) {
        let options = PHVideoRequestOptions()
        options.version = .original
        PHImageManager.default().requestAVAsset(forVideo: asset, options: options) {
            avAsset,
            audioMix,
            info in
            completion((avAsset as? AVURLAsset)?.url)
        }
    }

    func fileType(of asset: PHAsset, completion: @escaping (String?, Int) -> Void) {
        PHImageManager.default().requestImageDataAndOrientation(for: asset, options: nil) {
            data,
            dataUTI,
            orientation,
            info in
            switch orientation {
            case .up, .upMirrored, .down, .downMirrored, .left, .leftMirrored, .right,
                .rightMirrored:
                completion(dataUTI, data?.count ?? 0)
            @unknown default:
                completion(nil, 0)
            }
        }
    }
}

class MockImageManager: PHImageManager {
    var size: CGSize?

    override func requestImage(
        for asset: PHAsset,
        targetSize: CGSize,
        contentMode: PHImageContentMode,
        options: PHImageRequestOptions?,
        resultHandler: @escaping (UIImage?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        size = targetSize
        resultHandler(nil, [PHImageCancelledKey: true])
        return PHInvalidImageRequestID
    }
}
