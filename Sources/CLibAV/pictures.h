#pragma once
#include "tracks.h"

// Converting frames to pictures that browsers show, and encoding them.

/// The primaries, transfer function and matrix of encoded pictures.
typedef struct {
    enum AVColorPrimaries primaries;
    enum AVColorTransferCharacteristic transfer;
    enum AVColorSpace matrix;
} photos_av_colors;

/// Returns whether a frame has a high dynamic range: PQ or HLG.
static inline bool photos_av_is_high_range(const AVFrame *frame) {
    return frame->color_trc == AVCOL_TRC_SMPTE2084 || frame->color_trc == AVCOL_TRC_ARIB_STD_B67;
}

/// Returns the colours of the pictures that are made of frames like this one.
static inline photos_av_colors photos_av_made_colors(const AVFrame *frame) {
    photos_av_colors colors = {AVCOL_PRI_BT709, AVCOL_TRC_BT709, AVCOL_SPC_BT709};
    if (photos_av_is_high_range(frame)) return colors;
    const AVPixFmtDescriptor *layout = av_pix_fmt_desc_get(frame->format);
    if (layout != NULL && (layout->flags & AV_PIX_FMT_FLAG_RGB)) return colors;
    switch (photos_av_matrix(frame)) {
        case SWS_CS_ITU601: colors.matrix = AVCOL_SPC_SMPTE170M; break;
        case SWS_CS_FCC: colors.matrix = AVCOL_SPC_FCC; break;
        case SWS_CS_SMPTE240M: colors.matrix = AVCOL_SPC_SMPTE240M; break;
        case SWS_CS_BT2020: colors.matrix = AVCOL_SPC_BT2020_NCL; break;
        default: break;
    }
    if (frame->color_primaries != AVCOL_PRI_UNSPECIFIED && frame->color_primaries < AVCOL_PRI_NB)
        colors.primaries = frame->color_primaries;
    if (frame->color_trc != AVCOL_TRC_UNSPECIFIED && frame->color_trc < AVCOL_TRC_NB) colors.transfer = frame->color_trc;
    return colors;
}

/// White of standard range in cd/m² (ITU-R BT.2408), and the brightest light that gets a value of its own.
static const float photos_av_white = 203;
static const float photos_av_peak = 1000;

/// Returns light as a display of standard range shows it: the same up to a knee, and brighter light ever more alike.
static inline float photos_av_shown_light(float light) {
    const float knee = 0.6f;
    if (light <= knee) return light;
    const float most = (photos_av_peak / photos_av_white - knee) / (1 - knee);
    const float over = (light - knee) / (1 - knee);
    const float shown = over * (1 + over / (most * most)) / (1 + over);
    return shown >= 1 ? 1 : knee + (1 - knee) * shown;
}

/// How finely tones are mapped: steps of colour for luma, and steps of luma and of colour for chroma.
enum { photos_av_luma_colors = 65, photos_av_luma_steps = 257, photos_av_chroma_lumas = 64, photos_av_chroma_colors = 129 };

/// The tables that map values of 10 bits of a high dynamic range to values of 8 bits of standard range.
///
/// A pixel takes a look or two, where the formulas would take longer than decoding. Values have 8 more bits, so that those
/// between two entries can be mixed.
typedef struct {
    uint16_t luma[photos_av_luma_colors][photos_av_luma_colors][photos_av_luma_steps];
    uint16_t blue[photos_av_chroma_lumas][photos_av_chroma_colors][photos_av_chroma_colors];
    uint16_t red[photos_av_chroma_lumas][photos_av_chroma_colors][photos_av_chroma_colors];
} photos_av_tones;

/// What filling the tables needs: light and values by parts of 4096, and the weights of the source's matrix.
typedef struct {
    float light[4097], system[1025], value[4097];
    float red, blue;
    bool is_hlg;
} photos_av_tone_curves;

