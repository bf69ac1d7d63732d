public import CPhotosTypes

extension PHAsset {
    /// How an asset is best presented, whatever its media type.
    public typealias PlaybackStyle = PHAssetPlaybackStyle

    /// The effect that a Live Photo is played with.
    public typealias PlaybackVariation = PHAssetPlaybackVariation

    /// Which original of a RAW and JPEG pair an asset shows.
    public typealias OriginalResourceChoice = PHAssetOriginalResourceChoice

    /// The origin of an asset's adjustments.
    public typealias AdjustmentsState = PHAssetAdjustmentsState

    /// The number of stars that a user gave to an asset.
    public typealias Rating = PHAssetRating
}
