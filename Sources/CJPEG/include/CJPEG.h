// libjpeg reports errors by a jump out of its functions, which Swift cannot do. Only the worker links this module.
#pragma once

#include <stdbool.h>
#include <stddef.h>

/// Decodes a JPEG of `width` by `height` pixels to red, green, blue and 255, in rows without gaps.
///
/// Only a colour JPEG without a profile and without damage is decoded. Returns whether it was. Otherwise, use another
/// decoder, and ignore the content of `pixels`.
bool photos_jpeg_pixels(const void *bytes, size_t length, int width, int height, void *pixels);
