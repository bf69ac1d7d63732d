#include "CJPEG.h"

#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include <jpeglib.h>

struct errors {
    struct jpeg_error_mgr manager;
    jmp_buf back;
};

static void leave(j_common_ptr decoder) { longjmp(((struct errors *)decoder->err)->back, 1); }

static void leave_at_warning(j_common_ptr decoder, int level) {
    if (level < 0) leave(decoder);
}

static bool has_profile(j_decompress_ptr decoder) {
    for (jpeg_saved_marker_ptr marker = decoder->marker_list; marker != NULL; marker = marker->next) {
        if (marker->data_length >= 12 && memcmp(marker->data, "ICC_PROFILE", 12) == 0) return true;
    }
    return false;
}

bool photos_jpeg_pixels(const void *bytes, size_t length, int width, int height, void *pixels) {
    struct jpeg_decompress_struct decoder;
    struct errors errors;
    decoder.err = jpeg_std_error(&errors.manager);
    errors.manager.error_exit = leave;
    errors.manager.emit_message = leave_at_warning;
    if (setjmp(errors.back) != 0) {
        jpeg_destroy_decompress(&decoder);
        return false;
    }
    jpeg_create_decompress(&decoder);
    jpeg_mem_src(&decoder, bytes, length);
    jpeg_save_markers(&decoder, JPEG_APP0 + 2, 16);
    jpeg_read_header(&decoder, TRUE);
    bool is_plain = decoder.jpeg_color_space == JCS_YCbCr && decoder.image_width == (unsigned)width &&
                    decoder.image_height == (unsigned)height && !has_profile(&decoder);
    if (is_plain) {
        decoder.out_color_space = JCS_EXT_RGBA;
        jpeg_start_decompress(&decoder);
        JSAMPLE *next = pixels;
        while (decoder.output_scanline < decoder.output_height) {
            JSAMPROW rows[4];
            for (int row = 0; row < 4; row++) rows[row] = next + (size_t)row * (size_t)width * 4;
            unsigned left = decoder.output_height - decoder.output_scanline;
            next += (size_t)jpeg_read_scanlines(&decoder, rows, left < 4 ? left : 4) * (size_t)width * 4;
        }
        jpeg_finish_decompress(&decoder);
    }
    jpeg_destroy_decompress(&decoder);
    return is_plain;
}
