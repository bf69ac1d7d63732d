#pragma once
#include <malloc.h>
#include <stdint.h>
#include <string.h>
#include <vips/vips.h>

// Swift cannot call variadic functions. A function that makes a picture returns NULL where libvips reports an error, and
// its result belongs to the caller; what it is given stays the caller's.

static inline void photos_vips_no_log(const char *domain, GLogLevelFlags level, const char *message, void *context) {
    (void)domain, (void)level, (void)message, (void)context;
}

/// Keeps libvips from writing warnings, and the allocator from giving memory back to the system between two pictures, which
/// costs as much as a part of the decoding. Before everything else.
static inline void photos_vips_settle(void) {
    g_log_set_default_handler(photos_vips_no_log, NULL);
    // Code made while running needs memory that can be written and run, which the walls do not give.
    vips_vector_set_enabled(FALSE);
    mallopt(M_MMAP_THRESHOLD, 16 << 20);
    mallopt(M_TRIM_THRESHOLD, 32 << 20);
}

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

// Loaders: each is named, so that no content is handed to another than our own header reader chose. Rows come from top to
// bottom, and what damage spared is shown.

#define PHOTOS_VIPS_LOAD "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", VIPS_FAIL_ON_NONE

/// Decodes at 1, 1/2, 1/4 or 1/8 of the size.
static inline VipsImage *photos_vips_jpeg(const void *bytes, size_t length, int shrink) {
    VipsImage *image = NULL;
    vips_jpegload_buffer((void *)bytes, length, &image, "shrink", shrink, PHOTOS_VIPS_LOAD, NULL);
    return image;
}

static inline VipsImage *photos_vips_webp(const void *bytes, size_t length, double scale) {
    VipsImage *image = NULL;
    vips_webpload_buffer((void *)bytes, length, &image, "scale", scale, PHOTOS_VIPS_LOAD, NULL);
    return image;
}

/// With `thumbnail` the first embedded thumbnail, else the picture; both as shown.
static inline VipsImage *photos_vips_heif(const void *bytes, size_t length, int thumbnail) {
    VipsImage *image = NULL;
    vips_heifload_buffer((void *)bytes, length, &image, "thumbnail", thumbnail, PHOTOS_VIPS_LOAD, NULL);
    return image;
}

static inline VipsImage *photos_vips_png(const void *bytes, size_t length) {
    VipsImage *image = NULL;
    vips_pngload_buffer((void *)bytes, length, &image, PHOTOS_VIPS_LOAD, NULL);
    return image;
}

static inline VipsImage *photos_vips_gif(const void *bytes, size_t length) {
    VipsImage *image = NULL;
    vips_gifload_buffer((void *)bytes, length, &image, PHOTOS_VIPS_LOAD, NULL);
    return image;
}

static inline VipsImage *photos_vips_tiff(const void *bytes, size_t length) {
    VipsImage *image = NULL;
    vips_tiffload_buffer((void *)bytes, length, &image, PHOTOS_VIPS_LOAD, NULL);
    return image;
}

static inline VipsImage *photos_vips_jxl(const void *bytes, size_t length) {
    VipsImage *image = NULL;
    vips_jxlload_buffer((void *)bytes, length, &image, PHOTOS_VIPS_LOAD, NULL);
    return image;
}

/// Decodes with half of the size `halvings` times.
static inline VipsImage *photos_vips_jp2k(const void *bytes, size_t length, int halvings) {
    VipsImage *image = NULL;
    vips_jp2kload_buffer((void *)bytes, length, &image, "page", halvings, PHOTOS_VIPS_LOAD, NULL);
    return image;
}

/// Decodes to numbers of light, 1 where a display shows white.
static inline VipsImage *photos_vips_radiance(const void *bytes, size_t length) {
    VipsImage *packed = NULL, *light = NULL, *image = NULL;
    if (vips_radload_buffer((void *)bytes, length, &packed, PHOTOS_VIPS_LOAD, NULL) != 0) return NULL;
    if (vips_rad2float(packed, &light, NULL) == 0)
        vips_copy(light, &image, "interpretation", VIPS_INTERPRETATION_scRGB, NULL);
    if (light != NULL) g_object_unref(light);
    g_object_unref(packed);
    return image;
}

/// The same bands, which are inks.
static inline VipsImage *photos_vips_inks(VipsImage *from) {
    VipsImage *image = NULL;
    vips_copy(from, &image, "interpretation", VIPS_INTERPRETATION_CMYK, NULL);
    return image;
}

/// Lightness and two colours of Lab, from bytes as Photoshop writes them.
static inline VipsImage *photos_vips_lab(VipsImage *from) {
    const double factors[3] = {100.0 / 255, 1, 1}, offsets[3] = {0, -128, -128};
    VipsImage *numbers = NULL, *image = NULL;
    if (vips_linear(from, &numbers, factors, offsets, 3, NULL) != 0) return NULL;
    vips_copy(numbers, &image, "interpretation", VIPS_INTERPRETATION_LAB, NULL);
    g_object_unref(numbers);
    return image;
}

/// Pixels of 8 bits that stay the caller's.
static inline VipsImage *photos_vips_pixels(const void *bytes, size_t length, int width, int height, int bands) {
    VipsImage *image =
        vips_image_new_from_memory(bytes, length, width, height, bands, VIPS_FORMAT_UCHAR);
    if (image != NULL) image->Type = bands < 3 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB;
    return image;
}

