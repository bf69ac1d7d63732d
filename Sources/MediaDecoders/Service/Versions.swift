import CArchive
import CExiv2
import CHeif
import CLibAV
import CRaw
import CVips
import PhotosMedia

/// The versions of this program and its decoders, for bug reports.
///
/// The loaded libraries state them, which may be others than those at the time of the build.
enum Versions {
    static func all() -> [String: String] {
        [
            WorkerProgram.decodersName: WorkerProgram.version,
            "picture decoding": "\(PictureDecoding.version)",
            "FFmpeg": String(cString: av_version_info()),
            "libavformat": parts(avformat_version()),
            "libavcodec": parts(avcodec_version()),
            "libavutil": parts(avutil_version()),
            "libswresample": parts(swresample_version()),
            "H.264 encoder": photos_av_has_picture_encoder() ? "libx264" : "missing",
            "libvips": String(cString: vips_version_string()),
            "exiv2": String(cString: photos_exiv2_version()),
            "libheif": String(cString: heif_get_version()),
            "LibRaw": String(cString: photos_raw_version()),
            "libarchive": archive,
        ]
    }

    /// The version of libarchive, whose function puts the name before it.
    private static var archive: String {
        let text = String(cString: archive_version_string())
        return text.split(separator: " ").last.map(String.init) ?? text
    }

    private static func parts(_ version: UInt32) -> String {
        "\(version >> 16).\(version >> 8 & 0xFF).\(version & 0xFF)"
    }
}
