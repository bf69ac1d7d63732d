import CExiv2
import CHeif
import CLibAV
import CVips
import PhotosMedia

/// The versions of this program and its decoders, for bug reports.
enum Versions {
    static func all() -> [String: String] {
        [
            WorkerProgram.decodersName: WorkerProgram.version,
            "picture decoding": "\(PictureDecoding.version)",
            "libavformat": parts(avformat_version()),
            "libavcodec": parts(avcodec_version()),
            "libavutil": parts(avutil_version()),
            "libvips": String(cString: vips_version_string()),
            "exiv2": String(cString: photos_exiv2_version()),
            "libheif": String(cString: heif_get_version()),
        ]
    }

    private static func parts(_ version: UInt32) -> String {
        "\(version >> 16).\(version >> 8 & 0xFF).\(version & 0xFF)"
    }
}
