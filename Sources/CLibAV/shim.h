#pragma once
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avstring.h>
#include <libavutil/avutil.h>
#include <libavutil/opt.h>
#include <libswscale/swscale.h>
#include <libavutil/pixdesc.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

// A movie is read from a descriptor by our own functions. The library gets no file name to open, so a movie cannot make
// it open another file or the network.

typedef struct {
    int descriptor;
    int64_t position;
    int64_t size;
} photos_av_file;

static inline int photos_av_read(void *opaque, uint8_t *buffer, int length) {
    photos_av_file *file = opaque;
    ssize_t got = pread(file->descriptor, buffer, (size_t)length, file->position);
    if (got < 0) return AVERROR(EIO);
    if (got == 0) return AVERROR_EOF;
    file->position += got;
    return (int)got;
}

static inline int64_t photos_av_seek(void *opaque, int64_t offset, int whence) {
    photos_av_file *file = opaque;
    if (whence & AVSEEK_SIZE) return file->size;
    int64_t target;
    switch (whence & ~AVSEEK_FORCE) {
        case SEEK_SET: target = offset; break;
        case SEEK_CUR: target = file->position + offset; break;
        case SEEK_END: target = file->size + offset; break;
        default: return AVERROR(EINVAL);
    }
    if (target < 0) return AVERROR(EINVAL);
    file->position = target;
    return target;
}

static inline int photos_av_refuse(
    struct AVFormatContext *context, AVIOContext **input, const char *url, int flags, AVDictionary **options) {
    (void)context, (void)url, (void)flags, (void)options;
    *input = NULL;
    return AVERROR(EPERM);
}

static inline void photos_av_close(AVFormatContext *context) {
    AVIOContext *input = context->pb;
    avformat_close_input(&context);
    if (input != NULL) {
        free(input->opaque);
        av_freep(&input->buffer);
        avio_context_free(&input);
    }
}

/// Opens a movie of one named format.
///
/// Returns NULL and sets an error code on failure.
static inline AVFormatContext *photos_av_open(int descriptor, int64_t size, const char *format, int *error) {
    const int buffer_size = 32 * 1024;
    *error = AVERROR(ENOMEM);
    photos_av_file *file = calloc(1, sizeof *file);
    uint8_t *buffer = av_malloc(buffer_size);
    AVFormatContext *context = avformat_alloc_context();
    AVIOContext *input = NULL;
    if (file != NULL && buffer != NULL && context != NULL) {
        file->descriptor = descriptor;
        file->size = size;
        input = avio_alloc_context(buffer, buffer_size, 0, file, photos_av_read, NULL, photos_av_seek);
    }
    if (input == NULL) {
        free(file);
        av_free(buffer);
        avformat_free_context(context);
        return NULL;
    }
    context->pb = input;
    context->flags |= AVFMT_FLAG_CUSTOM_IO;
    context->io_open = photos_av_refuse;
    context->protocol_whitelist = av_strdup("");
    context->format_whitelist = av_strdup("mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,mpeg,mpegvideo,asf,flv,ogg,mp3,wav,aiff,caf,aac,flac,bmp_pipe,exr_pipe,j2k_pipe");
    const AVInputFormat *chosen = av_find_input_format(format);
    *error = chosen == NULL ? AVERROR_DEMUXER_NOT_FOUND : avformat_open_input(&context, NULL, chosen, NULL);
    if (*error < 0) {
        // A failed call frees the context, but not the objects made here.
        if (context != NULL) avformat_free_context(context);
        free(input->opaque);
        av_freep(&input->buffer);
        avio_context_free(&input);
        return NULL;
    }
    return context;
}

/// Returns the frames per second of a stream; 0 if it states none.
static inline double photos_av_frame_rate(const AVStream *stream) {
    return stream->avg_frame_rate.den > 0 ? av_q2d(stream->avg_frame_rate) : 0;
}

// Pictures

/// Returns the stream that a player would show; negative if there is none.
static inline int photos_av_picture_stream(AVFormatContext *context) {
    return av_find_best_stream(context, AVMEDIA_TYPE_VIDEO, -1, -1, NULL, 0);
}

