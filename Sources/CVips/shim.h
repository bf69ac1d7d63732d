#pragma once
#include <vips/vips.h>

// Swift cannot call variadic functions.

/// Decodes a picture in memory, row by row, and forgets it. Returns 0 where all of it is there.
static inline int photos_vips_decode(const void *bytes, size_t length) {
    VipsImage *image = vips_image_new_from_buffer(
        bytes, length, "", "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", VIPS_FAIL_ON_TRUNCATED, NULL);
    if (image == NULL) return -1;
    double average;
    int result = vips_avg(image, &average, NULL);
    g_object_unref(image);
    return result;
}
