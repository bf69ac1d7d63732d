#pragma once
#include <dlfcn.h>
#include <libraw/libraw.h>
#include <stdbool.h>

// LibRaw's structures are too large and too varied for Swift. This header has only the parts that decoding a picture
// needs.

/// Returns the version of the linked library, such as "0.20.2-Release".
static inline const char *photos_raw_version(void) { return libraw_version(); }

/// Opens a raw file in memory, which must exist until the result is closed.
///
/// Returns NULL and sets an error code on failure.
static inline libraw_data_t *photos_raw_open(const void *bytes, size_t length, int *error) {
    *error = LIBRAW_UNSUFFICIENT_MEMORY;
    libraw_data_t *raw = libraw_init(0);
    if (raw == NULL) return NULL;
    // Sensors of 200 megapixels need 400 MB. The worker's own limit applies to the memory of the whole process.
    raw->params.max_raw_memory_mb = 1024;
    *error = libraw_open_buffer(raw, (void *)bytes, length);
    if (*error == LIBRAW_SUCCESS) return raw;
    libraw_close(raw);
    return NULL;
}

/// Returns a side of the sensor's picture as stored, in pixels.
static inline int photos_raw_width(const libraw_data_t *raw) { return raw->sizes.width; }
static inline int photos_raw_height(const libraw_data_t *raw) { return raw->sizes.height; }

/// Returns a side of the embedded preview in pixels; 0 if the file does not state it before the preview is read.
static inline int photos_raw_preview_width(const libraw_data_t *raw) { return raw->thumbnail.twidth; }
static inline int photos_raw_preview_height(const libraw_data_t *raw) { return raw->thumbnail.theight; }

/// Reads the embedded preview; returns NULL if there is none in JPEG.
///
/// The bytes belong to `raw`.
static inline const void *photos_raw_preview(libraw_data_t *raw, size_t *length) {
    if (libraw_unpack_thumb(raw) != LIBRAW_SUCCESS || raw->thumbnail.tformat != LIBRAW_THUMBNAIL_JPEG) return NULL;
    *length = raw->thumbnail.tlength;
    return raw->thumbnail.thumb;
}

/// Returns whether the sensor's filter is Bayer's: in each square of two pixels one red, one blue, and two green in a
/// diagonal. A filter that LibRaw does not describe by its pattern counts as Bayer's.
static inline bool photos_raw_has_bayer_filter(const libraw_data_t *raw) {
    unsigned filters = raw->idata.filters;
    // LibRaw uses smaller numbers for sensors without a filter and for X-Trans, which it interpolates in separate tiles.
    if (filters <= 1000) return true;
    // Two bits name the colour of a pixel. Number 3 is the second green.
    filters &= ~((filters & 0x55555555) << 1);
    return filters == 0x16161616 || filters == 0x61616161 || filters == 0x49494949 || filters == 0x94949494;
}

/// Sets the number of OpenMP's threads for the calling thread, and returns the number before.
///
/// Returns 0 if LibRaw was built without OpenMP. The functions are searched by name, because OpenMP's header belongs to
/// the compiler that built LibRaw.
static inline int photos_raw_set_threads(int count) {
    int (*present)(void) = (int (*)(void))dlsym(NULL, "omp_get_max_threads");
    void (*set)(int) = (void (*)(int))dlsym(NULL, "omp_set_num_threads");
    if (present == NULL || set == NULL) return 0;
    int before = present();
    set(count);
    return before;
}

/// Develops the sensor's data to sRGB, without rotation and with the camera's white balance.
///
/// Returns NULL and sets an error code on failure. Free the result with `libraw_dcraw_clear_mem`.
static inline libraw_processed_image_t *photos_raw_develop(libraw_data_t *raw, bool half, int *error) {
    raw->params.half_size = half;
    raw->params.use_camera_wb = 1;
    raw->params.output_color = 1;
    raw->params.output_bps = 8;
    raw->params.user_flip = 0;
    // The transfer curve of sRGB.
    raw->params.gamm[0] = 1 / 2.4;
    raw->params.gamm[1] = 12.92;
    // Patterned pixel grouping is nearly as good as the slow methods, and takes a fraction of their time.
    raw->params.user_qual = 2;
    if ((*error = libraw_unpack(raw)) != LIBRAW_SUCCESS) return NULL;
    // With another filter, the threads that interpolate rows read pixels which other threads write meanwhile.
    int threads = photos_raw_has_bayer_filter(raw) ? 0 : photos_raw_set_threads(1);
    *error = libraw_dcraw_process(raw);
    if (threads > 0) photos_raw_set_threads(threads);
    if (*error != LIBRAW_SUCCESS) return NULL;
    return libraw_dcraw_make_mem_image(raw, error);
}

static inline const unsigned char *photos_raw_pixels(const libraw_processed_image_t *image) { return image->data; }