/// Returns a decoder for a stream, which runs only on the calling thread.
///
/// Returns NULL and sets an error code if there is none.
static inline AVCodecContext *photos_av_decoder(const AVStream *stream, int *error) {
    const AVCodec *codec = avcodec_find_decoder(stream->codecpar->codec_id);
    *error = AVERROR_DECODER_NOT_FOUND;
    if (codec == NULL) return NULL;
    *error = AVERROR(ENOMEM);
    AVCodecContext *decoder = avcodec_alloc_context3(codec);
    if (decoder == NULL) return NULL;
    *error = avcodec_parameters_to_context(decoder, stream->codecpar);
    decoder->thread_count = 1;
    decoder->err_recognition = 0;
    // Linear light is converted for displays: the exposure does not change, and brighter values become white.
    if (codec->id == AV_CODEC_ID_EXR) av_opt_set(decoder->priv_data, "apply_trc", "iec61966_2_1", 0);
    if (*error >= 0) *error = avcodec_open2(decoder, codec, NULL);
    if (*error >= 0) return decoder;
    avcodec_free_context(&decoder);
    return NULL;
}

/// The amount that may be read and decoded until a picture is found.
typedef struct {
    int packets;
    int64_t bytes;
    int64_t pixels;
} photos_av_budget;

/// Reads the next packet of a stream.
///
/// Returns a negative code at the end, and AVERROR(EAGAIN) if the budget is used up.
static inline int photos_av_next_packet(
    AVFormatContext *context, int stream, photos_av_budget *budget, AVPacket *packet) {
    while (budget->packets > 0 && budget->bytes > 0) {
        int code = av_read_frame(context, packet);
        if (code < 0) return code;
        budget->packets--;
        budget->bytes -= packet->size;
        if (packet->stream_index == stream) return 0;
        av_packet_unref(packet);
    }
    return AVERROR(EAGAIN);
}

/// Returns whether the decoder found no damage in a frame.
static inline bool photos_av_is_whole(const AVFrame *frame) {
    return (frame->flags & AV_FRAME_FLAG_CORRUPT) == 0 && frame->decode_error_flags == 0;
}

/// Returns whether the two fields of a frame may be in separate packets.
static inline bool photos_av_has_fields(const AVCodecContext *decoder) {
    return decoder->codec_id == AV_CODEC_ID_H264;
}

/// Returns whether a packet may hold one field of a frame, whose other field is in the next packet.
///
/// Decoding the next packet costs as much as decoding the first, so complete frames go without it.
static inline bool photos_av_may_be_field(AVCodecContext *decoder, const AVPacket *packet) {
    if (!photos_av_has_fields(decoder)) return false;
    AVCodecParserContext *parser = av_parser_init(decoder->codec_id);
    if (parser == NULL) return true;
    parser->flags |= PARSER_FLAG_COMPLETE_FRAMES;
    uint8_t *parsed = NULL;
    int size = 0;
    av_parser_parse2(
        parser, decoder, &parsed, &size, packet->data, packet->size, packet->pts, packet->dts, packet->pos);
    bool is_frame = parser->picture_structure == AV_PICTURE_STRUCTURE_FRAME;
    av_parser_close(parser);
    return !is_frame;
}

/// Keeps a frame, and frees the frame that was kept before.
static inline void photos_av_keep(AVFrame **kept, AVFrame *frame) {
    if (*kept == NULL) *kept = av_frame_alloc();
    if (*kept == NULL) return;
    av_frame_unref(*kept);
    av_frame_move_ref(*kept, frame);
}

