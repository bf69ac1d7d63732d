import Foundation
import PhotosStore

/// The file of a video asset.
struct VideoFile: Sendable {
    /// The queue on which handlers of video requests are called.
    static let queue = CallQueue("OpenPhotoKit videos")

    var url: URL
    /// The library, which must stay open as long as the file is used.
    var library: PHPhotoLibrary?

    /// Finds the file, and throws unless it can be opened.
    init(_ asset: PHAsset, _ version: PHVideoRequestOptionsVersion) throws {
        let (resources, library) = try asset.files()
        guard let resource = ResourceChoice.video(version, of: resources) else {
            throw PHPhotosError(
                .requestNotSupportedForAsset,
                "The asset is not a video. Ask for an image of it, or for a Live Photo."
            )
        }
        url = try library.openingFiles(of: [resource]) {
            try library.originals.clientFile(of: resource)
        }
        self.library = asset.source?.library
    }
}
