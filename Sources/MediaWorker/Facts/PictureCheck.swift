import CVips
import PhotosMedia

/// Decodes a picture with libvips if its end makes the header reader suspicious.
enum PictureCheck {
    /// The types whose loaders are tested against hostile files by their authors.
    ///
    /// Other loaders are not used here.
    private static let checked: Set<MediaType> = [.jpeg, .png, .webp, .heic, .avif]

    /// The largest number of pixels that can be decoded within the time limit.
    private static let maximumPixels = 120_000_000

    /// Returns the damage and the tool that found it; nil if the decoder finds the picture complete.
    static func damage(
        _ descriptor: Int32,
        _ byteCount: Int64,
        _ header: MediaHeader,
        _ suspicion: String
    ) -> String? {
        let unconfirmed = "header: " + suspicion
        guard checked.contains(header.type), Decoders.hasVips,
            header.storedWidth * header.storedHeight <= maximumPixels,
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
