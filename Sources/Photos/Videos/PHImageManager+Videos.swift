import Dispatch
import Foundation
import PhotosStore

/// The file of a video asset.
struct VideoFile: Sendable {
    /// Where handlers of video requests are called.
    static let queue = DispatchQueue(label: "OpenPhotoKit videos")

    var url: URL

    /// Finds the file and sees that it can be opened.
    init(_ asset: PHAsset, _ version: PHVideoRequestOptionsVersion) throws {
        let (resources, library) = try asset.files()
        guard let resource = ResourceChoice.video(version, of: resources) else {
            throw PHPhotosError(
                .requestNotSupportedForAsset,
                "The asset is no video. Ask for an image of it, or for a Live Photo."
            )
        }
        url = try library.readableFile(of: resource)
    }
}

extension Library {
    /// Where a file stands that is there and can be read.
    func readableFile(of resource: ResourceRecord) throws -> URL {
        let url = try url(of: resource)
        guard FileManager.default.fileExists(atPath: url.path) else { throw absence(of: resource) }
        guard FileManager.default.isReadableFile(atPath: url.path) else {
            throw StoreError(
                .readOnly,
                "\(resource.filename ?? "A file of the asset") must not be read by this program. Check its permissions."
            )
        }
        return url
    }
}