static inline void photos_av_fill_curves(photos_av_tone_curves *curves, bool is_hlg, int matrix) {
    curves->is_hlg = is_hlg;
    const bool is_2020 = matrix == SWS_CS_BT2020, is_709 = matrix == SWS_CS_ITU709;
    curves->red = is_2020 ? 0.2627f : is_709 ? 0.2126f : 0.299f;
    curves->blue = is_2020 ? 0.0593f : is_709 ? 0.0722f : 0.114f;
    for (int index = 0; index <= 4096; index++) {
        const double value = index / 4096.0;
        if (is_hlg) {
            // ITU-R BT.2100, table 5
            curves->light[index] = value <= 0.5 ? value * value / 3 : (exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12;
        } else {
            // ITU-R BT.2100, table 4
            const double power = pow(value, 1 / 78.84375);
            const double part = fmax(power - 0.8359375, 0) / (18.8515625 - 18.6875 * power);
            curves->light[index] = 10000 * pow(part, 1 / 0.1593017578125) / photos_av_white;
        }
        curves->value[index] = value <= 0.0031308 ? 12.92 * value : 1.055 * pow(value, 1 / 2.4) - 0.055;
    }
    for (int index = 0; index <= 1024; index++) {
        curves->system[index] = pow(fmax(index, 0.25) / 1024.0, 0.2) * photos_av_peak / photos_av_white;
    }
}

/// Returns an entry of a table at a part from 0 to 1, mixed from its two neighbours.
static inline float photos_av_between(const float *table, int last, float part) {
    if (part <= 0) return table[0];
    if (part >= 1) return table[last];
    const float place = part * last;
    const int index = (int)place;
    return table[index] + (table[index + 1] - table[index]) * (place - index);
}

/// Maps a colour with the primaries of BT.2020 from values of 10 bits to those of 8 bits with the primaries of BT.709.
static inline void photos_av_map_color(const photos_av_tone_curves *curves, const float source[3], float made[3]) {
    const float y = (source[0] - 64) / 876, u = (source[1] - 512) / 896, v = (source[2] - 512) / 896;
    const float red = y + 2 * (1 - curves->red) * v, blue = y + 2 * (1 - curves->blue) * u;
    const float green = (y - curves->red * red - curves->blue * blue) / (1 - curves->red - curves->blue);
    float r = photos_av_between(curves->light, 4096, red), g = photos_av_between(curves->light, 4096, green);
    float b = photos_av_between(curves->light, 4096, blue);
    if (curves->is_hlg) {
        const float factor = photos_av_between(curves->system, 1024, 0.2627f * r + 0.6780f * g + 0.0593f * b);
        r *= factor, g *= factor, b *= factor;
    }
    float mapped[3] = {
        1.6605f * r - 0.5876f * g - 0.0728f * b, -0.1246f * r + 1.1329f * g - 0.0083f * b,
        -0.0182f * r - 0.1006f * g + 1.1187f * b};
    float most = 0;
    for (int part = 0; part < 3; part++) {
        if (mapped[part] < 0) mapped[part] = 0;
        if (mapped[part] > most) most = mapped[part];
    }
    const float factor = most > 0 ? photos_av_shown_light(most) / most : 1;
    for (int part = 0; part < 3; part++) mapped[part] = photos_av_between(curves->value, 4096, mapped[part] * factor);
    const float luma = 0.2126f * mapped[0] + 0.7152f * mapped[1] + 0.0722f * mapped[2];
    made[0] = 16 + 219 * luma;
    made[1] = 128 + 224 * (mapped[2] - luma) / 1.8556f;
    made[2] = 128 + 224 * (mapped[0] - luma) / 1.5748f;
}

static inline void photos_av_fill_tones(photos_av_tones *tones, const photos_av_tone_curves *curves) {
    float made[3];
    for (int u = 0; u < photos_av_luma_colors; u++) {
        for (int v = 0; v < photos_av_luma_colors; v++) {
            for (int y = 0; y < photos_av_luma_steps; y++) {
                photos_av_map_color(curves, (const float[3]){y * 4, u * 16, v * 16}, made);
                tones->luma[u][v][y] = (uint16_t)(made[0] * 256);
            }
        }
    }
    for (int y = 0; y < photos_av_chroma_lumas; y++) {
        for (int u = 0; u < photos_av_chroma_colors; u++) {
            for (int v = 0; v < photos_av_chroma_colors; v++) {
                photos_av_map_color(curves, (const float[3]){y * 16 + 8, u * 8, v * 8}, made);
                tones->blue[y][u][v] = (uint16_t)(made[1] * 256);
                tones->red[y][u][v] = (uint16_t)(made[2] * 256);
            }
        }
    }
}

/// Maps a picture of 10 bits, 4:2:0 and limited range to one of 8 bits; both have the same even size.
static inline void photos_av_map_tones(const photos_av_tones *tones, const AVFrame *source, AVFrame *target) {
    for (int row = 0; row < target->height / 2; row++) {
        const uint16_t *blue = (const uint16_t *)(source->data[1] + (ptrdiff_t)row * source->linesize[1]);
        const uint16_t *red = (const uint16_t *)(source->data[2] + (ptrdiff_t)row * source->linesize[2]);
        uint8_t *made_blue = target->data[1] + (ptrdiff_t)row * target->linesize[1];
        uint8_t *made_red = target->data[2] + (ptrdiff_t)row * target->linesize[2];
        for (int column = 0; column < target->width / 2; column++) {
            const int u = blue[column] & 1023, v = red[column] & 1023;
            const uint16_t *luma = tones->luma[(u + 8) >> 4][(v + 8) >> 4];
            int sum = 0;
            for (int line = 0; line < 2; line++) {
                const ptrdiff_t y = 2 * row + line;
                const uint16_t *pixels = (const uint16_t *)(source->data[0] + y * source->linesize[0]) + 2 * column;
                uint8_t *made = target->data[0] + y * target->linesize[0] + 2 * column;
                for (int pixel = 0; pixel < 2; pixel++) {
                    const int value = pixels[pixel] & 1023, index = value >> 2, part = value & 3;
                    made[pixel] = (uint8_t)((luma[index] * (4 - part) + luma[index + 1] * part + 512) >> 10);
                    sum += value;
                }
            }
            const int y = sum >> 6;
            const int near_u = (u + 4) >> 3, near_v = (v + 4) >> 3;
            const uint16_t(*blues)[photos_av_chroma_colors] = tones->blue[y];
            const uint16_t *reds = tones->red[y][near_u];
            made_blue[column] = (uint8_t)(
                (blues[u >> 3][near_v] * (8 - (u & 7)) + blues[(u >> 3) + 1][near_v] * (u & 7) + 1024) >> 11);
            made_red[column] = (uint8_t)((reds[v >> 3] * (8 - (v & 7)) + reds[(v >> 3) + 1] * (v & 7) + 1024) >> 11);
        }
    }
}

/// Returns an empty picture; NULL without memory.
static inline AVFrame *photos_av_empty_picture(int width, int height, enum AVPixelFormat format) {
    AVFrame *frame = av_frame_alloc();
    if (frame == NULL) return NULL;
    frame->format = format;
    frame->width = width;
    frame->height = height;
    if (av_frame_get_buffer(frame, 0) < 0) av_frame_free(&frame);
    return frame;
}

/// Converts frames of any kind to pictures of one size: 8 bits, 4:2:0, limited range.
typedef struct {
    struct SwsContext *scaler;
    /// The scaled picture of 10 bits, and the tables that map it; only for frames of a high dynamic range.
    AVFrame *high;
    photos_av_tones *tones;
    /// What the scaler was made for.
    int width, height, format, matrix;
    bool full_range, is_high, is_hlg;
} photos_av_converter;

static inline void photos_av_free_converter(photos_av_converter *converter) {
    sws_freeContext(converter->scaler);
    av_frame_free(&converter->high);
    free(converter->tones);
    memset(converter, 0, sizeof *converter);
}

static inline int photos_av_prepare_converter(photos_av_converter *converter, const AVFrame *frame, const AVFrame *target) {
    bool full_range = false;
    const enum AVPixelFormat layout = photos_av_layout(frame, &full_range);
    const AVPixFmtDescriptor *description = av_pix_fmt_desc_get(layout);
    if (description == NULL || !sws_isSupportedInput(layout)) return AVERROR(EINVAL);
    const bool is_high = photos_av_is_high_range(frame);
    const bool is_hlg = frame->color_trc == AVCOL_TRC_ARIB_STD_B67;
    const bool is_rgb = (description->flags & AV_PIX_FMT_FLAG_RGB) != 0;
    if (is_rgb) full_range = true;
    const int matrix = is_rgb ? SWS_CS_ITU709 : photos_av_matrix(frame);
    const bool is_same = converter->scaler != NULL && converter->width == frame->width && converter->height == frame->height
        && converter->format == (int)layout && converter->matrix == matrix && converter->full_range == full_range
        && converter->is_high == is_high && converter->is_hlg == is_hlg;
    if (is_same) return 0;
    photos_av_free_converter(converter);
    const int filter = (target->width < frame->width ? SWS_BILINEAR : SWS_BICUBIC) | SWS_ACCURATE_RND;
    converter->scaler = sws_getContext(
        frame->width, frame->height, layout, target->width, target->height, is_high ? AV_PIX_FMT_YUV420P10 : AV_PIX_FMT_YUV420P,
        filter, NULL, NULL, NULL);
    if (converter->scaler == NULL) return AVERROR(EINVAL);
    const int *coefficients = sws_getCoefficients(matrix);
    sws_setColorspaceDetails(converter->scaler, coefficients, full_range, coefficients, 0, 0, 1 << 16, 1 << 16);
    if (is_high) {
        converter->high = photos_av_empty_picture(target->width, target->height, AV_PIX_FMT_YUV420P10);
        converter->tones = malloc(sizeof *converter->tones);
        photos_av_tone_curves *curves = malloc(sizeof *curves);
        const bool has_memory = converter->high != NULL && converter->tones != NULL && curves != NULL;
        if (has_memory) {
            photos_av_fill_curves(curves, is_hlg, matrix);
            photos_av_fill_tones(converter->tones, curves);
        }
        free(curves);
        if (!has_memory) return AVERROR(ENOMEM);
    }
    converter->width = frame->width;
    converter->height = frame->height;
    converter->format = layout;
    converter->matrix = matrix;
    converter->full_range = full_range;
    converter->is_high = is_high;
    converter->is_hlg = is_hlg;
    return 0;
}

/// Converts a frame to a picture that is not turned yet. Returns a negative code on failure.
static inline int photos_av_convert(photos_av_converter *converter, const AVFrame *frame, AVFrame *target) {
    int code = photos_av_prepare_converter(converter, frame, target);
    if (code < 0) {
        photos_av_free_converter(converter);
        return code;
    }
    AVFrame *scaled = converter->is_high ? converter->high : target;
    const uint8_t *const *planes = (const uint8_t *const *)frame->data;
    code = sws_scale(converter->scaler, planes, frame->linesize, 0, frame->height, scaled->data, scaled->linesize);
    if (code != target->height) return AVERROR_EXTERNAL;
    if (converter->is_high) photos_av_map_tones(converter->tones, scaled, target);
    return 0;
}

/// Mixes each row of a frame with its neighbours, so that the two fields of an interlaced frame do not show as combs.
///
/// Only frames of 8 bits in planes are changed: those of camcorders.
static inline void photos_av_mix_fields(AVFrame *frame) {
    const AVPixFmtDescriptor *layout = av_pix_fmt_desc_get(frame->format);
    if (!frame->interlaced_frame || layout == NULL || layout->comp[0].depth != 8) return;
    if (!(layout->flags & AV_PIX_FMT_FLAG_PLANAR) || (layout->flags & AV_PIX_FMT_FLAG_RGB)) return;
    if (layout->nb_components < 3 || av_frame_make_writable(frame) < 0) return;
    uint8_t *above = av_malloc(frame->width);
    uint8_t *present = av_malloc(frame->width);
    for (int plane = 0; plane < 3 && above != NULL && present != NULL; plane++) {
        const int across = plane == 0 ? 0 : layout->log2_chroma_w, down = plane == 0 ? 0 : layout->log2_chroma_h;
        const int width = -(-frame->width >> across), height = -(-frame->height >> down);
        const int stride = frame->linesize[plane];
        memcpy(above, frame->data[plane], width);
        for (int y = 0; y < height; y++) {
            uint8_t *row = frame->data[plane] + (ptrdiff_t)y * stride;
            const uint8_t *below = y + 1 < height ? row + stride : row;
            memcpy(present, row, width);
            for (int x = 0; x < width; x++) row[x] = (uint8_t)((above[x] + 2 * present[x] + below[x] + 2) >> 2);
            uint8_t *swapped = above;
            above = present;
            present = swapped;
        }
    }
    // A frame that is shown in two fragments is mixed once.
    frame->interlaced_frame = 0;
    av_free(above);
    av_free(present);
}

/// Turns a picture upright: stored right becomes (a, b), and stored down (c, d).
static inline void photos_av_turn(const AVFrame *source, AVFrame *target, int a, int b, int c, int d) {
    for (int plane = 0; plane < 3; plane++) {
        const int half = plane == 0 ? 0 : 1;
        const int width = source->width >> half, height = source->height >> half;
        const ptrdiff_t stride = target->linesize[plane];
        const ptrdiff_t across = a + b * stride, down = c + d * stride;
        const int shown_width = target->width >> half, shown_height = target->height >> half;
        uint8_t *start = target->data[plane] + (a + c < 0 ? shown_width - 1 : 0) + (b + d < 0 ? shown_height - 1 : 0) * stride;
        for (int y = 0; y < height; y++) {
            const uint8_t *row = source->data[plane] + (ptrdiff_t)y * source->linesize[plane];
            uint8_t *pixel = start + y * down;
            for (int x = 0; x < width; x++, pixel += across) *pixel = row[x];
        }
    }
}

/// The settings of an encoder: the same ones always give the same parameter sets.
typedef struct {
    int width, height;
    /// The level of H.264, times ten.
    int level;
    /// The frames per second that the rate control expects.
    int rate;
    /// The most bits per second.
    int64_t bits;
    /// The ticks per second of the time stamps.
    int ticks;
    photos_av_colors colors;
} photos_av_picture_settings;

/// Returns whether the encoder of pictures is there.
static inline bool photos_av_has_picture_encoder(void) { return avcodec_find_encoder_by_name("libx264") != NULL; }

/// Returns an encoder whose first picture needs no other one, and whose pictures are shown in the order of decoding.
///
/// Returns NULL and sets an error code if there is none.
static inline AVCodecContext *photos_av_picture_encoder(photos_av_picture_settings settings, int *error) {
    const AVCodec *codec = avcodec_find_encoder_by_name("libx264");
    *error = AVERROR_ENCODER_NOT_FOUND;
    if (codec == NULL) return NULL;
    AVCodecContext *encoder = avcodec_alloc_context3(codec);
    *error = AVERROR(ENOMEM);
    if (encoder == NULL) return NULL;
    encoder->width = settings.width;
    encoder->height = settings.height;
    encoder->pix_fmt = AV_PIX_FMT_YUV420P;
    encoder->sample_aspect_ratio = (AVRational){1, 1};
    encoder->time_base = (AVRational){1, settings.ticks};
    encoder->framerate = (AVRational){settings.rate, 1};
    encoder->gop_size = 600;
    encoder->max_b_frames = 0;
    encoder->thread_count = 2;
    encoder->profile = FF_PROFILE_H264_HIGH;
    encoder->level = settings.level;
    encoder->flags |= AV_CODEC_FLAG_GLOBAL_HEADER | AV_CODEC_FLAG_CLOSED_GOP;
    encoder->color_range = AVCOL_RANGE_MPEG;
    encoder->color_primaries = settings.colors.primaries;
    encoder->color_trc = settings.colors.transfer;
    encoder->colorspace = settings.colors.matrix;
    encoder->rc_max_rate = settings.bits;
    encoder->rc_buffer_size = (int)settings.bits;
    av_opt_set(encoder->priv_data, "preset", "veryfast", 0);
    av_opt_set(encoder->priv_data, "crf", "23", 0);
    *error = avcodec_open2(encoder, codec, NULL);
    if (*error < 0) avcodec_free_context(&encoder);
    return encoder;
}
