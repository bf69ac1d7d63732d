package import PhotosStore

/// Decides what the change block of some units contains.
package struct BlockContents {
    private let units: [ImportUnit]
    /// The units that create pictures of a burst, by the burst's identifier.
    private var bursts: [String: [Int]] = [:]

    package init(_ units: [ImportUnit]) {
        self.units = units
        for (index, unit) in units.enumerated() {
            guard unit.isCreation, let burst = unit.burst else { continue }
            bursts[burst.identifier, default: []].append(index)
        }
    }

    /// The identifiers of the bursts that the units belong to, sorted.
    package var burstIdentifiers: [String] { bursts.keys.sorted() }

    /// Returns the mutations of the units, with exactly one representative for each burst among them.
    ///
    /// - Parameter present: The pictures of a burst that the library has, by the burst's identifier.
    /// - Returns: The mutations, those that create assets first.
    package func mutations(present: [String: [AssetRecord]]) -> [Mutation] {
        var creations: [Int: AssetCreation] = [:]
        var mutations: [Mutation] = []
        for (index, unit) in units.enumerated() {
            switch unit.work {
            case .create(let creation): creations[index] = creation
            case .attach(let uuid, let attachment):
                mutations.append(.attachResources(uuid, attachment))
            case .heal(_, let healings): mutations.append(.healResources(healings))
            case .note: break
            }
            if let asset = unit.asset, !unit.kept.isEmpty {
                mutations.append(.keepFiles(asset, unit.kept))
            }
            if let asset = unit.asset, !unit.marks.isEmpty {
                var update = AssetUpdate()
                update.values = unit.marks
                update.decidedBy = unit.decidedBy
                // Other traits may change until the block is written.
                if let traits = update.values.removeValue(forKey: .traits)?.integer {
                    let isAssumed = AssetTraits(rawValue: traits).contains(.zoneAssumed)
                    update.isZoneAssumed = isAssumed
                }
                mutations.append(.updateAsset(asset, update))
            }
        }
        for identifier in burstIdentifiers {
            let members = bursts[identifier] ?? []
            let present = present[identifier] ?? []
            let frames =
                present.map { BurstRules.Frame($0) } + members.compactMap { units[$0].burst?.frame }
            let representative = BurstRules.representative(of: frames)
            for (number, record) in present.enumerated()
            where record.representsBurst != (number == representative) {
                var update = AssetUpdate()
                update.values[.representsBurst] = .flag(number == representative)
                mutations.append(.updateAsset(record.uuid, update))
            }
            for (number, index) in members.enumerated() {
                creations[index]?.supplement.representsBurst =
                    number + present.count == representative
            }
        }
        return creations.sorted { $0.key < $1.key }.map { .createAsset($0.value) } + mutations
    }

    /// The states of all files of the units, for the ledger of sources.
    package var entries: [SourceFileEntry] {
        units.flatMap { unit in
            unit.files.compactMap {
                Self.sourceEntry(for: $0, at: $0.folder ?? unit.folder, of: unit)
            }
                + unit.unreported.compactMap { Self.sourceEntry(for: $0, at: $0.folder, of: unit) }
                + unit.twins.compactMap { Self.sourceEntry(for: $0.file, at: $0.folder, of: unit) }
        }
    }

    private static func sourceEntry(
        for file: ImportUnit.File,
        at folder: SourceFolderPath?,
        of unit: ImportUnit
    ) -> SourceFileEntry? {
        guard let folder else { return nil }
        let row = SourceFileRow(
            name: file.recordedName ?? file.file.name,
            inode: file.file.inode,
            byteCount: file.file.byteCount,
            modification: file.file.modification,
            outcome: file.recorded?.outcome ?? file.outcome,
            checksum: file.recorded == nil ? file.checksum : file.recorded?.checksum
        )
        return SourceFileEntry(
            folder: folder,
            row: row,
            asset: unit.asset,
            resourceFile: file.resourceFile
        )
    }
}
