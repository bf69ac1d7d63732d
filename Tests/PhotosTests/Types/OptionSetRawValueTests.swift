import Photos
import TestPermits
import Testing

@Suite(.permit) struct OptionSetRawValueTests {
    @Test func `PHAssetMediaSubtype has Apple's raw values`() {
        expectRawValues([
            (PHAssetMediaSubtype.photoPanorama, 1),
            (PHAssetMediaSubtype.photoHDR, 2),
            (PHAssetMediaSubtype.photoScreenshot, 4),
            (PHAssetMediaSubtype.photoLive, 8),
            (PHAssetMediaSubtype.photoDepthEffect, 16),
            (PHAssetMediaSubtype.photoAnimation, 64),
            (PHAssetMediaSubtype.spatialMedia, 1024),
            (PHAssetMediaSubtype.videoStreamed, 65536),
            (PHAssetMediaSubtype.videoHighFrameRate, 131_072),
            (PHAssetMediaSubtype.videoTimelapse, 262_144),
            (PHAssetMediaSubtype.videoScreenRecording, 524_288),
            (PHAssetMediaSubtype.videoCinematic, 2_097_152),
        ])
    }

    @Test func `PHAssetBurstSelectionType has Apple's raw values`() {
        expectRawValues([
            (PHAssetBurstSelectionType.autoPick, 1),
            (PHAssetBurstSelectionType.userPick, 2),
        ])
    }

    @Test func `PHAssetSourceType has Apple's raw values`() {
        expectRawValues([
            (PHAssetSourceType.typeUserLibrary, 1),
            (PHAssetSourceType.typeCloudShared, 2),
            (PHAssetSourceType.typeiTunesSynced, 4),
        ])
    }
}