// Steps from picture to picture

static inline VipsImage *photos_vips_crop(VipsImage *from, int left, int top, int width, int height) {
    VipsImage *image = NULL;
    vips_extract_area(from, &image, left, top, width, height, NULL);
    return image;
}

/// Each pixel is the mean of a box of whole pixels.
static inline VipsImage *photos_vips_shrink(VipsImage *from, int horizontal, int vertical) {
    VipsImage *image = NULL;
    vips_shrink(from, &image, horizontal, vertical, NULL);
    return image;
}

static inline VipsImage *photos_vips_resize(VipsImage *from, double horizontal, double vertical) {
    VipsImage *image = NULL;
    vips_resize(from, &image, horizontal, "vscale", vertical, NULL);
    return image;
}

static inline VipsImage *photos_vips_premultiply(VipsImage *from) {
    VipsImage *image = NULL;
    vips_premultiply(from, &image, NULL);
    return image;
}

/// Back from `photos_vips_premultiply`, in the numbers that `like` has.
static inline VipsImage *photos_vips_unpremultiply(VipsImage *from, VipsBandFormat like) {
    VipsImage *straight = NULL, *image = NULL;
    if (vips_unpremultiply(from, &straight, NULL) != 0) return NULL;
    vips_cast(straight, &image, like, NULL);
    g_object_unref(straight);
    return image;
}

/// From the embedded profile, or from `fallback` where the picture has none, to sRGB.
static inline VipsImage *photos_vips_color_managed(VipsImage *from, const char *fallback) {
    VipsImage *image = NULL;
    vips_icc_transform(
        from, &image, "srgb", "embedded", TRUE, "input_profile", fallback, "intent", VIPS_INTENT_RELATIVE,
        "black_point_compensation", TRUE, "depth", 8, NULL);
    return image;
}

static inline VipsImage *photos_vips_srgb(VipsImage *from) {
    VipsImage *image = NULL;
    vips_colourspace(from, &image, VIPS_INTERPRETATION_sRGB, NULL);
    return image;
}

static inline VipsImage *photos_vips_bytes(VipsImage *from) {
    VipsImage *image = NULL;
    vips_cast(from, &image, VIPS_FORMAT_UCHAR, NULL);
    return image;
}

static inline VipsImage *photos_vips_bands(VipsImage *from, int first, int count) {
    VipsImage *image = NULL;
    vips_extract_band(from, &image, first, "n", count, NULL);
    return image;
}

/// The bands of both.
static inline VipsImage *photos_vips_join(VipsImage *first, VipsImage *second) {
    VipsImage *image = NULL;
    vips_bandjoin2(first, second, &image, NULL);
    return image;
}

static inline VipsImage *photos_vips_rotate(VipsImage *from, VipsAngle angle) {
    VipsImage *image = NULL;
    vips_rot(from, &image, angle, NULL);
    return image;
}

static inline VipsImage *photos_vips_flip(VipsImage *from, VipsDirection direction) {
    VipsImage *image = NULL;
    vips_flip(from, &image, direction, NULL);
    return image;
}

static inline VipsImage *photos_vips_on_white(VipsImage *from) {
    VipsImage *image = NULL;
    VipsArrayDouble *white = vips_array_double_newv(1, 255.0);
    vips_flatten(from, &image, "background", white, NULL);
    vips_area_unref(VIPS_AREA(white));
    return image;
}

/// Hands out the embedded profile without a copy. Returns its length, 0 where there is none.
static inline size_t photos_vips_profile(VipsImage *image, const void **bytes) {
    size_t length = 0;
    *bytes = NULL;
    if (vips_image_get_typeof(image, VIPS_META_ICC_NAME) == 0) return 0;
    if (vips_image_get_blob(image, VIPS_META_ICC_NAME, bytes, &length) != 0) {
        vips_error_clear();
        return 0;
    }
    return length;
}

/// A picture with the same pixels and another profile; NULL for none.
static inline VipsImage *photos_vips_with_profile(VipsImage *from, const void *bytes, size_t length) {
    VipsImage *image = NULL;
    if (vips_copy(from, &image, NULL) != 0) return NULL;
    vips_image_remove(image, VIPS_META_ICC_NAME);
    if (bytes != NULL) vips_image_set_blob_copy(image, VIPS_META_ICC_NAME, bytes, length);
    return image;
}

// What comes out: the encoded bytes are the caller's, to be freed by g_free.

static inline int photos_vips_save_jpeg(VipsImage *image, int quality, void **bytes, size_t *length) {
    return vips_jpegsave_buffer(image, bytes, length, "Q", quality, "strip", TRUE, NULL);
}

static inline int photos_vips_save_png(VipsImage *image, void **bytes, size_t *length) {
    return vips_pngsave_buffer(image, bytes, length, "strip", TRUE, NULL);
}

/// Writes pixels of three or four bytes as four.
static inline void photos_vips_write_rgba(const void *from, int bands, void *to, size_t count) {
    if (bands == 4) {
        memcpy(to, from, count * 4);
        return;
    }
    const uint8_t *source = from;
    uint8_t *target = to;
    for (size_t index = 0; index < count; index++) {
        target[index * 4] = source[index * 3];
        target[index * 4 + 1] = source[index * 3 + 1];
        target[index * 4 + 2] = source[index * 3 + 2];
        target[index * 4 + 3] = 255;
    }
}