/// Decodes the first complete key frame.
///
/// If there is none, the first damaged key frame with a picture is used.
///
/// Returns NULL and sets an error code if no key frame can be decoded. The code is AVERROR_EOF if the stream has none,
/// AVERROR(EAGAIN) if the budget is used up, or the decoder's error.
static inline AVFrame *photos_av_key_frame(
    AVFormatContext *context, AVCodecContext *decoder, int stream, photos_av_budget *budget, int *error) {
    AVPacket *packet = av_packet_alloc();
    AVPacket *second = av_packet_alloc();
    AVFrame *frame = av_frame_alloc();
    AVFrame *kept = NULL;
    bool found = false;
    bool is_read = false;
    int failure = 0;
    *error = AVERROR(ENOMEM);
    while (packet != NULL && second != NULL && frame != NULL && !found && budget->pixels > 0) {
        if (!is_read) {
            *error = photos_av_next_packet(context, stream, budget, packet);
            if (*error < 0) break;
        }
        is_read = false;
        if (!(packet->flags & AV_PKT_FLAG_KEY)) {
            av_packet_unref(packet);
            continue;
        }
        int64_t place = packet->pos;
        bool may_be_field = photos_av_may_be_field(decoder, packet);
        int code = avcodec_send_packet(decoder, packet);
        av_packet_unref(packet);
        if (may_be_field && photos_av_next_packet(context, stream, budget, second) == 0) {
            // The packet is the other field, or belongs to the next frame, which is then discarded.
            is_read = (second->flags & AV_PKT_FLAG_KEY) != 0;
            if (!is_read && code >= 0) avcodec_send_packet(decoder, second);
            if (is_read) av_packet_move_ref(packet, second);
            av_packet_unref(second);
        }
        // The end is signalled, so that the decoder returns the frame without waiting for later ones.
        if (code >= 0) code = avcodec_send_packet(decoder, NULL);
        while (code >= 0 && !found) {
            code = avcodec_receive_frame(decoder, frame);
            if (code < 0) break;
            budget->pixels -= (int64_t)frame->width * frame->height;
            bool is_key = !photos_av_has_fields(decoder) || frame->key_frame
                || frame->pict_type == AV_PICTURE_TYPE_I || (place >= 0 && frame->pkt_pos == place);
            if (is_key && frame->width > 0 && frame->height > 0) {
                found = photos_av_is_whole(frame);
                if (found || kept == NULL) photos_av_keep(&kept, frame);
            }
            av_frame_unref(frame);
        }
        if (code < 0 && code != AVERROR_EOF) failure = code;
        // A damaged frame takes the decoder as long as a complete one.
        if (!found) budget->pixels -= (int64_t)decoder->width * decoder->height;
        avcodec_flush_buffers(decoder);
    }
    av_packet_free(&packet);
    av_packet_free(&second);
    av_frame_free(&frame);
    if (kept == NULL && budget->pixels <= 0) *error = AVERROR(EAGAIN);
    if (kept == NULL && failure < 0 && *error == AVERROR_EOF) *error = failure;
    return kept;
}

/// Decodes a stream from its beginning, as a player does, until a frame is complete.
///
/// Some streams become complete part by part. If no frame is complete, the first frame that needs no other frames is
/// used. Returns NULL and sets an error code as `photos_av_key_frame` does.
static inline AVFrame *photos_av_recovered_frame(
    AVFormatContext *context, AVCodecContext *decoder, int stream, photos_av_budget *budget, int *error) {
    AVPacket *packet = av_packet_alloc();
    AVFrame *frame = av_frame_alloc();
    AVFrame *kept = NULL;
    bool found = false;
    bool is_over = false;
    int failure = 0;
    int end = AVERROR(EAGAIN);
    decoder->flags |= AV_CODEC_FLAG_OUTPUT_CORRUPT;
    *error = AVERROR(ENOMEM);
    while (packet != NULL && frame != NULL && !found && !is_over) {
        int code = budget->pixels > 0 ? photos_av_next_packet(context, stream, budget, packet) : AVERROR(EAGAIN);
        is_over = code < 0;
        if (is_over) end = code;
        code = avcodec_send_packet(decoder, is_over ? NULL : packet);
        av_packet_unref(packet);
        if (code < 0) failure = code;
        if (code < 0) budget->pixels -= (int64_t)decoder->width * decoder->height;
        while (!found && (code = avcodec_receive_frame(decoder, frame)) >= 0) {
            budget->pixels -= (int64_t)frame->width * frame->height;
            if (frame->width > 0 && frame->height > 0) {
                found = photos_av_is_whole(frame);
                bool stands_alone = frame->pict_type == AV_PICTURE_TYPE_I && frame->decode_error_flags == 0;
                if (found || (stands_alone && kept == NULL)) photos_av_keep(&kept, frame);
            }
            av_frame_unref(frame);
        }
        if (code < 0 && code != AVERROR_EOF && code != AVERROR(EAGAIN)) failure = code;
    }
    if (kept == NULL && packet != NULL && frame != NULL) *error = end == AVERROR_EOF && failure < 0 ? failure : end;
    av_packet_free(&packet);
    av_frame_free(&frame);
    return kept;
}

