#pragma once

#include <stdint.h>

/// How an image is fitted into the size that was asked for.
PH_OPEN_ENUM(PHImageContentMode) {
    /// It is shown whole, and may leave a part of the size empty.
    PHImageContentModeAspectFit = 0,
    /// It fills the size, and may be clipped.
    PHImageContentModeAspectFill = 1,
    /// The first of them.
    PHImageContentModeDefault = PHImageContentModeAspectFit,
};

/// Which version of an asset's image is asked for.
PH_OPEN_ENUM(PHImageRequestOptionsVersion) {
    /// With all edits.
    PHImageRequestOptionsVersionCurrent = 0,
    /// Without edits.
    PHImageRequestOptionsVersionUnadjusted = 1,
    /// Without edits, and the better one of a pair of originals: RAW.
    PHImageRequestOptionsVersionOriginal = 2,
};

/// What matters more: an image at once, or a good one.
PH_OPEN_ENUM(PHImageRequestOptionsDeliveryMode) {
    /// One that is there already first, then the good one.
    PHImageRequestOptionsDeliveryModeOpportunistic = 0,
    /// The good one alone.
    PHImageRequestOptionsDeliveryModeHighQualityFormat = 1,
    /// What is had fastest, alone.
    PHImageRequestOptionsDeliveryModeFastFormat = 2,
};

/// How closely an image keeps to the size that was asked for.
PH_OPEN_ENUM(PHImageRequestOptionsResizeMode) {
    /// It has the size of its file.
    PHImageRequestOptionsResizeModeNone = 0,
    /// It is about as large, perhaps larger; what is fastest.
    PHImageRequestOptionsResizeModeFast = 1,
    /// It is exactly as large.
    PHImageRequestOptionsResizeModeExact = 2,
};

/// Which version of an asset's video is asked for.
PH_OPEN_ENUM(PHVideoRequestOptionsVersion) {
    /// With all edits.
    PHVideoRequestOptionsVersionCurrent = 0,
    /// Without edits.
    PHVideoRequestOptionsVersionOriginal = 1,
};

/// Which quality of a video is asked for, where it is not on this machine.
PH_OPEN_ENUM(PHVideoRequestOptionsDeliveryMode) {
    /// What suits the network.
    PHVideoRequestOptionsDeliveryModeAutomatic = 0,
    /// The best.
    PHVideoRequestOptionsDeliveryModeHighQualityFormat = 1,
    /// A medium one.
    PHVideoRequestOptionsDeliveryModeMediumQualityFormat = 2,
    /// What is had fastest.
    PHVideoRequestOptionsDeliveryModeFastFormat = 3,
};

/// Which part of a Live Photo a frame is of.
PH_OPEN_ENUM(PHLivePhotoFrameType) {
    /// The still.
    PHLivePhotoFrameTypePhoto = 0,
    /// The movie.
    PHLivePhotoFrameTypeVideo = 1,
};

/// The codes of errors that editing a Live Photo had before PhotoKit's own.
PH_OPEN_ENUM(PHLivePhotoEditingErrorCode) {
    /// Nobody knows.
    PHLivePhotoEditingErrorCodeUnknown = 0,
    /// It was cancelled.
    PHLivePhotoEditingErrorCodeAborted = 1,
};

/// How an image's pixels are turned to be shown. `UIImage.Orientation` in Swift.
PH_OPEN_ENUM(UIImageOrientation) {
    /// Not at all.
    UIImageOrientationUp = 0,
    /// By a half turn.
    UIImageOrientationDown = 1,
    /// By a quarter turn to the left.
    UIImageOrientationLeft = 2,
    /// By a quarter turn to the right.
    UIImageOrientationRight = 3,
    /// Left and right change places.
    UIImageOrientationUpMirrored = 4,
    /// Top and bottom change places.
    UIImageOrientationDownMirrored = 5,
    /// Left and right change places, then a quarter turn to the left.
    UIImageOrientationLeftMirrored = 6,
    /// Left and right change places, then a quarter turn to the right.
    UIImageOrientationRightMirrored = 7,
};
