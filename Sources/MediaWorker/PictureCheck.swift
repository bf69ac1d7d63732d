import CVips
import PhotosMedia

/// Asks libvips whether it would decode a picture: its header must make sense to a decoder too.
enum PictureCheck {
    /// The loaders of these types are tested against hostile files by their authors; others stay shut.
    private static let checked: Set<MediaType> = [.jpeg, .png, .webp, .gif, .tiff, .heic, .avif]

    private static let isReady: Bool = {
        guard vips_init(WorkerProgram.name) == 0 else { return false }
        vips_block_untrusted_set(1)
        vips_concurrency_set(1)
        vips_cache_set_max(0)
        return true
    }()

    static func check(_ file: MappedFile, type: MediaType) throws {
        guard checked.contains(type), isReady else { return }
        defer { vips_error_clear() }
        // A build of the library without a loader for the format has no opinion of it.
        guard vips_foreign_find_load_buffer(file.bytes.baseAddress, file.bytes.count) != nil else {
            return
        }
        guard let image = photos_vips_open(file.bytes.baseAddress, file.bytes.count) else {
            let message = String(cString: vips_error_buffer())
            throw MediaFileError(.damaged, PlainText.line(message))
        }
        g_object_unref(image)
    }
}
