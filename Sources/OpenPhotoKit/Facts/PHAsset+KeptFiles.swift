public import Photos
import PhotosStore

extension PHAsset {
    /// A file of another program that came in beside a photo, such as a sidecar, and that the library keeps.
    public struct KeptFile: Hashable, Sendable {
        /// The name with which the file came in.
        ///
        /// A sidecar of a photo that was merged into this one has `.merged` at its end, and a name that another file has already
        /// gets a number. One that a backup has kept, and whose words the photo does not have any more, has `.earlier` at its end.
        public let filename: String
        /// The size in bytes.
        public let byteCount: Int64
    }

    /// The files of other programs that came in beside the photo, in that order; empty for an asset without a library.
    ///
    /// Files that stay in a source are not among them, nor those that later ones of their name replaced. Each call reads the
    /// library.
    public var keptFiles: [KeptFile] {
        guard let source else { return [] }
        return source.library.read(orElse: []) { library in
            try library.originals.keptFiles(ofAssets: [source.row])[source.row, default: []].map {
                KeptFile(filename: $0.filename, byteCount: $0.byteCount)
            }
        }
    }
}