/// Returns whether a movie is QuickTime or MPEG-4, which have edit lists and state the duration of each frame.
static inline bool photos_av_has_edits(const AVFormatContext *context) {
    return av_match_name("mov", context->iformat->name);
}

/// Returns the seconds of the movie's own clock at which the movie begins.
///
/// QuickTime and MPEG-4 begin at 0, where their edit lists put the first frame; streams begin at any time.
static inline double photos_av_beginning(const AVFormatContext *context) {
    return photos_av_has_edits(context) || context->start_time == AV_NOPTS_VALUE ? 0 : (double)context->start_time / AV_TIME_BASE;
}

/// The moment of a movie to decode a frame of, and how far from it the frame may begin, in seconds.
typedef struct {
    double seconds;
    double before;
    double after;
} photos_av_moment;

/// Decodes the first frame that begins within the tolerances of a moment, or else the one that is shown at the moment.
///
/// Before the first frame, the first one is shown, and after the end the last one. Decoding begins at the last key frame
/// before the moment. Sets the seconds at which the frame begins. Returns NULL and sets an error code as
/// `photos_av_key_frame` does.
static inline AVFrame *photos_av_moment_frame(
    AVFormatContext *context, AVCodecContext *decoder, int stream, photos_av_budget *budget, photos_av_moment moment,
    double *found_seconds, int *error) {
    const double beginning = photos_av_beginning(context);
    const AVRational base = context->streams[stream]->time_base;
    const double tick = av_q2d(base);
    const double slack = tick < 0.002 ? tick / 2 : 0.001;
    // Some formats are entered behind the wanted time, because they have no index. Then decoding begins earlier.
    const double starts[] = {moment.seconds, moment.seconds - 15, 0};
    const int most = sizeof starts / sizeof *starts;
    AVPacket *packet = av_packet_alloc();
    AVFrame *frame = av_frame_alloc();
    AVFrame *kept = NULL;
    double kept_end = 0;
    bool found = false;
    int failure = 0;
    int end = AVERROR(EAGAIN);
    *error = AVERROR(ENOMEM);
    for (int attempt = 0; attempt < most && packet != NULL && frame != NULL && !found; attempt++) {
        const double start = starts[attempt] > 0 ? starts[attempt] : 0;
        const int64_t stamp = (int64_t)((start + beginning) / tick);
        // A search by time in a short stream may end behind its first frames.
        const bool is_by_byte = start == 0 && (context->iformat->flags & AVFMT_TS_DISCONT) != 0;
        const int sought = is_by_byte ? av_seek_frame(context, -1, 0, AVSEEK_FLAG_BYTE)
                                      : av_seek_frame(context, stream, stamp, AVSEEK_FLAG_BACKWARD);
        // A format without seeking is read from its beginning.
        if (sought < 0 && attempt > 0) break;
        const bool is_first = sought < 0 || start == 0;
        avcodec_flush_buffers(decoder);
        bool is_over = false;
        bool is_late = false;
        while (!found && !is_over && !is_late) {
            int code = budget->pixels > 0 ? photos_av_next_packet(context, stream, budget, packet) : AVERROR(EAGAIN);
            is_over = code < 0;
            if (is_over) end = code;
            // Nobody sees frames long before the moment, and no frame needs those of the lowest rank.
            const bool is_far = !is_over && packet->pts != AV_NOPTS_VALUE
                && packet->pts * tick - beginning < moment.seconds - moment.before - 1;
            decoder->skip_frame = is_far ? AVDISCARD_NONREF : AVDISCARD_DEFAULT;
            code = avcodec_send_packet(decoder, is_over ? NULL : packet);
            av_packet_unref(packet);
            if (code < 0) failure = code;
            if (code < 0) budget->pixels -= (int64_t)decoder->width * decoder->height;
            while (!found && !is_late && (code = avcodec_receive_frame(decoder, frame)) >= 0) {
                budget->pixels -= (int64_t)frame->width * frame->height;
                const bool has_time = frame->best_effort_timestamp != AV_NOPTS_VALUE;
                // A product with the tick is rounded twice: 2250 ticks of 1/600 s would not be 3.75 s.
                const double own = (double)frame->best_effort_timestamp * base.num / base.den;
                // The last frames of some formats have no time: each follows the one before, and the first begins where it was sought.
                double seconds = has_time ? own - beginning : kept != NULL ? kept_end : start;
                if (seconds < 0) seconds = 0;
                if (frame->width > 0 && frame->height > 0) {
                    const bool is_behind = seconds > moment.seconds + slack;
                    const bool is_wanted = !is_behind || is_first || seconds - moment.seconds <= moment.after;
                    if (is_behind && kept != NULL) {
                        found = true;
                    } else if (is_wanted) {
                        const double kept_duration = frame->pkt_duration * tick;
                        photos_av_keep(&kept, frame);
                        *found_seconds = seconds;
                        kept_end = seconds + kept_duration;
                        found = is_behind || moment.seconds - seconds <= moment.before + slack;
                    } else {
                        is_late = true;
                    }
                }
                av_frame_unref(frame);
            }
            if (code < 0 && code != AVERROR_EOF && code != AVERROR(EAGAIN)) failure = code;
        }
        // The last frame is shown until the end. Without a budget, a later frame would have been the right one.
        if (is_over && kept != NULL && !found && end == AVERROR_EOF) {
            // A movie that states more frames than it has is cut off.
            const double stated = context->streams[stream]->duration * tick;
            const double wanted = moment.seconds < stated ? moment.seconds : stated;
            found = !photos_av_has_edits(context) || wanted - kept_end < 1;
            if (!found) failure = AVERROR_INVALIDDATA;
        }
        if (is_over && end != AVERROR_EOF) break;
    }
    if (!found && kept != NULL) av_frame_free(&kept);
    if (!found && packet != NULL && frame != NULL) *error = end == AVERROR_EOF && failure < 0 ? failure : end;
    av_packet_free(&packet);
    av_frame_free(&frame);
    return kept;
}

