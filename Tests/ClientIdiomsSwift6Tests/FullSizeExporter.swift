import AVFoundation
import Photos

/// Exports the files behind assets by copying what editing inputs and video requests name.
struct FullSizeExporter {
    enum ExportError: Error {
        case noFile
    }

    let folder: URL

    func export(_ asset: PHAsset) async throws -> URL {
        let source = try await Self.file(of: asset)
        let target = folder.appendingPathComponent(source.lastPathComponent)
        if FileManager.default.fileExists(atPath: target.path) {
            try FileManager.default.removeItem(at: target)
        }
        try FileManager.default.copyItem(at: source, to: target)
        return target
    }

    static func file(of asset: PHAsset) async throws -> URL {
        try await withCheckedThrowingContinuation { continuation in
            let options = PHContentEditingInputRequestOptions()
            options.isNetworkAccessAllowed = true
            options.canHandleAdjustmentData = { _ in false }
            asset.requestContentEditingInput(with: options) { input, info in
                if let url = input?.fullSizeImageURL {
                    continuation.resume(returning: url)
                } else if let movie = input?.audiovisualAsset as? AVURLAsset {
                    continuation.resume(returning: movie.url)
                } else {
                    let error = info[PHContentEditingInputErrorKey] as? Error
                    continuation.resume(throwing: error ?? ExportError.noFile)
                }
            }
        }
    }

    static func movie(of asset: PHAsset) async -> URL? {
        await withCheckedContinuation { continuation in
            PHImageManager.default().requestAVAsset(forVideo: asset, options: nil) { movie, _, _ in
                continuation.resume(returning: (movie as? AVURLAsset)?.url)
            }
        }
    }
}
