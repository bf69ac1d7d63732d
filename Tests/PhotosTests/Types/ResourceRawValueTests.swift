import Photos
import TestPermits
import Testing

@Suite(.permit) struct ResourceRawValueTests {
    @Test func `PHAssetResourceType has Apple's raw values`() {
        expectRawValues([
            (PHAssetResourceType.photo, 1),
            (PHAssetResourceType.video, 2),
            (PHAssetResourceType.audio, 3),
            (PHAssetResourceType.alternatePhoto, 4),
            (PHAssetResourceType.fullSizePhoto, 5),
            (PHAssetResourceType.fullSizeVideo, 6),
            (PHAssetResourceType.adjustmentData, 7),
            (PHAssetResourceType.adjustmentBasePhoto, 8),
            (PHAssetResourceType.pairedVideo, 9),
            (PHAssetResourceType.fullSizePairedVideo, 10),
            (PHAssetResourceType.adjustmentBasePairedVideo, 11),
            (PHAssetResourceType.adjustmentBaseVideo, 12),
            (PHAssetResourceType.photoProxy, 19),
        ])
    }
}
