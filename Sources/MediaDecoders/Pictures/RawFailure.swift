import CRaw
import PhotosMedia
import WorkerService

/// Converts LibRaw's errors: damage, memory, or an unknown camera or compression.
enum RawFailure {
    private static let version: String = {
        // The kind of release follows the number.
        let text = String(cString: photos_raw_version())
        return "LibRaw " + text.prefix { $0 != "-" }
    }()

    static func error(_ code: Int32) -> MediaFileError {
        switch LibRaw_errors(code) {
        case LIBRAW_UNSUFFICIENT_MEMORY, LIBRAW_TOO_BIG, LIBRAW_MEMPOOL_OVERFLOW:
            return MediaFileError(.memory, words(code))
        case LIBRAW_DATA_ERROR, LIBRAW_IO_ERROR, LIBRAW_BAD_CROP, LIBRAW_INPUT_CLOSED,
            LIBRAW_CANCELLED_BY_CALLBACK:
            return MediaFileError(.damaged, words(code))
        default:
            return MediaFileError(
                .noDecoder,
                "\(version) does not know this camera or compression"
            )
        }
    }

    /// Returns a more precise error, if the header explains why LibRaw failed.
    static func explained(_ error: MediaFileError, _ header: MediaHeader) -> MediaFileError {
        guard error.code != .memory, header.type == .dng else { return error }
        switch header.raw.compression {
        // GoPro's GPR is a DNG with this compression, for which LibRaw has no decoder.
        case 9:
            return MediaFileError(
                .noDecoder,
                "GPR's VC-5 compression is not supported by \(version)"
            )
        case 52_546:
            return MediaFileError(.noDecoder, "JPEG XL in DNG is not supported by \(version)")
        default: return error
        }
    }

    private static func words(_ code: Int32) -> String {
        let text = libraw_strerror(code).map { String(cString: $0) } ?? "error \(code)"
        return "LibRaw: " + PlainText.line(text)
    }
}
