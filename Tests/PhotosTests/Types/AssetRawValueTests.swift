import Photos
import TestPermits
import Testing

@Suite(.permit) struct AssetRawValueTests {
    @Test func `PHAssetMediaType has Apple's raw values`() {
        expectRawValues([
            (PHAssetMediaType.unknown, 0),
            (PHAssetMediaType.image, 1),
            (PHAssetMediaType.video, 2),
            (PHAssetMediaType.audio, 3),
        ])
    }

    @Test func `PHAssetEditOperation has Apple's raw values`() {
        expectRawValues([
            (PHAssetEditOperation.delete, 1),
            (PHAssetEditOperation.content, 2),
            (PHAssetEditOperation.properties, 3),
        ])
    }

    @Test func `PHAsset PlaybackStyle has Apple's raw values`() {
        expectRawValues([
            (PHAsset.PlaybackStyle.unsupported, 0),
            (PHAsset.PlaybackStyle.image, 1),
            (PHAsset.PlaybackStyle.imageAnimated, 2),
            (PHAsset.PlaybackStyle.livePhoto, 3),
            (PHAsset.PlaybackStyle.video, 4),
            (PHAsset.PlaybackStyle.videoLooping, 5),
        ])
    }

    @Test func `PHAsset PlaybackVariation has Apple's raw values`() {
        expectRawValues([
            (PHAsset.PlaybackVariation.none, 0),
            (PHAsset.PlaybackVariation.autoloop, 1),
            (PHAsset.PlaybackVariation.mirror, 2),
            (PHAsset.PlaybackVariation.longExposure, 3),
        ])
    }

    @Test func `PHAsset OriginalResourceChoice has Apple's raw values`() {
        expectRawValues([
            (PHAsset.OriginalResourceChoice.compressed, 0),
            (PHAsset.OriginalResourceChoice.raw, 1),
        ])
    }

    @Test func `PHAsset AdjustmentsState has Apple's raw values`() {
        expectRawValues([
            (PHAsset.AdjustmentsState.none, 0),
            (PHAsset.AdjustmentsState.userAdjusted, 2),
            (PHAsset.AdjustmentsState.cameraAutoAdjusted, 3),
        ])
    }

    @Test func `PHAsset Rating has Apple's raw values`() {
        expectRawValues([
            (PHAsset.Rating.unset, 0),
            (PHAsset.Rating.one, 1),
            (PHAsset.Rating.two, 2),
            (PHAsset.Rating.three, 3),
            (PHAsset.Rating.four, 4),
            (PHAsset.Rating.five, 5),
        ])
    }
}
