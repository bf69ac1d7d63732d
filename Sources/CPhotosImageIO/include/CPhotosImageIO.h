#pragma once

#include <stdint.h>

// Apple's enumerations are open, see CPhotosTypes.

/// The orientation of stored pixels, with Exif's numbers: the transformation for display.
enum __attribute__((enum_extensibility(open))) CGImagePropertyOrientation : uint32_t {
    /// No transformation.
    CGImagePropertyOrientationUp = 1,
    /// Mirrored left to right.
    CGImagePropertyOrientationUpMirrored = 2,
    /// Rotated by half a turn.
    CGImagePropertyOrientationDown = 3,
    /// Mirrored top to bottom.
    CGImagePropertyOrientationDownMirrored = 4,
    /// Mirrored left to right, then rotated a quarter turn to the left.
    CGImagePropertyOrientationLeftMirrored = 5,
    /// Rotated a quarter turn to the right.
    CGImagePropertyOrientationRight = 6,
    /// Mirrored left to right, then rotated a quarter turn to the right.
    CGImagePropertyOrientationRightMirrored = 7,
    /// Rotated a quarter turn to the left.
    CGImagePropertyOrientationLeft = 8,
};
typedef enum CGImagePropertyOrientation CGImagePropertyOrientation;
