#pragma once
#include <malloc.h>
#include <stdint.h>
#include <string.h>
#include <vips/vips.h>

// Swift cannot call variadic functions. A function that makes a picture returns NULL if libvips reports an error. The
// caller owns the result, and keeps its arguments.

static inline void photos_vips_no_log(const char *domain, GLogLevelFlags level, const char *message, void *context) {
    (void)domain, (void)level, (void)message, (void)context;
}

/// Turns off the warnings of libvips, lets the allocator keep freed memory between two pictures, and lets it clear
/// memory.
///
/// Returning the memory to the system would cost as much as a part of the decoding. Call this function before all
/// others.
static inline void photos_vips_settle(void) {
    g_log_set_default_handler(photos_vips_no_log, NULL);
    // Generated code needs memory that is both writable and executable, which the sandbox does not allow.
    vips_vector_set_enabled(FALSE);
    mallopt(M_MMAP_THRESHOLD, 16 << 20);
    mallopt(M_TRIM_THRESHOLD, 32 << 20);
    // Decoders of damaged files do not write all pixels of a picture. Without this, such pixels would show what earlier
    // files left in memory. glibc fills new blocks with the complement of this number, and freed blocks with the number.
    mallopt(M_PERTURB, 0xFF);
}

/// Decodes a picture in memory row by row, and discards the pixels.
///
/// Returns 0 if the picture is complete.
static inline int photos_vips_decode(const void *bytes, size_t length) {
    VipsImage *image = vips_image_new_from_buffer(
        bytes, length, "", "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", VIPS_FAIL_ON_TRUNCATED, NULL);
    if (image == NULL) return -1;
    double average;
    int result = vips_avg(image, &average, NULL);
    g_object_unref(image);
    return result;
}

// The loaders are called by name, so that only the format that our header reader found is decoded. Rows are read from
// top to bottom, and the undamaged part of a picture is shown.

#define PHOTOS_VIPS_LOAD "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", VIPS_FAIL_ON_NONE

/// Decodes at 1/`shrink` of the size: 1, 1/2, 1/4 or 1/8.
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

/// Decodes the picture, or the first embedded thumbnail if `thumbnail` is 1, with the orientation applied.
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

/// Decodes at a size that is halved `halvings` times.
static inline VipsImage *photos_vips_jp2k(const void *bytes, size_t length, int halvings) {
    VipsImage *image = NULL;
    vips_jp2kload_buffer((void *)bytes, length, &image, "page", halvings, PHOTOS_VIPS_LOAD, NULL);
    return image;
}

/// Decodes to linear light, with 1 for a display's white.
static inline VipsImage *photos_vips_radiance(const void *bytes, size_t length) {
    VipsImage *packed = NULL, *light = NULL, *image = NULL;
    if (vips_radload_buffer((void *)bytes, length, &packed, PHOTOS_VIPS_LOAD, NULL) != 0) return NULL;
    if (vips_rad2float(packed, &light, NULL) == 0)
        vips_copy(light, &image, "interpretation", VIPS_INTERPRETATION_scRGB, NULL);
    if (light != NULL) g_object_unref(light);
    g_object_unref(packed);
    return image;
}

/// Returns the same bands, interpreted as CMYK.
static inline VipsImage *photos_vips_inks(VipsImage *from) {
    VipsImage *image = NULL;
    vips_copy(from, &image, "interpretation", VIPS_INTERPRETATION_CMYK, NULL);
    return image;
}

/// Converts Lab bytes in Photoshop's form to lightness and two colour values.
static inline VipsImage *photos_vips_lab(VipsImage *from) {
    const double factors[3] = {100.0 / 255, 1, 1}, offsets[3] = {0, -128, -128};
    VipsImage *numbers = NULL, *image = NULL;
    if (vips_linear(from, &numbers, factors, offsets, 3, NULL) != 0) return NULL;
    vips_copy(numbers, &image, "interpretation", VIPS_INTERPRETATION_LAB, NULL);
    g_object_unref(numbers);
    return image;
}

/// Makes a picture from pixels of 8 bits, which the caller keeps.
static inline VipsImage *photos_vips_pixels(const void *bytes, size_t length, int width, int height, int bands) {
    VipsImage *image =
        vips_image_new_from_memory(bytes, length, width, height, bands, VIPS_FORMAT_UCHAR);
    if (image != NULL) image->Type = bands < 3 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB;
    return image;
}

// Steps from one picture to the next

static inline VipsImage *photos_vips_crop(VipsImage *from, int left, int top, int width, int height) {
    VipsImage *image = NULL;
    vips_extract_area(from, &image, left, top, width, height, NULL);
    return image;
}

/// Averages each box of whole pixels to one pixel.
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

/// Reverts `photos_vips_premultiply`, and converts to the number format `like`.
static inline VipsImage *photos_vips_unpremultiply(VipsImage *from, VipsBandFormat like) {
    VipsImage *straight = NULL, *image = NULL;
    if (vips_unpremultiply(from, &straight, NULL) != 0) return NULL;
    vips_cast(straight, &image, like, NULL);
    g_object_unref(straight);
    return image;
}

/// Converts to sRGB from the embedded profile, or from `fallback` if the picture has no profile.
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

/// Returns a picture with the bands of both pictures.
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

/// Sets `bytes` to the embedded profile without a copy.
///
/// Returns the length of the profile; 0 if there is none.
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

/// Returns a picture with the same pixels and another profile; NULL means no profile.
static inline VipsImage *photos_vips_with_profile(VipsImage *from, const void *bytes, size_t length) {
    VipsImage *image = NULL;
    if (vips_copy(from, &image, NULL) != 0) return NULL;
    vips_image_remove(image, VIPS_META_ICC_NAME);
    if (bytes != NULL) vips_image_set_blob_copy(image, VIPS_META_ICC_NAME, bytes, length);
    return image;
}

// Encoding. The caller owns the encoded bytes, and frees them with g_free.

static inline int photos_vips_save_jpeg(VipsImage *image, int quality, void **bytes, size_t *length) {
    return vips_jpegsave_buffer(image, bytes, length, "Q", quality, "strip", TRUE, NULL);
}

static inline int photos_vips_save_png(VipsImage *image, void **bytes, size_t *length) {
    return vips_pngsave_buffer(image, bytes, length, "strip", TRUE, NULL);
}

/// Writes pixels of three or four bytes as pixels of four bytes.
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
