import AVFoundation
import CPhotosTypes
import Foundation

extension PHImageManager {
    /// Starts a request for the file of a video.
    ///
    /// `report` is called once, with the movie or nil and the information for the caller, on the queue of videos.
    func requestVideo(
        for asset: PHAsset,
        options: PHVideoRequestOptions?,
        report: @escaping @Sendable (AVURLAsset?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        let version = options?.version ?? .current
        return requestSingle(
            on: VideoFile.queue,
            allowsNetwork: options?.isNetworkAccessAllowed ?? false,
            progressHandler: options?.progressHandler
        ) {
            try VideoFile(asset, version)
        } report: { number, outcome in
            switch outcome {
            case .value(let file):
                report(
                    LibraryMovie(file.url, in: file.library),
                    ResultFacts.imageFacts(number, isDegraded: false)
                )
            case .failure(let error): report(nil, ResultFacts.failureFacts(number, error: error))
            case .cancelled: report(nil, ResultFacts.cancellationFacts(number))
            }
        }
    }
}
