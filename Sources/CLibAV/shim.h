#pragma once
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <stdlib.h>
#include <unistd.h>

// A movie is read from a descriptor by functions of our own: the library is given no name to open, so that no
// movie can lead it to another file or to the network.

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

/// Opens a movie of one named format and no other. NULL, and an error code, where that fails.
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
    context->format_whitelist = av_strdup("mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,mp3,wav,aiff,caf,aac,flac");
    const AVInputFormat *chosen = av_find_input_format(format);
    *error = chosen == NULL ? AVERROR_DEMUXER_NOT_FOUND : avformat_open_input(&context, NULL, chosen, NULL);
    if (*error < 0) {
        // A failed opening frees the context and leaves what is ours.
        if (context != NULL) avformat_free_context(context);
        free(input->opaque);
        av_freep(&input->buffer);
        avio_context_free(&input);
        return NULL;
    }
    return context;
}

/// Frames per second of a stream, 0 where it does not say.
static inline double photos_av_frame_rate(const AVStream *stream) {
    return stream->avg_frame_rate.den > 0 ? av_q2d(stream->avg_frame_rate) : 0;
}
