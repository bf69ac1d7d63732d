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
            modifiedAt: asset.modificationDate,
            place: asset.location.map {
                Place(latitude: $0.coordinate.latitude, longitude: $0.coordinate.longitude)
            },
            width: asset.pixelWidth,
            height: asset.pixelHeight,
            isFavorite: asset.isFavorite
        )
    }
}
