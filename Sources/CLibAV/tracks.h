#pragma once
#include "shim.h"
#include <math.h>
#include <sys/stat.h>

// Reading one stream of a movie frame by frame, from any moment on.

/// What identifies a file and its present content.
typedef struct {
    int64_t device, number, size, seconds, nanoseconds;
} photos_av_identity;

/// Reads what identifies an open file. Returns whether that succeeded.
static inline bool photos_av_identify(int descriptor, photos_av_identity *identity) {
    struct stat facts;
    if (fstat(descriptor, &facts) != 0) return false;
    identity->device = (int64_t)facts.st_dev;
    identity->number = (int64_t)facts.st_ino;
    identity->size = facts.st_size;
    identity->seconds = facts.st_mtim.tv_sec;
    identity->nanoseconds = facts.st_mtim.tv_nsec;
    return true;
}

/// One stream of a movie with its decoder and its place.
typedef struct {
    AVFormatContext *context;
    AVCodecContext *decoder;
    int stream;
    /// The seconds of the movie's own clock at which the movie begins.
    double beginning;
    AVPacket *packet;
    /// Whether the last packet was decoded.
    bool is_over;
    /// What may still be read and decoded.
    photos_av_budget budget;
} photos_av_track;

static inline void photos_av_close_track(photos_av_track *track) {
    if (track->decoder != NULL) avcodec_free_context(&track->decoder);
    if (track->packet != NULL) av_packet_free(&track->packet);
    if (track->context != NULL) photos_av_close(track->context);
    track->context = NULL;
}

/// Opens the stream of pictures or of sound that a player would play; the other streams are not read.
///
/// Streams other than QuickTime and MPEG-4 state their codecs only in their content. Returns a negative code on failure,
/// and AVERROR_STREAM_NOT_FOUND if there is no such stream.
static inline int photos_av_open_track(
    photos_av_track *track, int descriptor, int64_t size, const char *format, bool is_sound) {
    int code = 0;
    track->context = photos_av_open(descriptor, size, format, &code);
    if (track->context == NULL) return code;
    if (!photos_av_has_edits(track->context)) {
        code = avformat_find_stream_info(track->context, NULL);
        if (code < 0) return code;
    }
    const enum AVMediaType kind = is_sound ? AVMEDIA_TYPE_AUDIO : AVMEDIA_TYPE_VIDEO;
    track->stream = av_find_best_stream(track->context, kind, -1, -1, NULL, 0);
    if (track->stream < 0) return track->stream;
    AVStream *stream = track->context->streams[track->stream];
    // The cover of a sound is no movie.
    if (!is_sound && (stream->disposition & AV_DISPOSITION_ATTACHED_PIC)) return AVERROR_STREAM_NOT_FOUND;
    for (unsigned index = 0; index < track->context->nb_streams; index++) {
        if ((int)index != track->stream) track->context->streams[index]->discard = AVDISCARD_ALL;
    }
    track->beginning = photos_av_beginning(track->context);
    track->packet = av_packet_alloc();
    if (track->packet == NULL) return AVERROR(ENOMEM);
    const AVCodec *codec = avcodec_find_decoder(stream->codecpar->codec_id);
    if (codec == NULL) return AVERROR_DECODER_NOT_FOUND;
    track->decoder = avcodec_alloc_context3(codec);
    if (track->decoder == NULL) return AVERROR(ENOMEM);
    code = avcodec_parameters_to_context(track->decoder, stream->codecpar);
    if (code < 0) return code;
    track->decoder->pkt_timebase = stream->time_base;
    // Two threads decode ahead of the encoder; more would need more memory than the sandbox grants.
    track->decoder->thread_count = is_sound ? 1 : 2;
    return avcodec_open2(track->decoder, codec, NULL);
}

/// Enters a stream at or before a moment, in seconds from the movie's beginning.
///
/// Some formats are entered behind the wanted time, because they have no index, or because pictures are shown before the
/// key frame that precedes them. Each further attempt begins earlier. Returns 0 if there is no further attempt, 1 if the
/// stream was entered somewhere, and 2 if it was entered at its first packet.
static inline int photos_av_seek_track(photos_av_track *track, double seconds, int attempt) {
    const double before[] = {0, 2, 15, INFINITY};
    if (attempt >= (int)(sizeof before / sizeof *before)) return 0;
    const double start = seconds > before[attempt] ? seconds - before[attempt] : 0;
    const double tick = av_q2d(track->context->streams[track->stream]->time_base);
    const bool is_by_byte = start == 0 && (track->context->iformat->flags & AVFMT_TS_DISCONT) != 0;
    const int64_t stamp = (int64_t)((start + track->beginning) / tick);
    int sought = is_by_byte ? av_seek_frame(track->context, -1, 0, AVSEEK_FLAG_BYTE)
                            : av_seek_frame(track->context, track->stream, stamp, AVSEEK_FLAG_BACKWARD);
    // A format without an index of times is entered at its first byte, and else read on.
    if (sought < 0) sought = av_seek_frame(track->context, -1, 0, AVSEEK_FLAG_BYTE);
    avcodec_flush_buffers(track->decoder);
    track->is_over = false;
    return sought < 0 || start == 0 ? 2 : 1;
}

