#pragma once

/// How an asset is best presented, whatever its media type.
PH_OPEN_ENUM(PHAssetPlaybackStyle) {
    /// Unknown, or not playable.
    PHAssetPlaybackStyleUnsupported = 0,
    /// A still picture.
    PHAssetPlaybackStyleImage = 1,
    /// A picture of several frames, such as an animated GIF.
    PHAssetPlaybackStyleImageAnimated = 2,
    /// A still picture with its motion and sound.
    PHAssetPlaybackStyleLivePhoto = 3,
    /// A video that plays once.
    PHAssetPlaybackStyleVideo = 4,
    /// A video that repeats.
    PHAssetPlaybackStyleVideoLooping = 5,
};

/// The effect that a Live Photo is played with.
PH_OPEN_ENUM(PHAssetPlaybackVariation) {
    /// No effect.
    PHAssetPlaybackVariationNone = 0,
    /// The movie starts again at its end.
    PHAssetPlaybackVariationAutoloop = 1,
    /// The movie plays forwards, then backwards.
    ///
    /// Users know this effect as Bounce.
    PHAssetPlaybackVariationMirror = 2,
    /// The frames of the movie are blended into one long exposure.
    PHAssetPlaybackVariationLongExposure = 3,
};

/// Which original of a RAW and JPEG pair an asset shows.
PH_OPEN_ENUM(PHAssetOriginalResourceChoice) {
    /// The compressed original.
    ///
    /// Assets without such a pair also have this value.
    PHAssetOriginalResourceChoiceCompressed = 0,
    /// The RAW original.
    PHAssetOriginalResourceChoiceRaw = 1,
};

/// The origin of an asset's adjustments.
///
/// The value 1 has no public name.
PH_OPEN_ENUM(PHAssetAdjustmentsState) {
    /// No adjustments.
    PHAssetAdjustmentsStateNone = 0,
    /// A user with an editor.
    PHAssetAdjustmentsStateUserAdjusted = 2,
    /// The camera, when it took the picture.
    PHAssetAdjustmentsStateCameraAutoAdjusted = 3,
};

/// The number of stars that a user gave to an asset.
PH_OPEN_ENUM(PHAssetRating) {
    /// No rating was given.
    PHAssetRatingUnset = 0,
    /// One star.
    PHAssetRatingOne = 1,
    /// Two stars.
    PHAssetRatingTwo = 2,
    /// Three stars.
    PHAssetRatingThree = 3,
    /// Four stars.
    PHAssetRatingFour = 4,
    /// Five stars.
    PHAssetRatingFive = 5,
};

/// A kind of change that an asset may or may not allow.
PH_OPEN_ENUM(PHAssetEditOperation) {
    /// Deleting the asset.
    PHAssetEditOperationDelete = 1,
    /// Editing the picture or video of the asset.
    PHAssetEditOperationContent = 2,
    /// Editing properties of the asset, such as its date or its location.
    PHAssetEditOperationProperties = 3,
};
