import Foundation

/// What an asset's files say once a sidecar of it is gone.
extension SourceSweep {
    /// Reads again what stands beside assets that have lost a sidecar.
    func followLostSidecars(_ vacancies: [SourceIdentity.Vacancy]) throws {
        let assets = Set(vacancies.filter { $0.outcome == .sidecar }.compactMap(\.assetID))
        for start in stride(from: 0, to: assets.count, by: Self.sidecarBlock) {
            let part = assets.sorted().dropFirst(start).prefix(Self.sidecarBlock)
            let readings = try part.compactMap(readingWithoutSidecar)
            guard !readings.isEmpty else { continue }
            try library.commit(
                ChangeBlock([.takeFacts(readings)], work: .imported, sourceID: source.id)
            )
        }
    }

    private static let sidecarBlock = 64

    /// What is left to say of an asset; nil where that cannot be read, so that nothing is concluded.
    private func readingWithoutSidecar(_ asset: Int64) throws -> FactsReading? {
        let files = try library.companionFiles(ofAsset: asset)
        guard let supplement = try? library.readCompanions(files) else { return nil }
        let known = try library.facts(ofAsset: asset)
        // Where what the sidecar said was never recorded, what the asset has may be a person's.
        guard known.companion != nil else { return nil }
        return FactsReading(
            asset: asset,
            original: nil,
            isSameContent: true,
            companion: .replaced(RecordedFacts(supplement))
        )
    }
}
