package import PhotosStore

/// Decides what becomes of the rows of known files that a sweep has found nowhere.
package struct MissingFiles: Hashable, Sendable {
    /// A sidecar, or another file beside an asset's own one, that the asset has lost.
    package struct LostFile: Hashable, Sendable {
        package var row: Int64
        package var asset: Int64
    }

    /// A file that is not where it was.
    package struct Place: Hashable, Sendable {
        package var folder: Int64
        package var name: String

        package init(folder: Int64, name: String) { (self.folder, self.name) = (folder, name) }
    }

    /// The rows to remove: those of no asset's own file or sidecar.
    package private(set) var forgotten: [Int64] = []
    /// The sidecars and settings files whose rows are removed once it is decided about the words of their assets.
    ///
    /// Those of an offline asset stay known: it may come back, and copies of the library keep them for it.
    package private(set) var lostSidecars: [LostFile] = []
    /// The copies of assets' pictures and movies beside which sidecars may have been lost.
    ///
    /// Their rows are removed after those of the sidecars: a sweep that ends in between leaves them, so that the next one knows that
    /// they were lost, too. Those of an asset that has lost its own file are not among them, because no copy that is gone may become
    /// its file.
    package private(set) var copiesWithSidecars: [LostFile] = []
    /// The rows of assets' files, so that these assets are offline.
    package private(set) var missing: [Int64] = []
    /// The assets of those of these files that are pictures or movies; an asset that was deleted for good is none.
    package private(set) var assetsOfMissing: [Int64] = []
    /// The rows of lost sidecars whose assets have lost pictures or movies, too, by the last row of these.
    package private(set) var sidecarsOfMissing: [Int64: [Int64]] = [:]
    /// The folders in which assets have lost a sidecar, by the rows of the assets.
    package private(set) var foldersWithoutSidecar: [Int64: Set<Int64>] = [:]
    /// Where these sidecars were, by the rows of the assets.
    package private(set) var sidecarPlaces: [Int64: [Place]] = [:]
    /// Those of them that went with the files that they describe, as an earlier sweep has found.
    private var goneBefore: Set<Place> = []
    /// Where pictures and movies of these assets were that are gone.
    private var gonePlaces: [Int64: [Place]] = [:]
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
                    let place = Place(folder: vacancy.folder, name: vacancy.name)
                    sidecarPlaces[asset, default: []].append(place)
                    if vacancy.numbers.inode == SourceLedger.noInode {
                        goneBefore.insert(place)
                    } else {
                        ownersOfLost[vacancy.numbers, default: []].insert(asset)
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
        noteGone(among: rest)
        let waiting = Set(copiesWithSidecars.map(\.row))
        if !waiting.isEmpty { forgotten.removeAll(where: waiting.contains) }
    }

    /// Notes the pictures and movies that assets have lost together with sidecars.
    private mutating func noteGone(among rest: [SourceIdentity.Vacancy]) {
        guard !sidecarPlaces.isEmpty else { return }
        let (missing, forgotten) = (Set(assetsOfMissing), Set(forgotten))
        for vacancy in rest where vacancy.outcome != .sidecar && vacancy.sidecarKey == nil {
            guard let asset = vacancy.assetID, sidecarPlaces[asset] != nil else { continue }
            gonePlaces[asset, default: []].append(
                Place(folder: vacancy.folder, name: vacancy.name)
            )
            if forgotten.contains(vacancy.row), !missing.contains(asset) {
                copiesWithSidecars.append(.init(row: vacancy.row, asset: asset))
            }
        }
    }

    /// Returns what is known of the files that the lost sidecars of an asset described.
    ///
    /// - Parameters:
    ///   - asset: The row of the asset.
    ///   - present: The asset's files that are there.
    ///   - haveReturned: Whether files of the asset were missing before, and others of it are not in the source. A sidecar went with the
    ///     returned ones then, and counts as one whose described file is gone.
    ///   - isInParts: Whether others of it are not in the source. So does a sidecar then that had gone with such files before.
    /// - Returns: The findings, one for each sidecar.
    package func describedFiles(
        ofAsset asset: Int64,
        besides present: [Place],
        haveReturned: Bool = false,
        isInParts: Bool = false
    ) -> [DescribedFile] {
        let gone = gonePlaces[asset] ?? []
        return (sidecarPlaces[asset] ?? []).map { sidecar in
            if haveReturned || isInParts && goneBefore.contains(sidecar) { return .gone }
            func candidates(_ places: [Place], isPresent: Bool) -> [DescribedFile.Candidate] {
                places.map {
                    DescribedFile.Candidate(
                        $0.name,
                        isBeside: $0.folder == sidecar.folder,
                        isPresent: isPresent
                    )
                }
            }
            return DescribedFile(
                ofSidecar: sidecar.name,
                among: candidates(present, isPresent: true) + candidates(gone, isPresent: false)
            )
        }
    }
}
