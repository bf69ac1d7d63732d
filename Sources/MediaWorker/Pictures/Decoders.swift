import CVips
import PhotosMedia

/// The libraries that decode.
enum Decoders {
    /// Whether libvips started.
    static let hasVips: Bool = {
        photos_vips_settle()
        guard vips_init(WorkerProgram.name) == 0 else { return false }
        vips_block_untrusted_set(1)
        // Their authors do not call these tested well enough yet. Behind walls they hurt nobody.
        for loader in ["Jxl", "Jp2k", "Rad"] {
            vips_operation_block_set("VipsForeignLoad" + loader, 0)
        }
        vips_concurrency_set(1)
        vips_cache_set_max(0)
        return true
    }()

    /// Starts the libraries, which load parts of themselves from files: before the first file is read, and before
    /// the walls go up.
    static func prepare() {
        _ = hasVips
    }
}
