#pragma once
#include <vips/vips.h>

// Swift cannot call variadic functions.

/// Opens the header of a picture in memory, which must outlive the image. NULL where no loader can.
static inline VipsImage *photos_vips_open(const void *bytes, size_t length) {
    return vips_image_new_from_buffer(bytes, length, "", "access", VIPS_ACCESS_SEQUENTIAL, NULL);
}
