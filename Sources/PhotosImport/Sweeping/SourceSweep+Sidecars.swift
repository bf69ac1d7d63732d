import Foundation
import PhotosStore

/// Updating assets after one of their sidecars was removed.
extension SourceSweep {
    /// Returns the assets whose sidecar belongs to another asset now that it was read.
    func assetsOfReassignedSidecars() throws -> [Int64] {
        try library.sources.readLedger { [readSidecars] ledger in
            try readSidecars.compactMap { folder, name, asset -> Int64? in
                guard let present = try ledger.file(name, in: folder)?.assetID else { return nil }
                return present == asset ? nil : asset
            }
        }
    }

    /// Reads the remaining sidecars of assets that have lost one.
    ///
    /// - Parameter assets: The rows of the assets, sorted.
    /// - Throws: ``StoreError`` where the library cannot be read or written.
    func followLostSidecars(of assets: [Int64]) throws {
        for start in stride(from: 0, to: assets.count, by: Self.sidecarBlock) {
            let part = assets.dropFirst(start).prefix(Self.sidecarBlock)
            let readings = try part.compactMap(readingWithoutSidecar)
            guard !readings.isEmpty else { continue }
            try library.commits.commit(
                ChangeBlock([.takeFacts(readings)], work: .imported, sourceID: source.id)
            )
        }
    }

    private static let sidecarBlock = 64

    /// Returns the metadata of the remaining sidecars; nil where they cannot be read, so that nothing is
    /// changed.
    private func readingWithoutSidecar(_ asset: Int64) throws -> FactsReading? {
        let files = try library.originals.companionFiles(ofAsset: asset)
        guard let supplement = try? library.facts.readCompanions(files) else { return nil }
        let known = try library.facts.recorded(ofAsset: asset)
        // If the sidecar's metadata was never recorded, the asset's values may have been set by a person.
        guard known.companion != nil else { return nil }
        let others = try library.facts.wordsOfNoSidecar(
            in: known.companion,
            ofAsset: asset,
            besides: files,
            isOneLost: true
        )
        return FactsReading(
            asset: asset,
            original: nil,
            isSameContent: true,
            companion: .replaced(
                RecordedFacts(supplement)?.filledWithPersons(from: others) ?? others
            )
        )
    }
}
