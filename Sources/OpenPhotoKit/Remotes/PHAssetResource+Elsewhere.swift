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

extension PHPhotoLibrary {
    /// Returns which of these photos and videos have a file that is not on this disk, but in a remote.
    ///
    /// Files that stay in sources do not count.
    ///
    /// - Parameter assets: Assets of this library.
    /// - Returns: Local identifiers.
    /// - Throws: `PHPhotosError` when the library cannot be read.
    public func assetsElsewhere(among assets: [PHAsset]) throws -> Set<String> {
        let rows = assets.compactMap { asset in asset.source.map { ($0.row, asset.localIdentifier) }
        }
        let elsewhere = try withRemotes { try $0.assetsElsewhere(among: rows.map(\.0)) }
        return Set(rows.filter { elsewhere.contains($0.0) }.map(\.1))
    }
}
