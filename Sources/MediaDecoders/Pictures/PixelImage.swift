import CVips
import Foundation
import PhotosMedia

/// A picture of libvips: usually a pipeline, whose pixels are computed when they are needed.
final class PixelImage {
    typealias Pointer = UnsafeMutablePointer<VipsImage>

    let pointer: Pointer
    /// The owner of the memory that the pixels are read from.
    private let source: AnyObject?

    /// Takes ownership of the result of a libvips function.
    ///
    /// - Throws: `MediaFileError` with libvips's message if there is no result.
    init(_ made: Pointer?, source: AnyObject?) throws(MediaFileError) {
        guard let made else { throw Self.error() }
        pointer = made
        self.source = source
    }

    deinit { g_object_unref(pointer) }

    var size: PixelSize {
        PixelSize(width: Int(pointer.pointee.Xsize), height: Int(pointer.pointee.Ysize))
    }

    var bands: Int { Int(pointer.pointee.Bands) }
    var hasAlpha: Bool { vips_image_hasalpha(pointer) != 0 }
    var format: VipsBandFormat { pointer.pointee.BandFmt }
    var interpretation: VipsInterpretation { vips_image_guess_interpretation(pointer) }

    /// Returns the picture that one more step makes.
    func then(_ step: (Pointer) -> Pointer?) throws(MediaFileError) -> PixelImage {
        try PixelImage(step(pointer), source: source)
    }

    /// Returns the same picture with its pixels computed and in memory.
    func computed() throws(MediaFileError) -> PixelImage {
        try PixelImage(vips_image_copy_memory(pointer), source: source)
    }

    /// Calls `body` with the pixels, which are computed if necessary.
    func withPixels<Result>(
        _ body: (UnsafeRawBufferPointer) -> Result
    ) throws(MediaFileError) -> Result {
        guard vips_image_wio_input(pointer) == 0,
            let start = vips_image_get_data(pointer)
        else { throw Self.error() }
        let count = size.width * size.height * bands * Int(vips_format_sizeof(format))
        return body(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// Returns the error from libvips's message, usually that libvips or a decoder refuses the file.
    static func error() -> MediaFileError {
        defer { vips_error_clear() }
        return DecoderFault.error(reason(String(cString: vips_error_buffer())))
    }

    /// Returns libvips's message without lines that it writes for each refused HEIF.
    ///
    /// libvips writes these lines when it seeks beyond the end to find the file's size.
    private static func reason(_ text: String) -> String {
        let lines = text.split(whereSeparator: \.isNewline)
        let reasons = lines.filter { !$0.hasPrefix("source: bad seek") }
        return (reasons.isEmpty ? lines : reasons).joined(separator: "\n")
    }
}
