#pragma once

#include <stdint.h>

// An enumeration of Apple's is open: see CPhotosTypes.

/// How the stored pixels of an image are turned to be shown, numbered as Exif numbers them.
enum __attribute__((enum_extensibility(open))) CGImagePropertyOrientation : uint32_t {
    /// Not at all.
    CGImagePropertyOrientationUp = 1,
    /// Left and right change places.
    CGImagePropertyOrientationUpMirrored = 2,
    /// By a half turn.
    CGImagePropertyOrientationDown = 3,
    /// Top and bottom change places.
    CGImagePropertyOrientationDownMirrored = 4,
    /// Left and right change places, then a quarter turn to the left.
    CGImagePropertyOrientationLeftMirrored = 5,
    /// By a quarter turn to the right.
    CGImagePropertyOrientationRight = 6,
    /// Left and right change places, then a quarter turn to the right.
    CGImagePropertyOrientationRightMirrored = 7,
    /// By a quarter turn to the left.
    CGImagePropertyOrientationLeft = 8,
};
typedef enum CGImagePropertyOrientation CGImagePropertyOrientation;
