import Photos

/// What failed and with which number, as programs note it for their support.
struct ErrorTable {
    struct Row: Equatable, Sendable {
        var request: String
        var domain: String
        var code: Int
    }

    static func image(_ asset: PHAsset) async -> Row? {
        await withCheckedContinuation { continuation in
            let options = PHImageRequestOptions()
            options.deliveryMode = .highQualityFormat
            PHImageManager.default().requestImage(
                for: asset,
                targetSize: CGSize(width: 64, height: 64),
                contentMode: .aspectFit,
                options: options
            ) { _, info in
                let error = info?[PHImageErrorKey] as? NSError
                continuation.resume(returning: error.map { row("image", $0) })
            }
        }
    }

    static func video(_ asset: PHAsset) async -> Row? {
        await withCheckedContinuation { continuation in
            PHImageManager.default().requestAVAsset(forVideo: asset, options: nil) { _, _, info in
                guard let error = info?[PHImageErrorKey] as? NSError else {
                    return continuation.resume(returning: nil)
                }
                continuation.resume(returning: row("video", error))
            }
        }
    }

    static func editing(_ asset: PHAsset) async -> Row? {
        await withCheckedContinuation { continuation in
            asset.requestContentEditingInput(with: nil) { _, info in
                let error = info[PHContentEditingInputErrorKey] as? NSError
                continuation.resume(returning: error.map { row("editing", $0) })
            }
        }
    }

    static func livePhoto(_ files: [URL]) async -> Row? {
        await withCheckedContinuation { continuation in
            _ = PHLivePhoto.request(
                withResourceFileURLs: files,
                placeholderImage: nil,
                targetSize: .zero,
                contentMode: .aspectFit
            ) { _, info in
                let error = info[PHLivePhotoInfoErrorKey] as? NSError
                continuation.resume(returning: error.map { row("live photo", $0) })
            }
        }
    }

    static func change(_ block: @escaping @Sendable () -> Void) async -> Row? {
        await withCheckedContinuation { continuation in
            PHPhotoLibrary.shared().performChanges(block) { _, error in
                continuation.resume(returning: (error as NSError?).map { row("change", $0) })
            }
        }
    }

    private static func row(_ request: String, _ error: NSError) -> Row {
        Row(request: request, domain: error.domain, code: error.code)
    }
}
