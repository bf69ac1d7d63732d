import PhotosStore

/// Decides what becomes of the rows of known files that a sweep has found nowhere.
package struct MissingFiles: Hashable, Sendable {
    /// The rows to remove, because they belong to no asset.
    package private(set) var forgotten: [Int64] = []
    /// The rows of assets' files, so that these assets are offline.
    package private(set) var missing: [Int64] = []
    /// The assets that have lost a sidecar, sorted.
    package private(set) var assetsWithoutSidecar: [Int64] = []

    /// - Parameters:
    ///   - rest: The known files that were matched to no file.
    ///   - displaced: The rows whose name another file has, so that the file's new row replaces them.
    package init(_ rest: [SourceIdentity.Vacancy], displaced: Set<Int64>) {
        var assets: Set<Int64> = []
        for vacancy in rest {
            if !vacancy.outcome.isAsset, !displaced.contains(vacancy.row) {
                forgotten.append(vacancy.row)
            }
            if vacancy.outcome == .imported { missing.append(vacancy.row) }
            if vacancy.outcome == .sidecar, let asset = vacancy.assetID { assets.insert(asset) }
        }
        assetsWithoutSidecar = assets.sorted()
    }
}
