import CPhotosTypes
import Foundation

extension PHImageManager {
    /// Starts a request for a Live Photo.
    ///
    /// `report` is called with the Live Photo or nil and the information for the caller: first perhaps with a degraded
    /// image, then with the last result.
    func requestLivePhoto(
        for asset: PHAsset,
        settings: ImageRequestSettings,
        progressHandler: PHAssetImageProgressHandler?,
        report: @escaping @Sendable (PHLivePhoto?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        startRequest(
            for: asset,
            settings: settings,
            must: .photoLive,
            progressHandler: progressHandler
        ) {
            number,
            outcome in
            do {
                switch outcome {
                case .image(let image, let isDegraded):
                    let parts = try LivePhotoParts(
                        of: asset,
                        settings.version,
                        mayBeElsewhere: isDegraded
                    )
                    let facts = ResultFacts.imageFacts(number, isDegraded: isDegraded)
                    report(PHLivePhoto(parts, image), facts)
                case .failure(let error): throw error
                case .cancelled: report(nil, ResultFacts.cancellationFacts(number))
                }
            } catch {
                report(nil, ResultFacts.failureFacts(number, error: PHPhotosError(error)))
            }
        }
    }
}
