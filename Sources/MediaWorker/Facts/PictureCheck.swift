import CVips
import PhotosMedia

/// Asks libvips to decode a picture whose end makes its header's reader suspicious.
enum PictureCheck {
    /// The loaders of these types are tested against hostile files by their authors; others stay shut.
    private static let checked: Set<MediaType> = [.jpeg, .png, .webp, .heic, .avif]

    /// More pixels take longer than a file may take.
    private static let maximumPixels = 120_000_000

    /// What is wrong and who found it; nil where the decoder finds the picture whole.
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
        defer { vips_error_clear() }
        // A build of the library without a loader for the format has no opinion of it.
        guard vips_foreign_find_load_buffer(file.bytes.baseAddress, file.bytes.count) != nil else {
            return unconfirmed
        }
        guard photos_vips_decode(file.bytes.baseAddress, file.bytes.count) != 0 else { return nil }
        return "libvips: " + PlainText.line(String(cString: vips_error_buffer()))
    }
}
