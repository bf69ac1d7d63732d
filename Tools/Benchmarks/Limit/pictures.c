// Pictures: pictures WHAT FILE...; what others do of a photo or a movie, one after another in one process.
//   both      two thumbnails of libvips, the smaller from the larger, as JPEG
//   grid      one small thumbnail of libvips, as JPEG
//   quarter   libjpeg-turbo's decoding at a quarter of the size, and nothing else
//   eighth    the same at an eighth
//   poster    the first frame of a movie by FFmpeg's libraries, as JPEG
#include "limit.h"

#include <jpeglib.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libswscale/swscale.h>
#include <vips/vips.h>

#define SAVED ".jpg[Q=80,strip]"

static void save(VipsImage *image) {
    void *bytes = NULL;
    size_t length = 0;
    if (image == NULL || vips_image_write_to_buffer(image, SAVED, &bytes, &length, NULL)) {
        fail("libvips", vips_error_buffer());
    }
    g_free(bytes);
}

static VipsImage *thumbnail(const char *file, int side) {
    VipsImage *image = NULL;
    if (vips_thumbnail(file, &image, side, "height", side, "size", VIPS_SIZE_DOWN, NULL)) {
        fail(file, vips_error_buffer());
    }
    return image;
}

static void grid(const char *file) {
    VipsImage *image = thumbnail(file, 256);
    save(image);
    g_object_unref(image);
}

static void both(const char *file) {
    VipsImage *image = thumbnail(file, 1024), *small = NULL;
    VipsImage *large = vips_image_copy_memory(image);
    save(large);
    vips_thumbnail_image(large, &small, 256, "height", 256, NULL);
    save(small);
    g_object_unref(small);
    g_object_unref(large);
    g_object_unref(image);
}

static void decode(const char *file, unsigned part) {
    static unsigned char row[3 * 16384];
    FILE *input = fopen(file, "rb");
    if (input == NULL) fail(file, "cannot be opened");
    struct jpeg_decompress_struct decoder;
    struct jpeg_error_mgr errors;
    decoder.err = jpeg_std_error(&errors);
    jpeg_create_decompress(&decoder);
    jpeg_stdio_src(&decoder, input);
    jpeg_read_header(&decoder, TRUE);
    decoder.scale_denom = part;
    decoder.dct_method = JDCT_FASTEST;
    decoder.do_fancy_upsampling = FALSE;
    jpeg_start_decompress(&decoder);
    JSAMPROW rows = row;
    while (decoder.output_scanline < decoder.output_height) jpeg_read_scanlines(&decoder, &rows, 1);
    jpeg_finish_decompress(&decoder);
    jpeg_destroy_decompress(&decoder);
    fclose(input);
}

static void quarter(const char *file) { decode(file, 4); }
static void eighth(const char *file) { decode(file, 8); }

static void poster(const char *file) {
    AVFormatContext *movie = NULL;
    if (avformat_open_input(&movie, file, NULL, NULL) || avformat_find_stream_info(movie, NULL) < 0) {
        fail(file, "is no movie");
    }
    const AVCodec *codec = NULL;
    int stream = av_find_best_stream(movie, AVMEDIA_TYPE_VIDEO, -1, -1, &codec, 0);
    if (stream < 0) fail(file, "has no picture");
    AVCodecContext *decoder = avcodec_alloc_context3(codec);
    avcodec_parameters_to_context(decoder, movie->streams[stream]->codecpar);
    decoder->thread_count = 1;
    avcodec_open2(decoder, codec, NULL);
    AVPacket *packet = av_packet_alloc();
    AVFrame *frame = av_frame_alloc();
    bool found = false;
    while (!found && av_read_frame(movie, packet) >= 0) {
        if (packet->stream_index == stream && !avcodec_send_packet(decoder, packet)) {
            found = !avcodec_receive_frame(decoder, frame);
        }
        av_packet_unref(packet);
    }
    if (!found) fail(file, "has no frame");
    int width = 1024, height = width * frame->height / frame->width;
    struct SwsContext *scaler = sws_getContext(
        frame->width, frame->height, frame->format, width, height, AV_PIX_FMT_RGB24, SWS_AREA, NULL, NULL, NULL);
    uint8_t *pixels = malloc((size_t)width * height * 3 + 64);
    uint8_t *planes[4] = {pixels};
    int strides[4] = {width * 3};
    sws_scale(scaler, (const uint8_t *const *)frame->data, frame->linesize, 0, frame->height, planes, strides);
    VipsImage *image =
        vips_image_new_from_memory(pixels, (size_t)width * height * 3, width, height, 3, VIPS_FORMAT_UCHAR);
    save(image);
    g_object_unref(image);
    free(pixels);
    sws_freeContext(scaler);
    av_frame_free(&frame);
    av_packet_free(&packet);
    avcodec_free_context(&decoder);
    avformat_close_input(&movie);
}

static void no_log(const char *domain, GLogLevelFlags level, const char *text, void *context) {
    (void)domain, (void)level, (void)text, (void)context;
}

int main(int count, char **words) {
    static const struct {
        const char *name;
        void (*run)(const char *);
    } all[] = {{"both", both}, {"grid", grid}, {"quarter", quarter}, {"eighth", eighth}, {"poster", poster}};
    if (count < 3) fail("usage", "pictures WHAT FILE...");
    if (VIPS_INIT(words[0])) fail("libvips", "does not start");
    vips_concurrency_set(1);
    vips_cache_set_max(0);
    g_log_set_default_handler(no_log, NULL);
    av_log_set_level(AV_LOG_QUIET);
    for (size_t kind = 0; kind < sizeof all / sizeof *all; kind++) {
        if (strcmp(words[1], all[kind].name) != 0) continue;
        // Files one after another, each a sample: as the library does it.
        for (int i = 0; wants_more(i, 400, 6); i++) {
            const char *file = words[2 + i % (count - 2)];
            int64_t start = nanoseconds();
            all[kind].run(file);
            take(i, nanoseconds() - start);
        }
        print_samples("ns");
        return 0;
    }
    fail(words[1], "is not known");
}
