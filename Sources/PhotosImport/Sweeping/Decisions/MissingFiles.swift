import PhotosStore

/// Decides what becomes of the rows of known files that a sweep has found nowhere.
package struct MissingFiles: Hashable, Sendable {
    /// A sidecar that an asset has lost.
    package struct LostSidecar: Hashable, Sendable {
        package var row: Int64
        package var asset: Int64
    }

    /// The rows to remove: those of no asset's own file or sidecar.
    package private(set) var forgotten: [Int64] = []
    /// The sidecars and settings files whose rows are removed once it is decided about the words of their assets.
    ///
    /// Those of an offline asset stay known: it may come back, and copies of the library keep them for it.
    package private(set) var lostSidecars: [LostSidecar] = []
    /// The rows of assets' files, so that these assets are offline.
    package private(set) var missing: [Int64] = []
    /// The assets of those of these files that are pictures or movies; an asset that was deleted for good is none.
    package private(set) var assetsOfMissing: [Int64] = []
    /// The rows of lost sidecars whose assets have lost pictures or movies, too, by the last row of these.
    package private(set) var sidecarsOfMissing: [Int64: [Int64]] = [:]
    /// The folders in which assets have lost a sidecar, by the rows of the assets.
    package private(set) var foldersWithoutSidecar: [Int64: Set<Int64>] = [:]
    /// The keys of the names of these sidecars, by the rows of the assets.
    package private(set) var keysWithoutSidecar: [Int64: Set<Int>] = [:]
    /// The assets that had these sidecars, by inode, size and date of the sidecars.
    package private(set) var ownersOfLost: [SourceIdentity.Numbers: Set<Int64>] = [:]

    /// - Parameters:
    ///   - rest: The known files that were matched to no file.
    ///   - displaced: The rows whose name another file has, so that the file's new row replaces them.
    package init(_ rest: [SourceIdentity.Vacancy], displaced: Set<Int64>) {
        var lastRows: [Int64: Int64] = [:]
        for vacancy in rest {
            // The library has a copy of an edit's recipe. The row of one whose name another file has is that file's now.
            let isRecipe = vacancy.outcome.isAsset && vacancy.sidecarKey != nil
            let isDisplaced = displaced.contains(vacancy.row)
            if vacancy.outcome == .imported, !isRecipe || !isDisplaced {
                missing.append(vacancy.row)
                if !isRecipe, let asset = vacancy.assetID {
                    assetsOfMissing.append(asset)
                    lastRows[asset] = vacancy.row
                }
            }
            let isGone = !vacancy.outcome.isAsset && !isDisplaced
            if vacancy.outcome == .sidecar, let asset = vacancy.assetID {
                if !vacancy.isSettings {
                    foldersWithoutSidecar[asset, default: []].insert(vacancy.folder)
                    ownersOfLost[vacancy.numbers, default: []].insert(asset)
                    if let key = vacancy.sidecarKey {
                        keysWithoutSidecar[asset, default: []].insert(key)
                    }
                }
                if isGone { lostSidecars.append(.init(row: vacancy.row, asset: asset)) }
            } else if isGone {
                forgotten.append(vacancy.row)
            }
        }
        for sidecar in lostSidecars {
            guard let row = lastRows[sidecar.asset] else { continue }
            sidecarsOfMissing[row, default: []].append(sidecar.row)
        }
    }
}