/// Returns a frame's beginning in ticks of 1/`rate` s since the movie's beginning; INT64_MIN if the frame has no time.
static inline int64_t photos_av_frame_begin(const photos_av_track *track, const AVFrame *frame, int rate) {
    if (frame->best_effort_timestamp == AV_NOPTS_VALUE) return INT64_MIN;
    const AVRational base = track->context->streams[track->stream]->time_base;
    const double seconds = (double)frame->best_effort_timestamp * base.num / base.den - track->beginning;
    return fabs(seconds) < 1e9 ? llround(seconds * rate) : INT64_MIN;
}

/// Decodes the next frame.
///
/// Before `needed`, in seconds from the movie's beginning, frames that no other one needs are left out. Returns AVERROR_EOF
/// at the end, and AVERROR(EAGAIN) if the budget is used up.
static inline int photos_av_next_frame(photos_av_track *track, AVFrame *frame, double needed) {
    const double tick = av_q2d(track->context->streams[track->stream]->time_base);
    const bool is_video = track->decoder->codec_type == AVMEDIA_TYPE_VIDEO;
    for (;;) {
        int code = avcodec_receive_frame(track->decoder, frame);
        if (code >= 0) {
            track->budget.pixels -= (int64_t)frame->width * frame->height;
            const bool is_usable = is_video ? frame->width > 0 && frame->height > 0 : frame->nb_samples > 0;
            if (is_usable) return 0;
            av_frame_unref(frame);
            continue;
        }
        if (code == AVERROR_EOF || track->is_over) return AVERROR_EOF;
        if (track->budget.pixels <= 0) return AVERROR(EAGAIN);
        code = photos_av_next_packet(track->context, track->stream, &track->budget, track->packet);
        if (code == AVERROR(EAGAIN)) return code;
        track->is_over = code < 0;
        if (is_video) {
            const bool is_far = !track->is_over && track->packet->pts != AV_NOPTS_VALUE
                && track->packet->pts * tick - track->beginning < needed - 1;
            track->decoder->skip_frame = is_far ? AVDISCARD_NONREF : AVDISCARD_DEFAULT;
        }
        code = avcodec_send_packet(track->decoder, track->is_over ? NULL : track->packet);
        av_packet_unref(track->packet);
        // A damaged frame takes the decoder as long as a complete one.
        if (code < 0) track->budget.pixels -= (int64_t)track->decoder->width * track->decoder->height + 1024;
    }
}

/// Returns the seconds after the movie's beginning at which the last packet of a stream ends; negative if none is found.
///
/// The packets are looked at, not what the header says of them. The last one is believed to be shown up to a minute.
/// `latest` is the time from which the search begins.
static inline double photos_av_last_end(photos_av_track *track, double latest) {
    AVStream *stream = track->context->streams[track->stream];
    const double tick = av_q2d(stream->time_base);
    const int count = avformat_index_get_entries_count(stream);
    double end = -1;
    if (photos_av_has_edits(track->context) && count > 0) {
        // The index lists each packet in the order of decoding, so the last shown one is among the last entries.
        const double stated = stream->duration > 0 ? stream->duration * tick : INFINITY;
        const double last = avformat_index_get_entry(stream, count - 1)->timestamp * tick;
        const double rate = photos_av_frame_rate(stream);
        const double shown = last + (rate > 0.1 ? 1 / rate : 0.1);
        const double begin = (stream->start_time != AV_NOPTS_VALUE ? stream->start_time : 0) * tick;
        // A movie in fragments has an index of the first ones alone, and a header may state anything.
        if (begin + stated <= shown + 60) return begin + stated;
    }
    for (int attempt = 0; attempt < 4 && end < 0; attempt++) {
        const int entered = photos_av_seek_track(track, latest, attempt);
        if (entered == 0) break;
        while (photos_av_next_packet(track->context, track->stream, &track->budget, track->packet) >= 0) {
            const AVPacket *packet = track->packet;
            const int64_t stamp = packet->pts != AV_NOPTS_VALUE ? packet->pts : packet->dts;
            const double length = packet->duration > 0 ? packet->duration * tick : 0.04;
            if (stamp != AV_NOPTS_VALUE) end = fmax(end, stamp * tick - track->beginning + fmin(length, 60));
            av_packet_unref(track->packet);
        }
    }
    return end;
}

/// Returns the frames per second that a stream states; 0 if it states none.
static inline double photos_av_usual_rate(const photos_av_track *track) {
    const AVStream *stream = track->context->streams[track->stream];
    const double average = photos_av_frame_rate(stream);
    return average > 0 ? average : stream->r_frame_rate.den > 0 ? av_q2d(stream->r_frame_rate) : 0;
}

/// Returns the seconds that the header states; negative if it states none.
static inline double photos_av_stated_duration(const photos_av_track *track) {
    const int64_t duration = track->context->duration;
    return duration > 0 ? (double)duration / AV_TIME_BASE : -1;
}

/// The error code of a decoder or encoder that needs more input.
static const int photos_av_again = AVERROR(EAGAIN);

/// The error code of a movie without a stream of the wanted kind.
static const int photos_av_no_stream = AVERROR_STREAM_NOT_FOUND;
