import Foundation
import PhotosStore

/// Combining the metadata of an asset's sidecars.
extension ImportRun {
    /// Sets the sidecar metadata in an attachment: that of the new sidecars, together with that of the
    /// existing ones.
    ///
    /// - Parameters:
    ///   - asset: The asset that the sidecars belong to.
    ///   - parts: The words of the new sidecars.
    ///   - shared: The new sidecars that belong to another asset, too.
    ///   - source: The source in which the new sidecars stay; nil where they are copied.
    ///   - work: The attachment.
    /// - Throws: ``StoreError`` where the library cannot be read.
    func recordCompanions(
        of asset: UUID,
        parts: ImportParts,
        shared: [FoundFile],
        stayingIn source: Int64?,
        in work: inout ResourceAttachment
    ) throws {
        let read = parts.files.filter { $0.outcome == .sidecar }
        if let source, shared.isEmpty,
            try recordCompanions(of: asset, inSource: source, reading: read.map(\.file), in: &work)
        {
            return
        }
        let paths = Set(read.map(\.file.url.path))
        // A file of the same name takes the place of the one that the asset keeps, unless nobody can read it.
        let names = Set(
            parts.kept.map { ExactText($0.filename) }.filter { !parts.unreadable.contains($0) }
                + shared.map { ExactText(FileName.kept($0.name) ?? "sidecar") }
        )
        try recordCompanions(
            of: asset,
            besides: names,
            paths: paths,
            above: parts.supplement,
            in: &work
        )
    }

    /// Sets the sidecar metadata in an attachment: that of all sidecars, where the photo has some in several sources or keeps some.
    ///
    /// Their dates decide which of them counts before the others.
    ///
    /// - Parameters:
    ///   - asset: The asset that the sidecars belong to.
    ///   - source: The source.
    ///   - read: The new sidecars in the source.
    ///   - work: The attachment.
    /// - Returns: Whether it was set; otherwise the new sidecars count before the existing ones.
    /// - Throws: ``StoreError`` where the library cannot be read.
    private func recordCompanions(
        of asset: UUID,
        inSource source: Int64,
        reading read: [FoundFile],
        in work: inout ResourceAttachment
    ) throws -> Bool {
        guard let row = try library.records.rows(of: [asset], in: .asset)[asset],
            let files = try library.originals.companionFiles(
                ofAsset: row,
                with: read,
                inSource: source
            ),
            let present = try? library.facts.readCompanions(
                files.filter { FileManager.default.fileExists(atPath: $0.url.path) }
            )
        else { return false }
        let known = try library.facts.recorded(ofAsset: row)
        // Words of a source that is away stay as they were read.
        let isOneAway = try files.contains { file in
            try file.isRead && !FileManager.default.fileExists(atPath: file.url.path)
                && library.originals.absentSource(of: file.url) != nil
        }
        let rest =
            isOneAway
            ? known.companion
            : try library.facts.wordsOfNoSidecar(
                in: known.companion,
                ofAsset: row,
                besides: try library.originals.companionFiles(ofAsset: row),
                changed: Set(read.map(\.url.path))
            )
        work.companion = .replaced(RecordedFacts(present)?.filledWithPersons(from: rest) ?? rest)
        // The original's own metadata is needed to distinguish values that a person set.
        if known.original == nil, work.resources.isEmpty {
            work.present = try? library.facts.readOriginal(ofAsset: row)
        }
        return true
    }

    /// Sets the sidecar metadata in an attachment: that of the existing sidecars, with other words beneath and above it.
    ///
    /// - Parameters:
    ///   - asset: The asset that the sidecars belong to.
    ///   - names: The names of existing sidecars that new ones replace.
    ///   - paths: The paths of new sidecars.
    ///   - lower: The words that count where the existing sidecars say nothing.
    ///   - upper: The words that count before the existing sidecars.
    ///   - decided: The persons and creators of which `upper` has those that stay.
    ///   - work: The attachment.
    /// - Throws: ``StoreError`` where the library cannot be read.
    func recordCompanions(
        of asset: UUID,
        besides names: Set<ExactText>,
        paths: Set<String> = [],
        beneath lower: ImportSupplement = ImportSupplement(),
        above upper: ImportSupplement = ImportSupplement(),
        deciding decided: RecordedFacts? = nil,
        in work: inout ResourceAttachment
    ) throws {
        guard let row = try library.records.rows(of: [asset], in: .asset)[asset] else { return }
        let files = try library.originals.companionFiles(ofAsset: row)
        let others = files.filter {
            !paths.contains($0.copiedPath ?? $0.url.path) && !names.contains(ExactText($0.name))
                && FileManager.default.fileExists(atPath: $0.url.path)
        }
        let known = try library.facts.recorded(ofAsset: row)
        let recorded = known.companion?.withoutNames(of: decided)
        if let present = try? library.facts.readCompanions(others) {
            var supplement = lower
            supplement.overwriteProperties(with: present)
            supplement.overwriteProperties(with: upper)
            let rest = try library.facts.wordsOfNoSidecar(
                in: recorded,
                ofAsset: row,
                besides: files,
                changed: paths
            )
            work.companion = .replaced(
                RecordedFacts(supplement)?.filledWithPersons(from: rest) ?? rest
            )
        } else {
            // If the existing sidecars cannot be read, their recorded metadata stays.
            let said = RecordedFacts(upper)?.filledWithPersons(from: recorded) ?? recorded
            work.companion = .replaced(
                said?.filledWithPersons(from: RecordedFacts(lower)) ?? RecordedFacts(lower)
            )
        }
        // The original's own metadata is needed to distinguish values that a person set.
        if known.original == nil, work.resources.isEmpty {
            work.present = try? library.facts.readOriginal(ofAsset: row)
        }
    }

