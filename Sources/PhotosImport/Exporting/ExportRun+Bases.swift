import Foundation
import PhotosBase
import PhotosStore

/// Stating in the manifest what files of an export stated when they were written.
///
/// An import compares with these values to tell what was changed in a file from what was changed in the library.
extension ExportRun {
    /// Reads the manifest of the last export for the files that this run has not written again.
    ///
    /// Files stay because other programs changed or wrote them, because they could not be written, and because a run with chosen
    /// photos does not read the others.
    func earlierManifest() throws -> EarlierManifest {
        guard !staying.isEmpty || !options.isWhole else { return EarlierManifest() }
        let url = target.url(of: ExportManifest.filename)
        return try EarlierManifest(url) { stated in
            let kept = stated.filter { staying[$0.id] != nil }
            guard !options.isWhole else { return kept }
            let others = try stated.filter { asset in
                guard staying[asset.id] == nil, let known = try record.index.asset(asset.id)
                else { return false }
                return record.index.isUnseen(known.row)
            }
            let outdated = try outdatedAssets(among: others)
            for asset in outdated {
                for sidecar in asset.sidecars ?? [] where sidecar.base != nil {
                    stay(sidecar.path, of: asset.id)
                }
                guard let known = try record.index.asset(asset.id) else { continue }
                for path in try otherSidecars(beside: known.files) { stay(path, of: asset.id) }
            }
            return kept + outdated
        }
    }

    /// Returns those photos that the library has changed since a manifest stated them.
    private func outdatedAssets(
        among stated: [ExportManifest.Asset]
    ) throws -> [ExportManifest.Asset] {
        guard !stated.isEmpty else { return [] }
        let rows = try library.records.rows(of: stated.map(\.id), in: .asset)
        let records = try library.records.assets(Array(rows.values)).records
        return stated.filter { asset in
            guard let now = rows[asset.id].flatMap({ records[$0] }) else { return false }
            if asset.beside != nil || asset.sidecars?.contains(where: { $0.base != nil }) == true {
                return true
            }
            let fields = ManifestFields.values(
                of: now,
                hasAllFiles: false,
                withholdsPlaces: options.withheld.contains(.places)
            )
            return ManifestFields.editable(fields) != ManifestFields.editable(asset.fields)
        }
    }

    /// Adds to what the manifest states of a photo what its files stated when they were written.
    func addBases(
        to entry: inout ExportManifest.Asset,
        record: AssetRecord,
        asset: ExportedAsset,
        earlier: EarlierManifest
    ) {
        let now = ExportManifest.Base(entry)
        var stays = staying[entry.id] ?? []
        for index in entry.sidecars?.indices ?? 0..<0 {
            guard let sidecar = entry.sidecars?[index] else { continue }
            let base =
                stays.remove(ExactText(sidecar.path)) == nil
                ? earlier.base(of: sidecar, id: entry.id, now: now)
                : earlier.base(ofFileAt: sidecar.path, id: entry.id)
            entry.sidecars?[index].base = base.map { withholding($0, from: asset) }
        }
        let written = Set((entry.files.map(\.path) + (entry.also ?? [])).map(ExactText.init))
        let beside = stays.subtracting(written).map(\.string).sorted().compactMap { path in
            earlier.base(ofFileAt: path, id: entry.id).map {
                ExportManifest.Beside(path: path, base: withholding($0, from: asset))
            }
        }
        entry.beside = beside.isEmpty ? nil : beside
        let stated = otherValues(
            inFirstFileOf: entry,
            now: now,
            record: record,
            asset: asset,
            earlier: earlier
        )
        entry.files[0].stated = stated.map {
            withholding(.init(fields: $0, companion: nil), from: asset).fields
        }
    }

    /// Returns an earlier state of a photo without what this export withholds.
    private func withholding(
        _ base: ExportManifest.Base,
        from asset: ExportedAsset
    ) -> ExportManifest.Base {
        base.without(
            places: options.withheld.contains(.places),
            personsExceptKeywords: options.withheld.contains(.persons)
                ? ExportMetadata.keywordsWithoutNames(of: asset) : nil
        )
    }

    /// Returns the properties of which the first file of a photo states other values; nil where that is not known.
    private func otherValues(
        inFirstFileOf entry: ExportManifest.Asset,
        now: ExportManifest.Base,
        record: AssetRecord,
        asset: ExportedAsset,
        earlier: EarlierManifest
    ) -> [String: ManifestValue]? {
        let file = entry.files[0]
        guard let original = asset.original, original.type.rawValue == file.role else { return nil }
        if Hexadecimal.digits(of: original.checksum) == file.sha256 {
            guard let facts = asset.facts.original, facts.reader > 0 else { return nil }
            return ManifestFields.different(
                FileMetadata(original: facts, companion: nil),
                from: record
            ).filter { entry.fields[$0.key] != nil }
        }
        // The copy has the metadata inside: those of now, or of the time when it was written.
        guard let stated = earlier.statedValues(in: file, id: entry.id) else { return [:] }
        return stated.filter { now.fields[$0.key] != nil && now.fields[$0.key] != $0.value }
    }
}
