import CVips
import PhotosMedia
import WorkerService

/// Decodes a picture with libvips if its end makes the header reader suspicious.
enum PictureCheck {
    /// Returns the damage and the tool that found it; nil if the decoder finds the picture complete.
    static func damage(
        of descriptor: Int32,
        byteCount: Int64,
        suspicion: String
    ) -> String? {
        let unconfirmed = "header: " + suspicion
        guard Decoders.hasVips,
            let file = try? MappedFile(descriptor: descriptor, byteCount: byteCount)
        else { return unconfirmed }
        // A decoder that shows a damaged file leaves what it found wrong, which is none of this file's.
        vips_error_clear()
        defer { vips_error_clear() }
        // A build of libvips without a loader for the format cannot confirm the damage.
        guard vips_foreign_find_load_buffer(file.bytes.baseAddress, file.bytes.count) != nil else {
            return unconfirmed
        }
        guard photos_vips_decode(file.bytes.baseAddress, file.bytes.count) != 0 else { return nil }
        return "libvips: " + PlainText.line(String(cString: vips_error_buffer()))
    }
}
