#pragma once

/// The kind of media of an asset.
PH_OPEN_ENUM(PHAssetMediaType) {
    /// Not known.
    PHAssetMediaTypeUnknown = 0,
    /// A photo, a Live Photo included.
    PHAssetMediaTypeImage = 1,
    /// A video.
    PHAssetMediaTypeVideo = 2,
    /// An audio file.
    PHAssetMediaTypeAudio = 3,
};

/// What is special about the photo or video of an asset.
PH_OPTION_SET(PHAssetMediaSubtype) {
    /// Nothing.
    PHAssetMediaSubtypeNone = 0,
    /// A photo much wider than high.
    PHAssetMediaSubtypePhotoPanorama = 1UL << 0,
    /// A photo of a high dynamic range.
    PHAssetMediaSubtypePhotoHDR = 1UL << 1,
    /// A picture of a device's screen.
    PHAssetMediaSubtypePhotoScreenshot = 1UL << 2,
    /// A photo with its motion and sound.
    PHAssetMediaSubtypePhotoLive = 1UL << 3,
    /// A portrait with a blurred background.
    PHAssetMediaSubtypePhotoDepthEffect = 1UL << 4,
    /// A picture of several frames.
    PHAssetMediaSubtypePhotoAnimation = 1UL << 6,
    /// A photo or video with depth, for two eyes.
    PHAssetMediaSubtypeSpatialMedia = 1UL << 10,
    /// A video whose contents never were in the library.
    PHAssetMediaSubtypeVideoStreamed = 1UL << 16,
    /// A video taken to be played in slow motion.
    PHAssetMediaSubtypeVideoHighFrameRate = 1UL << 17,
    /// A video taken at long intervals.
    PHAssetMediaSubtypeVideoTimelapse = 1UL << 18,
    /// A video of a device's screen.
    PHAssetMediaSubtypeVideoScreenRecording = 1UL << 19,
    /// A video whose focus can be chosen afterwards.
    PHAssetMediaSubtypeVideoCinematic = 1UL << 21,
};

/// Who chose a photo of a burst.
PH_OPTION_SET(PHAssetBurstSelectionType) {
    /// Nobody.
    PHAssetBurstSelectionTypeNone = 0,
    /// The system.
    PHAssetBurstSelectionTypeAutoPick = 1UL << 0,
    /// The user.
    PHAssetBurstSelectionTypeUserPick = 1UL << 1,
};

/// How an asset came into the library.
PH_OPTION_SET(PHAssetSourceType) {
    /// Nobody knows.
    PHAssetSourceTypeNone = 0,
    /// It is one of the user's own.
    PHAssetSourceTypeUserLibrary = 1UL << 0,
    /// It is in an album that somebody shares with the user.
    PHAssetSourceTypeCloudShared = 1UL << 1,
    /// It was put there by a computer that the device is synced with.
    PHAssetSourceTypeiTunesSynced = 1UL << 2,
};
