#pragma once
#include "tracks.h"
#include <libavutil/channel_layout.h>
#include <libswresample/swresample.h>

// Converting and encoding sound, as one or two channels of floating-point samples.

/// Converts frames of sound to samples of one rate.
typedef struct {
    struct SwrContext *context;
    int rate, format;
    AVChannelLayout layout;
} photos_av_mixer;

static inline void photos_av_free_mixer(photos_av_mixer *mixer) {
    swr_free(&mixer->context);
    av_channel_layout_uninit(&mixer->layout);
}

/// Mixes a frame of sound to the given channels.
///
/// Returns the number of samples that were written for each channel, or a negative code.
static inline int photos_av_mix(
    photos_av_mixer *mixer, const AVFrame *frame, int channels, int rate, float *const samples[2], int capacity) {
    AVChannelLayout layout = {0};
    int code = 0;
    if (frame->ch_layout.order == AV_CHANNEL_ORDER_UNSPEC) {
        av_channel_layout_default(&layout, frame->ch_layout.nb_channels);
    } else {
        code = av_channel_layout_copy(&layout, &frame->ch_layout);
    }
    if (code < 0) return code;
    const bool is_same = mixer->context != NULL && mixer->rate == frame->sample_rate && mixer->format == frame->format
        && av_channel_layout_compare(&mixer->layout, &layout) == 0;
    if (!is_same) {
        photos_av_free_mixer(mixer);
        AVChannelLayout made;
        av_channel_layout_default(&made, channels);
        code = swr_alloc_set_opts2(
            &mixer->context, &made, AV_SAMPLE_FMT_FLTP, rate, &layout, frame->format, frame->sample_rate, 0, NULL);
        if (code >= 0) code = swr_init(mixer->context);
        mixer->rate = frame->sample_rate;
        mixer->format = frame->format;
        if (code >= 0) code = av_channel_layout_copy(&mixer->layout, &layout);
    }
    av_channel_layout_uninit(&layout);
    if (code < 0) {
        photos_av_free_mixer(mixer);
        return code;
    }
    uint8_t *const target[2] = {(uint8_t *)samples[0], (uint8_t *)samples[1]};
    return swr_convert(
        mixer->context, (uint8_t **)target, capacity, (const uint8_t **)frame->extended_data, frame->nb_samples);
}

/// Converts samples to another rate; the first sample stays at the same time.
///
/// Returns the number of samples that were written for each channel, or a negative code.
static inline int photos_av_resample(
    int channels, int rate, float *const samples[2], int count, int made_rate, float *const made[2], int capacity) {
    struct SwrContext *context = NULL;
    AVChannelLayout layout;
    av_channel_layout_default(&layout, channels);
    int code = swr_alloc_set_opts2(
        &context, &layout, AV_SAMPLE_FMT_FLTP, made_rate, &layout, AV_SAMPLE_FMT_FLTP, rate, 0, NULL);
    if (code >= 0) code = swr_init(context);
    int written = 0;
    if (code >= 0) {
        const uint8_t *source[2] = {(const uint8_t *)samples[0], (const uint8_t *)samples[1]};
        uint8_t *target[2] = {(uint8_t *)made[0], (uint8_t *)made[1]};
        code = swr_convert(context, target, capacity, source, count);
        if (code >= 0) {
            written = code;
            uint8_t *rest[2] = {(uint8_t *)(made[0] + written), (uint8_t *)(made[1] + written)};
            code = swr_convert(context, rest, capacity - written, NULL, 0);
            if (code > 0) written += code;
        }
    }
    swr_free(&context);
    return code < 0 ? code : written;
}

/// Returns an encoder of AAC; NULL, and an error code, if there is none.
static inline AVCodecContext *photos_av_sound_encoder(int channels, int rate, int *error) {
    const AVCodec *codec = avcodec_find_encoder_by_name("aac");
    *error = AVERROR_ENCODER_NOT_FOUND;
    if (codec == NULL) return NULL;
    AVCodecContext *encoder = avcodec_alloc_context3(codec);
    *error = AVERROR(ENOMEM);
    if (encoder == NULL) return NULL;
    encoder->sample_fmt = AV_SAMPLE_FMT_FLTP;
    encoder->sample_rate = rate;
    av_channel_layout_default(&encoder->ch_layout, channels);
    encoder->time_base = (AVRational){1, rate};
    encoder->bit_rate = 80000 * channels;
    encoder->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
    encoder->thread_count = 1;
    *error = avcodec_open2(encoder, codec, NULL);
    if (*error < 0) avcodec_free_context(&encoder);
    return encoder;
}

/// Returns an empty frame of 1024 samples for the encoder; NULL without memory.
static inline AVFrame *photos_av_empty_sound(const AVCodecContext *encoder) {
    AVFrame *frame = av_frame_alloc();
    if (frame == NULL) return NULL;
    frame->format = AV_SAMPLE_FMT_FLTP;
    frame->nb_samples = 1024;
    frame->sample_rate = encoder->sample_rate;
    if (av_channel_layout_copy(&frame->ch_layout, &encoder->ch_layout) < 0 || av_frame_get_buffer(frame, 0) < 0)
        av_frame_free(&frame);
    return frame;
}
