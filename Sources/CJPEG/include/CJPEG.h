// What Swift cannot do: libjpeg's errors leave a function by a jump. Linked by the worker alone.
#pragma once

#include <stdbool.h>
#include <stddef.h>

/// Decodes a JPEG of `width` by `height` pixels, colours without a profile and without any damage, to red, green, blue
/// and 255, rows without gaps. Returns whether it did; otherwise the picture takes another way, and `pixels` may hold
/// anything.
bool photos_jpeg_pixels(const void *bytes, size_t length, int width, int height, void *pixels);
