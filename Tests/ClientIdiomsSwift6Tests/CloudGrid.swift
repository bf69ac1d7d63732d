import Photos

/// A grid whose cells show what is on this disk at once, and the whole image when it came from the cloud.
@MainActor
final class CloudGrid {
    enum Cell: Equatable {
        case empty
        case preview(width: Int)
        /// A preview, with a mark that the rest is in the cloud.
        case inCloud
        case image(width: Int)
        case failed(PHPhotosError.Code)
    }

    private let manager = PHCachingImageManager()
    private var requests: [String: PHImageRequestID] = [:]
    /// What each cell showed, one after the other.
    private(set) var cells: [String: [Cell]] = [:]
    private var waiters: [String: CheckedContinuation<Void, Never>] = [:]

    /// Shows an asset, and returns when the cell does not change any more.
    func show(_ asset: PHAsset, side: CGFloat, allowsNetwork: Bool) async {
        let name = asset.localIdentifier
        cells[name] = [.empty]
        let options = PHImageRequestOptions()
        options.deliveryMode = .opportunistic
        options.isNetworkAccessAllowed = allowsNetwork
        await withCheckedContinuation { continuation in
            waiters[name] = continuation
            requests[name] = manager.requestImage(
                for: asset,
                targetSize: CGSize(width: side, height: side),
                contentMode: .aspectFit,
                options: options
            ) { @Sendable image, info in
                let width = image.map { Int($0.size.width) }
                let isDegraded = info?[PHImageResultIsDegradedKey] as? Bool ?? false
                let isInCloud = info?[PHImageResultIsInCloudKey] as? Bool ?? false
                let error = info?[PHImageErrorKey] as? PHPhotosError
                Task { @MainActor in
                    self.update(name, width, isDegraded, isInCloud, error)
                }
            }
        }
    }

    private func update(
        _ name: String,
        _ width: Int?,
        _ isDegraded: Bool,
        _ isInCloud: Bool,
        _ error: PHPhotosError?
    ) {
        if let width {
            cells[name]?.append(isDegraded ? .preview(width: width) : .image(width: width))
        } else if isInCloud {
            cells[name]?.append(.inCloud)
        } else if let error {
            cells[name]?.append(.failed(error.code))
        }
        if !isDegraded { waiters.removeValue(forKey: name)?.resume() }
    }
}
