import Foundation
import PhotosStore

/// Committing the gathered units.
extension ImportRun {
    func commitBlock() throws {
        let units = block.units
        block = ImportBlock()
        guard !units.isEmpty else { return }
        if options.isDryRun {
            for unit in units { report(unit) }
        } else {
            try commit(units)
        }
    }

    private func commit(_ units: [ImportUnit]) throws {
        do {
            var mutations = try settleBursts(of: units)
            for unit in units where !unit.twins.isEmpty {
                if let asset = unit.asset { albums.noteDuplicate(asset, options) }
            }
            let gathered = try albums.gather(units.compactMap(\.asset), options)
            mutations += gathered
            mutations.append(.recordFiles(units.flatMap(Self.entries)))
            try library.commit(ChangeBlock(mutations, work: .imported, sourceID: source?.id))
            albums.settle()
            for unit in units { report(unit) }
            try verifier.noteStates(least: 256)
            try makePreviews(of: units)
        } catch let error as StoreError where error.isFaultOfOneFile {
            albums.forget()
            guard units.count > 1 else { return try blame(units[0], error) }
            for unit in units {
                if isCancelled() { return }
                try commit([unit])
            }
        }
    }

    // MARK: Bursts

    /// Returns the mutations of the given units, with exactly one representative for each burst among them.
    private func settleBursts(of units: [ImportUnit]) throws -> [Mutation] {
        var creations: [Int: AssetCreation] = [:]
        var mutations: [Mutation] = []
        var bursts: [String: [Int]] = [:]
        for (index, unit) in units.enumerated() {
            switch unit.work {
            case .create(let creation):
                creations[index] = creation
                if let burst = unit.burst { bursts[burst.identifier, default: []].append(index) }
            case .attach(let uuid, let attachment):
                mutations.append(.attachResources(uuid, attachment))
            case .heal(_, let healings): mutations.append(.healResources(healings))
            case .note: break
            }
        }
        for (identifier, members) in bursts.sorted(by: { $0.key < $1.key }) {
            let present = try library.burst(identifier)
            let frames =
                present.map { BurstRules.Frame($0) } + members.compactMap { units[$0].burst?.frame }
            let representative = BurstRules.representative(of: frames)
            for (place, record) in present.enumerated()
            where record.representsBurst != (place == representative) {
                var update = AssetUpdate()
                update.values[.representsBurst] = .flag(place == representative)
                mutations.append(.updateAsset(record.uuid, update))
            }
            for (place, index) in members.enumerated() {
                creations[index]?.supplement.representsBurst =
                    place + present.count == representative
            }
        }
        return creations.sorted { $0.key < $1.key }.map { .createAsset($0.value) } + mutations
    }

    // MARK: Records of files

    private static func entries(of unit: ImportUnit) -> [SourceFileEntry] {
        let own = unit.files.compactMap { entry($0, at: unit.place, unit.asset) }
        return own + unit.twins.compactMap { entry($0.file, at: $0.place, unit.asset) }
    }

    private static func entry(
        _ file: ImportUnit.File,
        at place: SourceFolderPath?,
        _ asset: UUID?
    ) -> SourceFileEntry? {
        guard let place else { return nil }
        let row = SourceFileRow(
            name: file.file.name,
            inode: file.file.inode,
            byteCount: file.file.byteCount,
            modification: file.file.modification,
            outcome: file.outcome,
            checksum: file.checksum
        )
        return SourceFileEntry(
            folder: place,
            row: row,
            asset: asset,
            resourceFile: file.resourceFile
        )
    }

    // MARK: Reports

    private func report(_ unit: ImportUnit) {
        guard let asset = unit.asset, !unit.isNote else { return }
        var isOriginal = unit.isCreation
        for file in unit.files {
            if let complaint = file.complaint { reporting.complaint(file.file, complaint) }
            if let reason = file.stayingReason { reporting.stayed(file.file, reason) }
            if unit.isHealing {
                reporting.healed(file.file, asset)
            } else if isOriginal {
                reporting.imported(file.file, asset)
            } else {
                reporting.joined(file.file, asset)
            }
            isOriginal = false
        }
        for twin in unit.twins {
            reporting.duplicate(twin.file.file, of: asset)
        }
        catalogMembers.note(unit.memberships, of: asset)
    }

    private func blame(_ unit: ImportUnit, _ error: StoreError) throws {
        // Another process may have added the same bytes meanwhile.
        let held =
            try options.duplicates == .keep || unit.isNote
            ? nil : unit.files.first?.checksum.flatMap { try heldBytes($0) }
        if unit.isCreation, let broken = held?.broken, !broken.isEmpty,
            let file = unit.files.first, let staged = unit.staged.first
        {
            var healing = unit
            healing.work = .heal(
                broken[0].file.asset,
                try library.healings(broken, with: staged, verifier)
            )
            healing.files = [file]
            for resource in unit.staged.dropFirst() { drop(resource) }
            healing.staged = [staged]
            return try commit([healing])
        }
        let twin = held?.broken.isEmpty == true ? held?.assets.first : nil
        for file in unit.files + unit.twins.map(\.file) {
            if let twin {
                reporting.duplicate(file.file, of: twin)
            } else {
                reporting.refused(file.file, error.message)
            }
        }
        if let twin { catalogMembers.note(unit.memberships, of: twin) }
        for resource in unit.staged { drop(resource) }
    }
}

extension StoreError {
    /// Whether the error concerns one file, so that the other files may still be imported.
    ///
    /// A disk error does not. If flushing files failed, they must not be flushed again: the kernel may have
    /// discarded their bytes, and a second flush would report success.
    fileprivate var isFaultOfOneFile: Bool {
        switch code {
        case .invalidResource, .missingResource, .changeNotSupported, .objectMissing: true
        default: false
        }
    }
}
