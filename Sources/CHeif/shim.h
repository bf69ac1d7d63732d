#pragma once
#include <libheif/heif.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// HEIC is written with libheif directly. libvips does not pass on the setting for the encoder's speed, and with the
// default a photo takes half a minute.

/// Memory that a file is written to.
typedef struct {
    uint8_t *bytes;
    size_t capacity;
    size_t length;
} photos_heif_place;

static inline struct heif_error photos_heif_write(
    struct heif_context *context, const void *bytes, size_t length, void *place) {
    (void)context;
    photos_heif_place *target = place;
    struct heif_error error = {heif_error_Ok, heif_suberror_Unspecified, "Success"};
    if (length > target->capacity - target->length) {
        error.code = heif_error_Encoding_error;
        error.message = "there is too little memory for it";
        return error;
    }
    memcpy(target->bytes + target->length, bytes, length);
    target->length += length;
    return error;
}

/// The metadata of a file.
typedef struct {
    /// Exif's number of the orientation, from 1 to 8.
    int orientation;
    /// A block that begins with a TIFF header.
    const void *exif;
    int exif_length;
    const void *xmp;
    int xmp_length;
} photos_heif_blocks;

/// Returns whether there is an encoder for HEVC.
static inline bool photos_heif_can_write(void) { return heif_have_encoder_for_format(heif_compression_HEVC); }

/// Copies rows of red, green and blue into an image of libheif.
static inline struct heif_error photos_heif_image(
    const uint8_t *pixels, int width, int height, struct heif_image **image) {
    struct heif_error error =
        heif_image_create(width, height, heif_colorspace_RGB, heif_chroma_interleaved_RGB, image);
    if (error.code != heif_error_Ok) return error;
    error = heif_image_add_plane(*image, heif_channel_interleaved, width, height, 8);
    if (error.code != heif_error_Ok) return error;
    int stride = 0;
    uint8_t *rows = heif_image_get_plane(*image, heif_channel_interleaved, &stride);
    for (int row = 0; row < height; row++) {
        memcpy(rows + (size_t)row * (size_t)stride, pixels + (size_t)row * (size_t)width * 3, (size_t)width * 3);
    }
    return error;
}

/// Encodes an image with an orientation, and adds its metadata.
static inline struct heif_error photos_heif_add(
    struct heif_context *context,
    struct heif_encoder *encoder,
    struct heif_image *image,
    const photos_heif_blocks *blocks) {
    struct heif_image_handle *handle = NULL;
    struct heif_encoding_options *options = heif_encoding_options_alloc();
    // libheif numbers the orientations as Exif does.
    options->image_orientation = (enum heif_orientation)blocks->orientation;
    struct heif_error error = heif_context_encode_image(context, image, encoder, options, &handle);
    heif_encoding_options_free(options);
    if (error.code == heif_error_Ok && blocks->exif_length > 0) {
        error = heif_context_add_exif_metadata(context, handle, blocks->exif, blocks->exif_length);
    }
    if (error.code == heif_error_Ok && blocks->xmp_length > 0) {
        error = heif_context_add_XMP_metadata(context, handle, blocks->xmp, blocks->xmp_length);
    }
    if (handle != NULL) heif_image_handle_release(handle);
    return error;
}

/// Writes pixels of red, green and blue as HEIC.
///
/// Returns NULL, or the error message.
static inline const char *photos_heif_encode(
    const void *pixels,
    int width,
    int height,
    int quality,
    const photos_heif_blocks *blocks,
    photos_heif_place *place) {
    static char said[128];
    struct heif_context *context = heif_context_alloc();
    struct heif_encoder *encoder = NULL;
    struct heif_image *image = NULL;
    struct heif_writer writer = {1, photos_heif_write};
    struct heif_error error = heif_context_get_encoder_for_format(context, heif_compression_HEVC, &encoder);
    if (error.code == heif_error_Ok) error = heif_encoder_set_lossy_quality(encoder, quality);
    if (error.code == heif_error_Ok) error = heif_encoder_set_parameter_string(encoder, "preset", "ultrafast");
    if (error.code == heif_error_Ok && quality >= 90) {
        error = heif_encoder_set_parameter_string(encoder, "chroma", "444");
    }
    if (error.code == heif_error_Ok) error = photos_heif_image(pixels, width, height, &image);
    if (error.code == heif_error_Ok) error = photos_heif_add(context, encoder, image, blocks);
    if (error.code == heif_error_Ok) error = heif_context_write(context, &writer, place);
    // The message is copied, because it may belong to an object that is freed below.
    bool failed = error.code != heif_error_Ok;
    if (failed) strncpy(said, error.message == NULL ? "no reason given" : error.message, sizeof said - 1);
    if (image != NULL) heif_image_release(image);
    if (encoder != NULL) heif_encoder_release(encoder);
    heif_context_free(context);
    return failed ? said : NULL;
}