    /// Returns whether an asset keeps a sidecar of this name and with these bytes: both files are read now.
    func keepsCopy(of sidecar: FoundFile, with asset: UUID) throws -> Bool {
        guard options.keepsCompanions,
            let row = try library.records.rows(of: [asset], in: .asset)[asset]
        else { return false }
        let kept = try library.originals.keptFiles(ofAssets: [row])[row] ?? []
        return keepsCopy(of: sidecar, among: kept)
    }

    /// Returns whether a sidecar of this name and with these bytes is among the files that an asset keeps.
    func keepsCopy(of sidecar: FoundFile, among all: [KeptFile]) -> Bool {
        guard options.keepsCompanions else { return false }
        let name = FileName.kept(sidecar.name) ?? "sidecar"
        let names = [name, name + FileName.unreadableEnding]
        let kept = all.filter {
            !$0.isReplaced && names.contains($0.filename) && $0.byteCount == sidecar.byteCount
        }
        // Where one of the files cannot be read, the sidecar comes in as a new one: it must not end the import.
        guard !kept.isEmpty, let checksum = sidecar.presentChecksum() else { return false }
        return kept.contains { file in
            file.checksum == checksum && (try? library.originals.isWhole(file)) == true
        }
    }

    /// Leaves out those sidecars in a source that are earlier states of what an asset has, and notes which have the bytes of kept files.
    ///
    /// The folder of a forgotten source that is a source again has them.
    ///
    /// - Parameters:
    ///   - sidecars: The sidecars, as indexes.
    ///   - asset: The asset.
    ///   - files: All files that were inspected together.
    ///   - cluster: The folder of the sidecars.
    /// - Returns: The checksums of sidecars with the bytes of kept files, by their indexes.
    /// - Throws: ``StoreError`` where the library cannot be read.
    func recogniseSidecars(
        _ sidecars: inout [Int],
        of asset: UUID,
        among files: [InspectedFile],
        in cluster: ImportCluster
    ) throws -> [Int: [UInt8]] {
        guard !options.keepsCompanions,
            let row = try library.records.rows(of: [asset], in: .asset)[asset]
        else { return [:] }
        var checksums: [Int: [UInt8]] = [:]
        for index in sidecars where files[index].finding.isSidecar {
            let file = files[index].file
            let known = try cluster.folder?.folderID.flatMap { folder in
                try library.sources.readLedger { try $0.file(file.name, in: folder) }
            }
            if files[index].finding.isXMP, known == nil || known?.outcome == .refused,
                try library.originals.isFormerSidecar(
                    file,
                    ofAsset: row,
                    checksum: file.presentChecksum
                )
            {
                reporting.reportDuplicate(file, of: asset)
                dropContent(of: files[index])
                recordOutcome(of: files[index], outcome: .refused, in: cluster)
                sidecars.removeAll { $0 == index }
            } else {
                checksums[index] = try library.originals.keptChecksum(
                    of: file,
                    ofAsset: row,
                    checksum: file.presentChecksum
                )
            }
        }
        return checksums
    }

    /// Returns the files that an asset is to keep, each under its name.
    ///
    /// A sidecar that nobody can read does not take the name of one that the asset keeps, which may be the last with a
    /// person's words.
    func keptFiles(of parts: ImportParts, with asset: UUID) throws -> [KeptFileSource] {
        guard !parts.unreadable.isEmpty,
            let row = try library.records.rows(of: [asset], in: .asset)[asset]
        else { return parts.kept }
        let present = Set(
            try library.originals.keptFiles(ofAssets: [row])[row]?.map { ExactText($0.filename) }
                ?? []
        )
        return parts.kept.map { file in
            let name = ExactText(file.filename)
            guard parts.unreadable.contains(name), present.contains(name) else { return file }
            var file = file
            file.filename += FileName.unreadableEnding
            return file
        }
    }

    /// Reports and records a sidecar that an asset keeps already.
    func recordKept(_ file: InspectedFile, with asset: UUID, in cluster: ImportCluster) throws {
        let checksum = file.finding.stagedSidecar?.file.checksum
        dropContent(of: file)
        try reportKnown(file.file, of: asset, isInSourcesAlone: false)
        let kept = ImportUnit.File(file: file.file, outcome: .sidecar, checksum: checksum)
        block.add(ImportUnit(noting: asset, at: cluster.folder, files: [kept]))
    }

    /// Keeps copies of sidecars that belong to another asset, too, so that reading the facts again finds their words.
    ///
    /// A sweep keeps none: there, the words stay as they were read.
    func keepCopies(of sidecars: [FoundFile], in unit: inout ImportUnit) throws {
        guard options.keepsCompanions, !options.isDryRun else { return }
        for file in sidecars {
            let staged = try stageCopy(of: file)
            unit.staged.append(staged)
            unit.kept.append(
                KeptFileSource(staged, filename: FileName.kept(file.name) ?? "sidecar")
            )
        }
    }
}
