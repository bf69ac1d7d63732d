public import Photos
import PhotosStore

extension PHAssetResource {
    /// Whether the file is not on this disk, but in a remote of the library.
    ///
    /// `PHPhotoLibrary.fetchFiles(of:progress:)` brings it back. False for files that stay in sources, and where the library
    /// cannot be read.
    public var isElsewhere: Bool {
        guard let record, let store = try? library?.store() else { return false }
        return (try? store.elsewhere([record]))?.isEmpty == false
    }
}
