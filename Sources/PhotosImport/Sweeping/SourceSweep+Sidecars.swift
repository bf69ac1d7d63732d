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
    /// An asset that is offline keeps its properties, also where its sidecar is gone together with its photo. It follows once it
    /// is online.
    ///
    /// - Parameters:
    ///   - assets: The rows of the assets, sorted.
    ///   - lost: The rows of the sidecars that are not there.
    /// - Returns: The assets of which nothing was changed, because they are offline, or a remaining sidecar cannot be read now.
    /// - Throws: ``StoreError`` where the library cannot be read or written.
    func followLostSidecars(of assets: [Int64], lost: Set<Int64>) throws -> Set<Int64> {
        var waiting: Set<Int64> = []
        for start in stride(from: 0, to: assets.count, by: Self.sidecarBlock) {
            let part = Array(assets.dropFirst(start).prefix(Self.sidecarBlock))
            let records = try library.records.assets(part).records
            let files = try library.originals.companionFiles(ofAssets: part, besides: lost)
            let known = try library.facts.recorded(ofAssets: part)
            var readings: [FactsReading] = []
            for asset in part {
                guard let record = records[asset] else { continue }
                guard !record.traits.contains(.offline) else {
                    waiting.insert(asset)
                    continue
                }
                // If the sidecar's metadata was never recorded, the asset's values may have been set by a person.
                guard let companion = known[asset]?.companion else { continue }
                let reading = try readingWithoutSidecar(
                    of: files[asset] ?? [],
                    insteadOf: companion,
                    ofAsset: asset
                )
                if let reading { readings.append(reading) } else { waiting.insert(asset) }
            }
            guard !readings.isEmpty else { continue }
            try library.commits.commit(
                ChangeBlock([.takeFacts(readings)], work: .imported, sourceID: source.id)
            )
        }
        return waiting
    }

    private static let sidecarBlock = 64

    /// Returns the metadata of the remaining sidecars of an asset; nil where they cannot be read.
    private func readingWithoutSidecar(
        of files: [CompanionFile],
        insteadOf recorded: RecordedFacts,
        ofAsset asset: Int64
    ) throws -> FactsReading? {
        guard let supplement = try? library.facts.readCompanions(files) else { return nil }
        let others = try library.facts.wordsOfNoSidecar(
            in: recorded,
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
