import Foundation
import PhotosBase
import PhotosMedia
import PhotosStore

/// Importing the library or export of another program.
extension ImportRun {
    /// Imports the items of a catalog, and then its albums and folders.
    ///
    /// Files below the folder `unpacked` were unpacked by the import itself, and are moved.
    func importCatalog(
        _ catalog: ImportCatalog,
        of kind: SourceKind,
        at root: URL,
        unpackedBelow unpacked: URL? = nil
    ) throws {
        reporting.beginReading()
        let place = try sources.enterExport(
            of: kind,
            at: root.standardizedFileURL,
            unpacked: unpacked
        )
        takenSidecars = TakenSidecars(at: place)
        knownItems = []
        catalogMembers = CatalogMembers()
        let own = unpacked.map { $0.path + "/" }
        for loss in catalog.losses { reporting.reportLoss(loss) }
        if options.makesAlbumsOfFolders {
            reporting.reportLoss(
                .init(
                    path: root.path,
                    reason:
                        "Its folders become no albums of their names, because it states its albums itself."
                )
            )
        }
        for url in catalog.sharedSidecars { reporting.reportSharedSidecar(url) }
        let files = catalog.items.map { item in
            item.files.map { FoundFile(at: $0.url) ?? FoundFile(missing: $0.url) }
        }
        reporting.reportFound(
            files: files.reduce(0) { $0 + $1.count },
            bytes: files.joined().reduce(0) { $0 + $1.byteCount }
        )
        for (item, files) in zip(catalog.items, files) {
            if isCancelled() { return }
            var cluster = ImportCluster(folder: nil, files: files, item: item)
            // A photo's files may come partly from an archive and partly from a person's folder, where they
            // must stay.
            cluster.isUnpacked =
                own.map { own in files.allSatisfy { $0.url.path.hasPrefix(own) } } ?? false
            // Another program's library or export is never changed.
            if options.transfer == .move, !cluster.isUnpacked {
                reporting.countUnmoved(files.count)
            }
            try submitCluster(cluster)
        }
        try finishWaiting()
        guard !isCancelled(), !options.isDryRun else { return }
        try makeCollections(of: catalog)
        try markDifferent(catalog)
    }

    func processItem(_ item: ImportItem, in cluster: ImportCluster, files: [InspectedFile]) throws {
        guard let original = files.first else { return }
        if let twin = try twin(of: original, in: item) {
            let joining = try joiningIndexes(of: files, in: item, twin: twin)
            for (index, file) in files.enumerated() where !joining.contains(index) {
                try processFile(
                    file,
                    role: item.files[index].role,
                    isOriginal: index == 0,
                    ofTwin: twin,
                    in: cluster
                )
            }
            try joinFiles(files, at: joining, of: item, to: twin, in: cluster)
            try addKnownItem(
                KnownItem(
                    item: item,
                    twin: twin,
                    original: original.finding.checksum.map { (original.file, $0) }
                )
            )
            albums.recordDuplicate(of: twin, options: options)
            if options.album != nil, !options.isDryRun {
                block.add(ImportUnit(noting: twin))
            }
            catalogMembers.recordMemberships(item.memberships, of: twin, isKnown: true)
            return
        }
        // The library has the bytes of a Live Photo's movie, say, in another asset. This one needs them, too.
        var files = files
        if case .media = original.finding {
            for index in files.indices.dropFirst() {
                guard case .known = files[index].finding else { continue }
                files[index].finding = try stageAgain(files[index].file, in: cluster)
            }
        }
        let decision = ItemFiles(roles: item.files.map(\.role), files: files)
        for refusal in decision.refusals {
            reporting.reportRefused(files[refusal.index].file, reason: refusal.reason)
            dropContent(of: files[refusal.index])
        }
        guard case .media(let media) = original.finding, !decision.members.isEmpty else { return }
        let parts = ImportParts(decision.members, sidecars: [], files: files, of: item)
        var creation = AssetCreation(
            uuid: library.environment.makeUUID(),
            resources: parts.resources,
            fallbackDate: original.file.modificationDate,
            onlyIfNew: options.duplicates != .keep && item.export.map { $0.copy == 0 } ?? true
        )
        creation.supplement = item.supplement
        if let export = item.export {
            creation.supplement.adjustment = parts.supplement.adjustment
            creation.restored = export.restored
            if decision.members.count == item.files.count {
                creation.restored.merge(
                    ManifestFields.ofFiles(export.restoredWithAllFiles, areChanged: parts.isChanged)
                ) { $1 }
            }
        }
        let copyNote = addChanges(inCopy: media, of: item, to: &creation)
        var sidecars = try editedSidecars(of: item)
        addChanges(
            inSidecars: &sidecars,
            of: item,
            original: RecordedFacts(media.facts),
            to: &creation
        )
        if !decision.hasEdit { creation.supplement.adjustment = nil }
        var unit = ImportUnit(work: .create(creation), folder: nil, parts: parts)
        unit.memberships = item.memberships
        unit.files[0].edit = copyNote
        if item.export != nil {
            unit.files[0].folder = exportPlace?.folder(of: unit.files[0].file)
        } else if !options.isDryRun {
            // Values that a person removes later stay removed, whatever another import of the same finds.
            unit.unreported = statingFiles(
                of: item,
                original: (original.file, media.resource.file.checksum)
            )
        }
        addFiles(of: sidecars, to: &unit)
        var others = item
        others.companions.removeAll { url in sidecars.contains { $0.file.file.url == url } }
        try keepCompanions(of: others, in: &unit)
        if options.isDryRun { block.planned[media.resource.file.checksum] = creation.uuid }
        block.add(unit)
    }