/// The error code for the end of a stream.
static const int photos_av_end = AVERROR_EOF;

/// The meaning of an error code of these libraries.
typedef enum {
    /// The file contradicts itself, or ends early.
    photos_av_damaged,
    /// No decoder here supports the file, or this variant of it.
    photos_av_unknown,
    photos_av_memory,
    photos_av_unreadable,
    /// The budget for reading and decoding was used up.
    photos_av_exhausted
} photos_av_meaning;

static inline photos_av_meaning photos_av_meaning_of(int code) {
    if (code == AVERROR_INVALIDDATA || code == AVERROR_EOF) return photos_av_damaged;
    if (code == AVERROR(ENOMEM)) return photos_av_memory;
    if (code == AVERROR(EIO)) return photos_av_unreadable;
    if (code == AVERROR(EAGAIN)) return photos_av_exhausted;
    return photos_av_unknown;
}

/// Writes the name of a stream's codec, or the four characters of a codec without a name.
static inline void photos_av_codec_name(const AVStream *stream, char *name, int length) {
    const AVCodecParameters *parameters = stream->codecpar;
    if (parameters->codec_id != AV_CODEC_ID_NONE) {
        av_strlcpy(name, avcodec_get_name(parameters->codec_id), (size_t)length);
    } else if (parameters->codec_tag != 0) {
        char tag[AV_FOURCC_MAX_STRING_SIZE];
        av_strlcpy(name, av_fourcc_make_string(tag, parameters->codec_tag), (size_t)length);
    } else {
        av_strlcpy(name, "a codec without a name", (size_t)length);
    }
}

