#pragma once

/// The role of an asset's file.
///
/// The values 13 to 18 have no public name; leave such files unchanged.
PH_OPEN_ENUM(PHAssetResourceType) {
    /// The original photo.
    PHAssetResourceTypePhoto = 1,
    /// The original video.
    PHAssetResourceTypeVideo = 2,
    /// The original audio.
    PHAssetResourceTypeAudio = 3,
    /// The other original of a pair, such as the JPEG of a RAW photo.
    PHAssetResourceTypeAlternatePhoto = 4,
    /// The photo after the last edit.
    PHAssetResourceTypeFullSizePhoto = 5,
    /// The video after the last edit.
    PHAssetResourceTypeFullSizeVideo = 6,
    /// The data that an editor needs to resume the last edit.
    PHAssetResourceTypeAdjustmentData = 7,
    /// The photo before the last edit.
    PHAssetResourceTypeAdjustmentBasePhoto = 8,
    /// The original movie of a Live Photo.
    PHAssetResourceTypePairedVideo = 9,
    /// The movie of a Live Photo after the last edit.
    PHAssetResourceTypeFullSizePairedVideo = 10,
    /// The movie of a Live Photo before the last edit.
    PHAssetResourceTypeAdjustmentBasePairedVideo = 11,
    /// The video before the last edit.
    PHAssetResourceTypeAdjustmentBaseVideo = 12,
    /// A temporary substitute for a photo that the camera has not finished.
    PHAssetResourceTypePhotoProxy = 19,
};
