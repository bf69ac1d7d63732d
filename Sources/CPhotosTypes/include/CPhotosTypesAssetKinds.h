#pragma once

/// The kind of media of an asset.
PH_OPEN_ENUM(PHAssetMediaType) {
    /// Unknown media.
    PHAssetMediaTypeUnknown = 0,
    /// A photo or a Live Photo.
    PHAssetMediaTypeImage = 1,
    /// A video.
    PHAssetMediaTypeVideo = 2,
    /// An audio file.
    PHAssetMediaTypeAudio = 3,
};

/// Special kinds of photo or video.
PH_OPTION_SET(PHAssetMediaSubtype) {
    /// No special kind.
    PHAssetMediaSubtypeNone = 0,
    /// A photo much wider than high.
    PHAssetMediaSubtypePhotoPanorama = 1UL << 0,
    /// A photo with a high dynamic range.
    PHAssetMediaSubtypePhotoHDR = 1UL << 1,
    /// A screenshot.
    PHAssetMediaSubtypePhotoScreenshot = 1UL << 2,
    /// A Live Photo.
    PHAssetMediaSubtypePhotoLive = 1UL << 3,
    /// A portrait with a blurred background.
    PHAssetMediaSubtypePhotoDepthEffect = 1UL << 4,
    /// An animated picture.
    PHAssetMediaSubtypePhotoAnimation = 1UL << 6,
    /// A spatial photo or video, with one view for each eye.
    PHAssetMediaSubtypeSpatialMedia = 1UL << 10,
    /// A video whose content was never in the library.
    PHAssetMediaSubtypeVideoStreamed = 1UL << 16,
    /// A video for playback in slow motion.
    PHAssetMediaSubtypeVideoHighFrameRate = 1UL << 17,
    /// A time-lapse video.
    PHAssetMediaSubtypeVideoTimelapse = 1UL << 18,
    /// A screen recording.
    PHAssetMediaSubtypeVideoScreenRecording = 1UL << 19,
    /// A video whose focus can be changed later.
    PHAssetMediaSubtypeVideoCinematic = 1UL << 21,
};

/// The origin of the selection of a photo from a burst.
PH_OPTION_SET(PHAssetBurstSelectionType) {
    /// No selection.
    PHAssetBurstSelectionTypeNone = 0,
    /// The system.
    PHAssetBurstSelectionTypeAutoPick = 1UL << 0,
    /// The user.
    PHAssetBurstSelectionTypeUserPick = 1UL << 1,
};

/// The kind of source that an asset came from.
PH_OPTION_SET(PHAssetSourceType) {
    /// An unknown source.
    PHAssetSourceTypeNone = 0,
    /// The user's own library.
    PHAssetSourceTypeUserLibrary = 1UL << 0,
    /// An album that another person shares with the user.
    PHAssetSourceTypeCloudShared = 1UL << 1,
    /// A computer that synchronises the device.
    PHAssetSourceTypeiTunesSynced = 1UL << 2,
};