    /// Returns the asset that already has an original's bytes.
    private func twin(of original: InspectedFile, in item: ImportItem) throws -> UUID? {
        switch original.finding {
        case .known(_, let held): return held.assets.first
        case .media(let media):
            // A photo in the source's trash must not be imported again each time, so assets in Recently
            // Deleted count, too.
            let presence = try presence(
                of: media.resource.file.checksum,
                evenDeleted: item.supplement.trashedDate != nil
            )
            if case .planned(let asset) = presence { return asset }
            // The n-th item with these bytes is the n-th asset with them.
            return try presence.assets.dropFirst(item.export?.copy ?? 0).first
                ?? exportedPhoto(of: media, in: item)
        default: return nil
        }
    }

    /// Returns the photo of this library that an export wrote, with its metadata inside, as a file that nobody has changed.
    ///
    /// - Parameters:
    ///   - media: The file.
    ///   - item: The item of the file.
    /// - Returns: The photo; nil if it is deleted, or if its own original is not whole: the copy may be the last one.
    /// - Throws: ``StoreError`` where the library cannot be read.
    private func exportedPhoto(of media: ImportedMedia, in item: ImportItem) throws -> UUID? {
        guard options.duplicates != .keep, let identifier = item.export?.identifier,
            item.files.first?.checksum
                == Hexadecimal.digits(of: media.resource.file.checksum),
            let row = try library.records.rows(of: [identifier], in: .asset)[identifier],
            let record = try library.records.assets([row]).records[row],
            record.trashedDate == nil || item.supplement.trashedDate != nil
        else { return nil }
        let role = item.files.first?.role
        let own = try library.originals.heldFiles(ofAssets: [row]).filter { $0.type == role }
        guard !own.isEmpty,
            try HeldBytes(own, verifier, sparesOffline: false).broken.isEmpty
        else { return nil }
        return identifier
    }

    /// Processes a file of an asset that the library has.
    ///
    /// The file is a duplicate, or it replaces a lost file.
    private func processFile(
        _ file: InspectedFile,
        role: ResourceRole,
        isOriginal: Bool,
        ofTwin twin: UUID,
        in cluster: ImportCluster
    ) throws {
        let presence: Presence =
            switch file.finding {
            case .media(let media):
                try presence(of: media.resource.file.checksum, inAsset: twin)
            case .adjustment(_, let resource):
                try presence(of: resource.file.checksum, inAsset: twin)
            case .known(_, let held): .whole(held)
            case .other, .refused, .xmp, .settings: .absent
            }
        if case .broken(let held) = presence {
            try addHealing(of: held, with: file, at: cluster.folder)
            return
        }
        // In a dry run, the twin may only be planned. An original may be a copy of the photo with its metadata inside.
        if !isOriginal, case .media = file.finding, presence == .absent,
            let row = try library.records.rows(of: [twin], in: .asset)[twin]
        {
            let present = try library.records.resources(ofAssets: [row])[row] ?? []
            let state =
                present.contains { $0.type == role }
                ? "with another file in its place"
                : "without such a file, and an import adds none to it"
            reporting.reportRefused(
                file.file,
                reason:
                    "The library has its photo \(state). Import this file by itself to keep it, too."
            )
            dropContent(of: file)
            return
        }
        // Another program's library is never changed, so nothing is removed there.
        if presence.isInSourcesAlone {
            reporting.reportInSource(file.file, of: twin)
        } else {
            reporting.reportDuplicate(file.file, of: twin)
        }
        dropContent(of: file)
    }

