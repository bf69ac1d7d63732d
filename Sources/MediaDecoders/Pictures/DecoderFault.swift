import CHeif
import CVips
import Foundation
import PhotosMedia
import WorkerService

/// Converts a message of libvips, or of a decoder that it uses, to an error.
///
/// A decoder that refuses a file does not know whether the file is damaged or of an unsupported kind. The file counts
/// as damaged if the decoder found a premature end or a wrong checksum. ``explained(_:_:_:)`` adds the evidence in the
/// header.
enum DecoderFault {
    static func error(_ text: String) -> MediaFileError {
        let line = PlainText.line(text)
        func says(_ marks: [String]) -> Bool {
            marks.contains { text.range(of: $0, options: .caseInsensitive) != nil }
        }
        if says(memoryErrors) { return MediaFileError(.memory, named(line)) }
        if says(["VipsOperation: class"]) { return MediaFileError(.unsupported, named(line)) }
        return MediaFileError(says(damages) ? .damaged : .noDecoder, named(line))
    }

    /// Returns the decoder's error, or the header's evidence if the file is cut off.
    static func explained(
        _ error: MediaFileError,
        _ header: MediaHeader,
        _ source: some ByteSource
    ) -> MediaFileError {
        guard error.code == .noDecoder || error.code == .damaged else { return error }
        var reader = BoundedReader(source)
        guard let suspicion = FileEnd.suspicion(about: header, movie: header.movie, from: &reader)
        else {
            return error
        }
        return MediaFileError(.damaged, suspicion)
    }

    /// Whether libheif refused the file.
    ///
    /// If libheif gets no more memory, it does not give that as the reason.
    static func isOfHEIF(_ error: MediaFileError) -> Bool { error.reason.hasPrefix(libheif) }

    private static let libheif = "libheif "

    /// The messages of libvips and its decoders if the system gives no more memory.
    private static let memoryErrors = ["out of memory", "memory allocation", "unable to allocate"]

    /// The messages for files that lack a part, or whose content was changed after it was written.
    private static let damages = [
        "crc error", "premature end", "unexpected end", "end of file", "end of stream",
        "truncated", "not enough data", "incorrect data check",
    ]

    /// Returns the message, preceded by the name and version of the library it comes from.
    private static func named(_ line: String) -> String {
        let vips = "libvips " + String(cString: vips_version_string())
        let parts = line.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, !parts[0].contains(" ") else { return "\(vips): \(line)" }
        let rest = String(parts[1]).trimmingBlanks()
        let domain = parts[0].lowercased()
        if domain.hasPrefix("heif") {
            return "\(libheif)\(String(cString: heif_get_version())): \(rest)"
        }
        let libraries = [
            "jp2k": "OpenJPEG", "jxl": "libjxl", "webp": "libwebp", "png": "libpng",
            "jpeg": "libjpeg", "tiff": "libtiff", "gif": "libnsgif",
        ]
        let library = libraries.first { domain.hasPrefix($0.key) || domain == "vips\($0.key)" }
        return "\(library?.value ?? domain) of \(vips): \(rest)"
    }
}
