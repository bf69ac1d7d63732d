import HikingCollagesKit
import Photos

extension PhotoFacts {
    /// Nothing for an asset that is hidden, has no time, or is neither picture nor movie.
    ///
    /// Fetches leave hidden assets out, except those by identifier.
    init?(_ asset: PHAsset) {
        guard !asset.isHidden, let time = asset.creationDate,
            asset.mediaType == .image || asset.mediaType == .video
        else { return nil }
        self.init(
            id: asset.localIdentifier,
            kind: asset.mediaType == .video ? .movie : .picture,
            takenAt: time,
            zoneOffset: asset.value(forKey: "timeZoneOffset") as? Int,
            content: ContentStamp(
                adjustedAt: asset.adjustmentTimestamp,
                byteCount: PHAssetResource.shown(of: asset)?.dataSize
            ),
            place: asset.location.map {
                Place(latitude: $0.coordinate.latitude, longitude: $0.coordinate.longitude)
            },
            isFavorite: asset.isFavorite,
            rating: Int(asset.rating.rawValue),
            caption: asset.extendedMetadata.caption,
            duration: asset.duration,
            width: asset.pixelWidth,
            height: asset.pixelHeight
        )
    }
}

extension PHAssetResource {
    /// The file that an asset looks like now: the edited version where there is one, else the original.
    static func shown(of asset: PHAsset) -> PHAssetResource? {
        let wanted: [PHAssetResourceType] =
            asset.mediaType == .video ? [.fullSizeVideo, .video] : [.fullSizePhoto, .photo]
        let resources = assetResources(for: asset)
        return wanted.lazy.compactMap { type in resources.first { $0.type == type } }.first
    }
}
