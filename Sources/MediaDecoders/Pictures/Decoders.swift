import CExiv2
import CVips
import PhotosMedia

/// The decoding libraries.
enum Decoders {
    /// Whether libvips was started.
    static let hasVips: Bool = {
        photos_vips_settle()
        guard vips_init(WorkerProgram.name) == 0 else { return false }
        vips_block_untrusted_set(1)
        // libvips's authors do not consider these loaders tested enough. The sandbox contains the damage that they can
        // do.
        for loader in ["Jxl", "Jp2k", "Rad"] {
            vips_operation_block_set("VipsForeignLoad" + loader, 0)
        }
        vips_concurrency_set(1)
        vips_cache_set_max(0)
        return true
    }()

    /// Starts the libraries, which load parts of themselves from files.
    ///
    /// Call this function before the first file is read, and before the sandbox is set up.
    static func prepare() {
        _ = hasVips
        photos_exiv2_prepare()
    }
}
