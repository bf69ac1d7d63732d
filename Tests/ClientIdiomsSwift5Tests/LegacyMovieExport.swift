import AVFoundation
import Photos

/// Exports videos of the library with handlers.
final class LegacyMovieExport {
    private(set) var session: AVAssetExportSession?

    func export(
        _ asset: PHAsset,
        to url: URL,
        preset: String,
        done: @escaping (URL?, Error?) -> Void
    ) {
        let options = PHVideoRequestOptions()
        options.version = .current
        options.isNetworkAccessAllowed = true
        PHImageManager.default().requestExportSession(
            forVideo: asset,
            options: options,
            exportPreset: preset
        ) { exportSession, info in
            guard let exportSession = exportSession else {
                done(nil, info?[PHImageErrorKey] as? Error)
                return
            }
            self.session = exportSession
            exportSession.outputURL = url
            exportSession.outputFileType = .mov
            exportSession.shouldOptimizeForNetworkUse = true
            exportSession.exportAsynchronously(completionHandler: {
                switch exportSession.status {
                case .completed: done(exportSession.outputURL, nil)
                case .failed, .cancelled: done(nil, exportSession.error)
                default: done(nil, nil)
                }
            })
        }
    }

    static func creationDate(of url: URL) -> Date? {
        let asset = AVAsset(url: url)
        for item in asset.commonMetadata + asset.metadata {
            if item.commonKey?.rawValue == "creationDate", let date = item.dateValue {
                return date
            }
        }
        return asset.creationDate?.value as? Date
    }
}
