public import Photos
import PhotosStore

extension PHAssetResource {
    /// Whether the file is not on this disk, but in a remote of the library.
    ///
    /// `PHPhotoLibrary.fetchFiles(of:progress:)` brings it back. False for files that stay in sources, and where the library
    /// cannot be read.
    public var isElsewhere: Bool {
        guard let record, let store = try? library?.store() else { return false }
        return (try? store.originals.elsewhere([record]))?.isEmpty == false
    }

    /// Whether the file left this disk, and no remote is known to have it any more.
    ///
    /// A lost file counts as ``isElsewhere``, too: a fetch asks the remotes once more. `PHPhotoLibrary.heal(from:)` brings
    /// it back from a folder.
    public var isLost: Bool {
        guard let record, let store = try? library?.store() else { return false }
        return (try? store.originals.lost([record]))?.isEmpty == false
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
        try identifiers(among: assets) { try $0.originals.assetsElsewhere(among: $1) }
    }

    /// Returns which of these photos and videos have a file that left this disk, and that no remote is known to have any more.
    ///
    /// - Parameter assets: Assets of this library.
    /// - Returns: Local identifiers, which `assetsElsewhere(among:)` returns, too.
    /// - Throws: `PHPhotosError` when the library cannot be read.
    public func assetsLost(among assets: [PHAsset]) throws -> Set<String> {
        try identifiers(among: assets) { try $0.originals.assetsLost(among: $1) }
    }

    private func identifiers(
        among assets: [PHAsset],
        _ chosen: (Library, [Int64]) throws -> Set<Int64>
    ) throws -> Set<String> {
        let rows = assets.compactMap { asset in asset.source.map { ($0.row, asset.localIdentifier) }
        }
        let found = try withRemotes { try chosen($0, rows.map(\.0)) }
        return Set(rows.filter { found.contains($0.0) }.map(\.1))
    }
}
