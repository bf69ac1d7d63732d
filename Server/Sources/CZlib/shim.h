#ifndef CZLIB_SHIM_H
#define CZLIB_SHIM_H

#include <zlib.h>

/// Begins a compressed stream in the form of gzip, which `deflateInit2` as a macro cannot do from Swift.
///
/// Returns 0, or an error of zlib.
static inline int photos_begin_gzip(z_stream *stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}

#endif
