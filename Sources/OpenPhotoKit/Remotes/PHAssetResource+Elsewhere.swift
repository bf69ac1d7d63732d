import Foundation
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

    /// Returns which of these photos and videos have a file that their source had lost at its last sweep, and that a remote has.
    ///
    /// - Parameter assets: Assets of this library.
    /// - Returns: Local identifiers.
    /// - Throws: `PHPhotosError` when the library cannot be read.
    package func assetsLostBySources(among assets: [PHAsset]) throws -> Set<String> {
        try identifiers(among: assets) {
            Set(try LibraryHealing($0).filesLostBySources(ofAssets: $1).map(\.assetRow))
        }
    }

    /// Returns why files of an offline photo or video are not on this disk.
    ///
    /// - Parameter asset: An asset of this library.
    /// - Returns: Sentences with the names of the files.
    /// - Throws: `PHPhotosError` when the library cannot be read.
    package func absenceSentences(of asset: PHAsset) throws -> [String] {
        guard let row = asset.source?.row else { return [] }
        return try withRemotes { store in
            var sentences: [String] = []
            for resource in try store.records.resources(ofAssets: [row]).values.joined() {
                do {
                    let url = try store.originals.urlToOpen(of: resource)
                    guard !FileManager.default.isReadableFile(atPath: url.path) else { continue }
                    sentences.append(store.originals.absence(of: resource).message)
                } catch let error as StoreError {
                    sentences.append(error.message)
                }
            }
            return sentences
        }
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
