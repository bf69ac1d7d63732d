#pragma once

/// What a file of an asset is for. The values 13 to 18 have no public name; keep such files as they are.
PH_OPEN_ENUM(PHAssetResourceType) {
    /// The original photo.
    PHAssetResourceTypePhoto = 1,
    /// The original video.
    PHAssetResourceTypeVideo = 2,
    /// The original audio.
    PHAssetResourceTypeAudio = 3,
    /// The other original of a pair, such as the JPEG of a RAW photo.
    PHAssetResourceTypeAlternatePhoto = 4,
    /// The photo as it was last edited.
    PHAssetResourceTypeFullSizePhoto = 5,
    /// The video as it was last edited.
    PHAssetResourceTypeFullSizeVideo = 6,
    /// What the last editor needs to know to go on with its edit.
    PHAssetResourceTypeAdjustmentData = 7,
    /// The photo that the last edit began with.
    PHAssetResourceTypeAdjustmentBasePhoto = 8,
    /// The original motion of a Live Photo.
    PHAssetResourceTypePairedVideo = 9,
    /// The motion of a Live Photo as it was last edited.
    PHAssetResourceTypeFullSizePairedVideo = 10,
    /// The motion that the last edit of a Live Photo began with.
    PHAssetResourceTypeAdjustmentBasePairedVideo = 11,
    /// The video that the last edit began with.
    PHAssetResourceTypeAdjustmentBaseVideo = 12,
    /// A stand-in for a photo that the camera has not finished.
    PHAssetResourceTypePhotoProxy = 19,
};