    /// Returns the numbers of those files of an item that the library's asset with its original lacks.
    ///
    /// Only a Live Photo's movie and the other file of a pair of RAW and JPEG join. Whether an asset has an edit is a
    /// person's choice, which another import does not change.
    private func joiningIndexes(
        of files: [InspectedFile],
        in item: ImportItem,
        twin: UUID
    ) throws -> [Int] {
        guard item.files.dropFirst().contains(where: { Self.joiningRoles.contains($0.role) })
        else { return [] }
        if block.units.contains(where: { $0.asset == twin && !$0.isNote }) { try commitBlock() }
        guard let row = try library.records.rows(of: [twin], in: .asset)[twin],
            var roles = try library.records.resources(ofAssets: [row])[row]?.map(\.type)
        else { return [] }
        return files.indices.dropFirst().filter { index in
            let role = item.files[index].role
            guard Self.joiningRoles.contains(role), files[index].finding.isMedia,
                !roles.contains(role), ResourceCombination.isSupported(roles + [role])
            else { return false }
            roles.append(role)
            return true
        }
    }

    private static let joiningRoles: Set = [ResourceRole.pairedVideo, ResourceRole.alternatePhoto]

    /// Adds the given files of an item to the asset that has the item's original.
    private func joinFiles(
        _ files: [InspectedFile],
        at indexes: [Int],
        of item: ImportItem,
        to twin: UUID,
        in cluster: ImportCluster
    ) throws {
        guard !indexes.isEmpty else { return }
        var files = files
        for index in indexes {
            guard case .known = files[index].finding else { continue }
            files[index].finding = try stageAgain(files[index].file, in: cluster)
        }
        let parts = ImportParts(
            indexes.map { .init(index: $0, role: item.files[$0].role) },
            sidecars: [],
            files: files,
            of: item
        )
        guard !parts.resources.isEmpty else { return }
        let work = ResourceAttachment(resources: parts.resources, retyped: [:])
        block.add(ImportUnit(work: .attach(twin, work), folder: nil, parts: parts))
    }

    /// Adds the files beside an item to the unit that creates its asset.
    func keepCompanions(of item: ImportItem, in unit: inout ImportUnit) throws {
        guard !options.isDryRun else { return }
        for url in item.companions {
            guard let file = FoundFile(at: url) else { continue }
            let staged = try stageCopy(of: file)
            unit.staged.append(staged)
            unit.kept.append(
                KeptFileSource(staged, filename: FileName.kept(file.name) ?? "sidecar")
            )
        }
    }

    /// Keeps the files beside an item with an asset that has none of their names.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - asset: The asset.
    ///   - all: The files that the asset keeps; those whose place later ones took do not count.
    /// - Throws: ``StoreError`` where a file cannot be copied.
    func keepCompanions(of item: ImportItem, with asset: UUID, besides all: [KeptFile]) throws {
        guard !item.companions.isEmpty else { return }
        let kept = all.filter { !$0.isReplaced }
        // A unit of the present block may keep them already.
        let arriving = block.units.filter { $0.asset == asset }.flatMap(\.kept)
        let present = Set(kept.map(\.filename) + arriving.map(\.filename))
        // An export gives files the names of its photos.
        let checksums = Set(kept.map { Hexadecimal.digits(of: $0.checksum) })
        let known = item.sidecars.filter { $0.checksum.map(checksums.contains) ?? false }.map(\.url)
        var lacking = item
        lacking.companions.removeAll {
            known.contains($0) || present.contains(FileName.kept($0.lastPathComponent) ?? "")
        }
        var unit = ImportUnit(noting: asset)
        try keepCompanions(of: lacking, in: &unit)
        if !unit.kept.isEmpty { block.add(unit) }
    }

    /// Removes the staged files of a file that is not taken.
    func dropContent(of file: InspectedFile) {
        switch file.finding {
        case .media(let media): dropStaged(media)
        case .adjustment(_, let resource), .settings(let resource, _): dropStaged(resource)
        case .xmp(_, let resource, _): if let resource { dropStaged(resource) }
        case .known, .other, .refused: break
        }
    }

    /// Marks the assets that a person called different.
    private func markDifferent(_ catalog: ImportCatalog) throws {
        guard !catalog.different.isEmpty else { return }
        let pairs = catalog.different.compactMap { pair -> (UUID, UUID)? in
            guard let one = catalogMembers.memberAssets(of: pair.one).first,
                let other = catalogMembers.memberAssets(of: pair.other).first
            else { return nil }
            return (one, other)
        }
        let rows = try library.records.rows(of: pairs.flatMap { [$0.0, $0.1] }, in: .asset)
        try library.duplicates.addDifferent(
            pairs.compactMap { one, other in
                guard let one = rows[one], let other = rows[other], one != other else { return nil }
                return (one, other)
            }
        )
    }
}

extension FoundFile {
    /// Creates an entry for a missing file.
    ///
    /// Inspecting the file reports that it is missing.
    fileprivate init(missing url: URL) {
        self.init(url: url, byteCount: 0, modification: 0)
    }
}
