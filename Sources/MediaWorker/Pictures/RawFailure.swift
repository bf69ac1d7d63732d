import CRaw
import PhotosMedia

/// Why LibRaw makes no picture of a file: damage, memory, or a camera or compression that it does not know.
enum RawFailure {
    private static let version: String = {
        // The kind of release stands behind the number.
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

    /// An error of a file whose header tells more than LibRaw does.
    static func explained(_ error: MediaFileError, _ header: MediaHeader) -> MediaFileError {
        guard error.code != .memory, header.type == .dng else { return error }
        switch header.raw.compression {
        // GoPro's GPR is a DNG of this kind, whose decoder LibRaw does not bring.
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
