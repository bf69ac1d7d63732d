import Foundation
import PhotosStore

/// Updating assets after one of their sidecars was removed.
extension SourceSweep {
    /// Returns the assets whose sidecar belongs to another asset now that it was read.
    private func assetsOfReassignedSidecars() throws -> [Int64] {
        try library.sources.readLedger { [readSidecars] ledger in
            try readSidecars.compactMap { folder, name, asset -> Int64? in
                guard let present = try ledger.file(name, in: folder)?.assetID else { return nil }
                return present == asset ? nil : asset
            }
        }
    }

    /// Returns the assets of which a lost sidecar is that of another asset now, because it was moved beside that one.
    private func assetsOfMovedSidecars(_ missing: MissingFiles) throws -> Set<Int64> {
        let owners = missing.ownersOfLost
        guard !owners.isEmpty else { return [] }
        var assets: Set<Int64> = []
        try library.sources.readLedger { ledger in
            try ledger.forEachSidecar(withInodes: owners.keys.map(\.inode)) { file in
                guard let present = file.assetID else { return }
                assets.formUnion(owners[file.numbers, default: []].subtracting([present]))
            }
        }
        return assets
    }

    /// Returns those of some assets of which a picture or movie is in no source, or is missing from one.
    private func assetsInParts(among assets: some Collection<Int64>) throws -> Set<Int64> {
        guard !assets.isEmpty else { return [] }
        let rows = Set(assets)
        let records = try library.records.assets(rows).records
        let resources = try library.records.resources(ofAssets: rows)
        let roles = ResourceRole.originals + [.alternatePhoto, .pairedVideo]
        return rows.filter { asset in
            if records[asset]?.traits.contains(.offline) == true { return true }
            return resources[asset, default: []].contains {
                $0.sourceFileID == nil && roles.contains($0.type)
            }
        }
    }

    /// Notes which lost sidecars of offline assets went with the files that they describe, although these are there again.
    ///
    /// So the assets keep their words, also without the files that are still missing, or with copies of these.
    ///
    /// - Parameters:
    ///   - missing: The files that are not there.
    ///   - waiting: The assets about which a later sweep decides.
    /// - Throws: ``StoreError`` where the library cannot be read or written.
    func noteReturnedParts(among missing: MissingFiles, of waiting: Set<Int64>) throws {
        let assets = waiting.intersection(returnedAssets)
        guard !assets.isEmpty else { return }
        try library.sources.noteGoneSidecars(
            missing.lostSidecars.lazy.filter { assets.contains($0.asset) }.map(\.row)
        )
    }

    /// Returns the assets that have their files, of those that have lost sidecars, and those of them from beside whose files sidecars
    /// were removed.
    ///
    /// An asset whose sidecars all went together with the files that they described is not among them.
    private func assetsWithFiles(
        _ missing: MissingFiles
    ) throws -> (all: Set<Int64>, described: Set<Int64>) {
        // Such an asset goes on with a copy, which was not beside the sidecar.
        let lost = Set(missing.assetsOfMissing)
        let gone = Set(missing.copiesWithSidecars.map(\.row))
        let parts = try assetsInParts(
            among: missing.foldersWithoutSidecar.keys.filter { !lost.contains($0) }
        )
        return try library.sources.readLedger { ledger in
            var (all, described): (Set<Int64>, Set<Int64>) = ([], [])
            for (asset, folders) in missing.foldersWithoutSidecar where !lost.contains(asset) {
                let present = try ledger.files(ofAsset: asset, orCopiesIn: folders)
                    .filter { !gone.contains($0.row) }
                    .map { MissingFiles.Place(folder: $0.folder, name: $0.name) }
                let findings = missing.describedFiles(
                    ofAsset: asset,
                    besides: present,
                    haveReturned: parts.contains(asset) && returnedAssets.contains(asset),
                    isInParts: parts.contains(asset)
                )
                guard !present.isEmpty, findings.contains(where: { $0 != .gone }) else { continue }
                all.insert(asset)
                if findings.contains(.present) { described.insert(asset) }
            }
            return (all, described)
        }
    }

    /// Reads the remaining sidecars of assets that have lost one.
    ///
    /// An asset that is offline keeps its properties, and its sidecar counts as lost again in the next sweep. An asset whose file
    /// is gone, too, keeps them for good, although it may have another one from a remote, an import or a copy in a source:
    /// nobody removed the sidecar from its photo. So does an asset of several files whose sidecar went with the file that it
    /// described. So does an asset whose present files have other names than the sidecar, and that has no other sidecar with
    /// words: a copy may have taken the place of its file in an earlier sweep. A sidecar that is beside another asset now counts
    /// for the former one in no case. Settings give no words, but their rows stay, too, while their asset is offline.
    ///
    /// - Parameter missing: The files that are not there. Their rows say so already, besides those of sidecars.
    /// - Returns: The assets that wait for a later sweep. They are offline, a remaining sidecar cannot be read now, or a program is
    ///   writing a sidecar.
    /// - Throws: ``StoreError`` where the library cannot be read or written.
    func followLostSidecars(among missing: MissingFiles) throws -> Set<Int64> {
        let lost = Set(missing.lostSidecars.map(\.row))
        let lostByAsset = Dictionary(grouping: missing.lostSidecars, by: \.asset)
        let reassigned = try assetsOfMovedSidecars(missing).union(assetsOfReassignedSidecars())
        let complete = try assetsWithFiles(missing)
        // A sidecar that a program is writing may be the one that was lost. A later sweep decides about both.
        var waiting = leavesSidecars ? complete.all : []
        let following = leavesSidecars ? reassigned : reassigned.union(complete.described)
        let followingOthers = leavesSidecars ? [] : complete.all
        let assets = reassigned.union(missing.foldersWithoutSidecar.keys)
            .union(missing.lostSidecars.map(\.asset)).sorted()
        for start in stride(from: 0, to: assets.count, by: Self.sidecarBlock) {
            let part = Array(assets.dropFirst(start).prefix(Self.sidecarBlock))
            let records = try library.records.assets(part).records
            // A kept copy of a sidecar goes with it.
            let online = part.filter {
                following.contains($0) && records[$0]?.traits.contains(.offline) == false
            }
            try library.sources.replaceKeptCopies(
                ofRemoved: Set(online.flatMap { lostByAsset[$0] ?? [] }.map(\.row))
            )
            let files = try library.originals.companionFiles(ofAssets: part, besides: lost)
            let known = try library.facts.recorded(ofAssets: part)
            var readings: [FactsReading] = []
            for asset in part {
                guard let record = records[asset] else { continue }
                guard !record.traits.contains(.offline) else {
                    waiting.insert(asset)
                    continue
                }
                let hasOthers = files[asset]?.contains(where: \.isRead) == true
                guard following.contains(asset) || hasOthers && followingOthers.contains(asset)
                else { continue }
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
        let supplement: ImportSupplement
        do { supplement = try library.facts.readCompanions(files) } catch {
            reportUnread(files, error)
            return nil
        }
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

    /// Reports the first of some sidecars that cannot be read.
    private func reportUnread(_ files: [CompanionFile], _ error: any Error) {
        let unread = files.first { (try? library.facts.readCompanions([$0])) == nil } ?? files.first
        guard let unread else { return }
        let cause = (error as? StoreError)?.message ?? "\(error)"
        notify(
            .unread(
                unread.url,
                reason:
                    "Another sidecar of its photo is gone, and this one cannot be read: \(cause) Make it readable or connect its volume, and sweep again."
            )
        )
    }
}
