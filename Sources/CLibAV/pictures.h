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

/// The tables that map light of a high dynamic range to a display of standard range.
typedef struct {
    /// Light by the 12 highest bits of a value: of PQ relative to the white of standard range, of HLG that of the scene.
    float light[4096];
    /// The factor from the scene's light to the display's, by the scene's luminance; only for HLG.
    float system[1025];
    /// The value of 8 bits by light from 0 to 1.
    uint8_t display[4097];
    bool is_hlg;
} photos_av_tones;

/// White of standard range in cd/m² (ITU-R BT.2408), and the brightest light that gets a value of its own.
static const float photos_av_white = 203;
static const float photos_av_peak = 1000;

static inline void photos_av_fill_tones(photos_av_tones *tones, bool is_hlg) {
    tones->is_hlg = is_hlg;
    for (int index = 0; index < 4096; index++) {
        const double value = index / 4095.0;
        if (is_hlg) {
            // ITU-R BT.2100, table 5
            tones->light[index] = value <= 0.5 ? value * value / 3 : (exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12;
        } else {
            // ITU-R BT.2100, table 4
            const double power = pow(value, 1 / 78.84375);
            const double part = fmax(power - 0.8359375, 0) / (18.8515625 - 18.6875 * power);
            tones->light[index] = 10000 * pow(part, 1 / 0.1593017578125) / photos_av_white;
        }
    }
    for (int index = 0; index <= 1024; index++) {
        tones->system[index] = pow(fmax(index, 0.25) / 1024.0, 0.2) * photos_av_peak / photos_av_white;
    }
    for (int index = 0; index <= 4096; index++) {
        const double light = index / 4096.0;
        const double value = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055;
        tones->display[index] = (uint8_t)lrint(255 * value);
    }
}

/// Returns light as a display of standard range shows it: the same up to a knee, and brighter light ever more alike.
static inline float photos_av_shown_light(float light) {
    const float knee = 0.6f;
    if (light <= knee) return light;
    const float most = (photos_av_peak / photos_av_white - knee) / (1 - knee);
    const float over = (light - knee) / (1 - knee);
    const float shown = over * (1 + over / (most * most)) / (1 + over);
    return shown >= 1 ? 1 : knee + (1 - knee) * shown;
}

/// Maps pixels of 16 bits with the primaries of BT.2020 to pixels of 8 bits with those of BT.709.
static inline void photos_av_map_tones(const photos_av_tones *tones, const uint16_t *source, uint8_t *target, size_t count) {
    for (size_t index = 0; index < count; index++, source += 3, target += 3) {
        float r = tones->light[source[0] >> 4], g = tones->light[source[1] >> 4], b = tones->light[source[2] >> 4];
        if (tones->is_hlg) {
            const float luminance = 0.2627f * r + 0.6780f * g + 0.0593f * b;
            const float factor = tones->system[(int)(luminance * 1024)];
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
        const float factor = most > 0.6f ? photos_av_shown_light(most) / most : 1;
        for (int part = 0; part < 3; part++) {
            const float light = mapped[part] * factor;
            target[part] = tones->display[light < 1 ? (int)(light * 4096 + 0.5f) : 4096];
        }
    }
}

/// Converts frames of any kind to pictures of one size: 8 bits, 4:2:0, limited range.
typedef struct {
    struct SwsContext *scaler;
    /// Converts mapped tones; only for frames of a high dynamic range.
    struct SwsContext *second;
    photos_av_tones *tones;
    uint16_t *light;
    uint8_t *mapped;
    /// What the scalers were made for.
    int width, height, format, matrix;
    bool full_range, is_high;
} photos_av_converter;

static inline void photos_av_free_converter(photos_av_converter *converter) {
    sws_freeContext(converter->scaler);
    sws_freeContext(converter->second);
    free(converter->tones);
    av_freep(&converter->light);
    av_freep(&converter->mapped);
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
        && converter->is_high == is_high && (!is_high || converter->tones->is_hlg == is_hlg);
    if (is_same) return 0;
    photos_av_free_converter(converter);
    const int filter = (target->width < frame->width ? SWS_BILINEAR : SWS_BICUBIC) | SWS_ACCURATE_RND;
    converter->scaler = sws_getContext(
        frame->width, frame->height, layout, target->width, target->height, is_high ? AV_PIX_FMT_RGB48 : AV_PIX_FMT_YUV420P,
        filter, NULL, NULL, NULL);
    if (converter->scaler == NULL) return AVERROR(EINVAL);
    const int *coefficients = sws_getCoefficients(matrix);
    sws_setColorspaceDetails(converter->scaler, coefficients, full_range, coefficients, is_high, 0, 1 << 16, 1 << 16);
    if (is_high) {
        const size_t count = (size_t)target->width * target->height;
        converter->tones = malloc(sizeof *converter->tones);
        converter->light = av_malloc(count * 6 + 64);
        converter->mapped = av_malloc(count * 3 + 64);
        converter->second = sws_getContext(
            target->width, target->height, AV_PIX_FMT_RGB24, target->width, target->height, AV_PIX_FMT_YUV420P,
            SWS_BILINEAR | SWS_ACCURATE_RND, NULL, NULL, NULL);
        if (converter->tones == NULL || converter->light == NULL || converter->mapped == NULL || converter->second == NULL)
            return AVERROR(ENOMEM);
        photos_av_fill_tones(converter->tones, is_hlg);
        const int *made = sws_getCoefficients(SWS_CS_ITU709);
        sws_setColorspaceDetails(converter->second, made, 1, made, 0, 0, 1 << 16, 1 << 16);
    }
    converter->width = frame->width;
    converter->height = frame->height;
    converter->format = layout;
    converter->matrix = matrix;
    converter->full_range = full_range;
    converter->is_high = is_high;
    return 0;
}

/// Converts a frame to a picture that is not turned yet. Returns a negative code on failure.
static inline int photos_av_convert(photos_av_converter *converter, const AVFrame *frame, AVFrame *target) {
    int code = photos_av_prepare_converter(converter, frame, target);
    if (code < 0) {
        photos_av_free_converter(converter);
        return code;
    }
    const uint8_t *const *planes = (const uint8_t *const *)frame->data;
    if (!converter->is_high) {
        code = sws_scale(converter->scaler, planes, frame->linesize, 0, frame->height, target->data, target->linesize);
        return code == target->height ? 0 : AVERROR_EXTERNAL;
    }
    uint8_t *const light[4] = {(uint8_t *)converter->light, NULL, NULL, NULL};
    const int light_rows[4] = {target->width * 6, 0, 0, 0};
    code = sws_scale(converter->scaler, planes, frame->linesize, 0, frame->height, light, light_rows);
    if (code != target->height) return AVERROR_EXTERNAL;
    photos_av_map_tones(converter->tones, converter->light, converter->mapped, (size_t)target->width * target->height);
    const uint8_t *const mapped[4] = {converter->mapped, NULL, NULL, NULL};
    const int mapped_rows[4] = {target->width * 3, 0, 0, 0};
    code = sws_scale(converter->second, mapped, mapped_rows, 0, target->height, target->data, target->linesize);
    return code == target->height ? 0 : AVERROR_EXTERNAL;
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

/// Returns an empty picture for the encoder; NULL without memory.
static inline AVFrame *photos_av_empty_picture(int width, int height) {
    AVFrame *frame = av_frame_alloc();
    if (frame == NULL) return NULL;
    frame->format = AV_PIX_FMT_YUV420P;
    frame->width = width;
    frame->height = height;
    if (av_frame_get_buffer(frame, 0) < 0) av_frame_free(&frame);
    return frame;
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
