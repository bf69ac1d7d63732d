#pragma once

#include <stdint.h>

/// How an image is fitted into the requested size.
PH_OPEN_ENUM(PHImageContentMode) {
    /// The whole image is shown, and may leave a part of the size empty.
    PHImageContentModeAspectFit = 0,
    /// The image fills the size, and may be clipped.
    PHImageContentModeAspectFill = 1,
    /// The default mode, which shows the whole image.
    PHImageContentModeDefault = PHImageContentModeAspectFit,
};

/// The requested version of an asset's image.
PH_OPEN_ENUM(PHImageRequestOptionsVersion) {
    /// The image with all edits.
    PHImageRequestOptionsVersionCurrent = 0,
    /// The image without edits.
    PHImageRequestOptionsVersionUnadjusted = 1,
    /// The image without edits, and the better original of a pair: RAW.
    PHImageRequestOptionsVersionOriginal = 2,
};

/// The preference between a fast image and a good one.
PH_OPEN_ENUM(PHImageRequestOptionsDeliveryMode) {
    /// An image that is available at once, then the good image.
    PHImageRequestOptionsDeliveryModeOpportunistic = 0,
    /// Only the good image.
    PHImageRequestOptionsDeliveryModeHighQualityFormat = 1,
    /// Only the fastest image.
    PHImageRequestOptionsDeliveryModeFastFormat = 2,
};

/// How closely an image matches the requested size.
PH_OPEN_ENUM(PHImageRequestOptionsResizeMode) {
    /// The image has the size of its file.
    PHImageRequestOptionsResizeModeNone = 0,
    /// The image has about the requested size or is larger, whichever is fastest.
    PHImageRequestOptionsResizeModeFast = 1,
    /// The image has exactly the requested size.
    PHImageRequestOptionsResizeModeExact = 2,
};

/// The requested version of an asset's video.
PH_OPEN_ENUM(PHVideoRequestOptionsVersion) {
    /// The video with all edits.
    PHVideoRequestOptionsVersionCurrent = 0,
    /// The video without edits.
    PHVideoRequestOptionsVersionOriginal = 1,
};

/// The requested quality of a video that is not on this machine.
PH_OPEN_ENUM(PHVideoRequestOptionsDeliveryMode) {
    /// A quality that suits the network.
    PHVideoRequestOptionsDeliveryModeAutomatic = 0,
    /// The best quality.
    PHVideoRequestOptionsDeliveryModeHighQualityFormat = 1,
    /// A medium quality.
    PHVideoRequestOptionsDeliveryModeMediumQualityFormat = 2,
    /// The quality that is available fastest.
    PHVideoRequestOptionsDeliveryModeFastFormat = 3,
};

/// The part of a Live Photo that a frame belongs to.
PH_OPEN_ENUM(PHLivePhotoFrameType) {
    /// The still.
    PHLivePhotoFrameTypePhoto = 0,
    /// The movie.
    PHLivePhotoFrameTypeVideo = 1,
};

/// The error codes of Live Photo editing before PhotoKit's own.
PH_OPEN_ENUM(PHLivePhotoEditingErrorCode) {
    /// An unknown error.
    PHLivePhotoEditingErrorCodeUnknown = 0,
    /// The edit was cancelled.
    PHLivePhotoEditingErrorCodeAborted = 1,
};

/// The orientation of an image's pixels: the transformation for display.
///
/// `UIImage.Orientation` in Swift.
PH_OPEN_ENUM(UIImageOrientation) {
    /// No transformation.
    UIImageOrientationUp = 0,
    /// Rotated by half a turn.
    UIImageOrientationDown = 1,
    /// Rotated a quarter turn to the left.
    UIImageOrientationLeft = 2,
    /// Rotated a quarter turn to the right.
    UIImageOrientationRight = 3,
    /// Mirrored left to right.
    UIImageOrientationUpMirrored = 4,
    /// Mirrored top to bottom.
    UIImageOrientationDownMirrored = 5,
    /// Mirrored left to right, then rotated a quarter turn to the left.
    UIImageOrientationLeftMirrored = 6,
    /// Mirrored left to right, then rotated a quarter turn to the right.
    UIImageOrientationRightMirrored = 7,
};