/// Returns the width of a shown pixel divided by its height.
static inline double photos_av_pixel_aspect(AVFormatContext *context, AVStream *stream, AVFrame *frame) {
    AVRational aspect = av_guess_sample_aspect_ratio(context, stream, frame);
    return aspect.num > 0 && aspect.den > 0 ? av_q2d(aspect) : 1;
}

/// Returns the matrix that converts a frame to colours: the stated one, or the usual one for the frame's size.
static inline int photos_av_matrix(const AVFrame *frame) {
    switch (frame->colorspace) {
        case AVCOL_SPC_BT709: return SWS_CS_ITU709;
        case AVCOL_SPC_FCC: return SWS_CS_FCC;
        case AVCOL_SPC_BT470BG:
        case AVCOL_SPC_SMPTE170M: return SWS_CS_ITU601;
        case AVCOL_SPC_SMPTE240M: return SWS_CS_SMPTE240M;
        case AVCOL_SPC_BT2020_NCL:
        case AVCOL_SPC_BT2020_CL: return SWS_CS_BT2020;
        default: return frame->height >= 720 || frame->width >= 1280 ? SWS_CS_ITU709 : SWS_CS_ITU601;
    }
}

/// Returns the pixel format without the deprecated variants for full range, about which the scaler warns.
static inline enum AVPixelFormat photos_av_layout(const AVFrame *frame, bool *full_range) {
    *full_range = frame->color_range == AVCOL_RANGE_JPEG;
    switch (frame->format) {
        case AV_PIX_FMT_YUVJ420P: *full_range = true; return AV_PIX_FMT_YUV420P;
        case AV_PIX_FMT_YUVJ422P: *full_range = true; return AV_PIX_FMT_YUV422P;
        case AV_PIX_FMT_YUVJ444P: *full_range = true; return AV_PIX_FMT_YUV444P;
        case AV_PIX_FMT_YUVJ440P: *full_range = true; return AV_PIX_FMT_YUV440P;
        case AV_PIX_FMT_YUVJ411P: *full_range = true; return AV_PIX_FMT_YUV411P;
        default: return frame->format;
    }
}

/// Scales a frame to pixels of red, green and blue, and of alpha if the frame has it and `bands` is 4.
///
/// Rows are `stride` bytes apart, a multiple of 32. Returns a negative code on failure.
static inline int photos_av_pixels(const AVFrame *frame, int width, int height, int bands, uint8_t *pixels, int stride) {
    bool full_range = false;
    enum AVPixelFormat layout = photos_av_layout(frame, &full_range);
    struct SwsContext *scaler = sws_getContext(
        frame->width, frame->height, layout, width, height, bands == 4 ? AV_PIX_FMT_RGBA : AV_PIX_FMT_RGB24,
        (width < frame->width ? SWS_AREA : SWS_BICUBIC) | SWS_ACCURATE_RND, NULL, NULL, NULL);
    if (scaler == NULL) return AVERROR(EINVAL);
    // The scaler converts floating-point RGB to YUV and back. Both conversions must use the same matrix and range.
    const AVPixFmtDescriptor *description = av_pix_fmt_desc_get(layout);
    const bool is_rgb = description != NULL && (description->flags & AV_PIX_FMT_FLAG_RGB) != 0;
    if (is_rgb) full_range = true;
    const int *matrix = sws_getCoefficients(is_rgb ? SWS_CS_ITU709 : photos_av_matrix(frame));
    sws_setColorspaceDetails(scaler, matrix, full_range, sws_getCoefficients(SWS_CS_ITU709), 1, 0, 1 << 16, 1 << 16);
    uint8_t *const planes[4] = {pixels, NULL, NULL, NULL};
    const int strides[4] = {stride, 0, 0, 0};
    int rows = sws_scale(scaler, (const uint8_t *const *)frame->data, frame->linesize, 0, frame->height, planes, strides);
    sws_freeContext(scaler);
    return rows == height ? 0 : AVERROR_EXTERNAL;
}

/// Returns whether a frame has an alpha channel.
static inline bool photos_av_has_alpha(const AVFrame *frame) {
    const AVPixFmtDescriptor *layout = av_pix_fmt_desc_get(frame->format);
    return layout != NULL && (layout->flags & AV_PIX_FMT_FLAG_ALPHA) != 0;
}
