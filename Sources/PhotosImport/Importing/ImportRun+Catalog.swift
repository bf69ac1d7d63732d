import Crypto
import Foundation
import PhotosBase
import PhotosMedia
import PhotosStore

/// The assets created for the members of another program's albums, in their order.
struct CatalogMembers {
    private var members: [ExactText: [(order: Double, asset: UUID)]] = [:]
    /// The assets that the library had before.
    private var known: Set<UUID> = []

    mutating func recordMemberships(
        _ memberships: [ImportItem.Membership],
        of asset: UUID,
        isKnown: Bool = false
    ) {
        if isKnown { known.insert(asset) }
        for membership in memberships {
            members[ExactText(membership.collection), default: []].append((membership.order, asset))
        }
    }

    /// Returns the members of a collection that the library did not have before, without repetitions.
    func newAssets(of collection: String) -> [UUID] {
        memberAssets(of: collection).filter { !known.contains($0) }
    }

    /// Returns the members of a collection, without repetitions.
    func memberAssets(of collection: String) -> [UUID] {
        var seen: Set<UUID> = []
        let members = members[ExactText(collection)] ?? []
        // Members with equal order values keep the order of the catalog.
        return members.enumerated().sorted {
            ($0.element.order, $0.offset) < ($1.element.order, $1.offset)
        }.map(\.element.asset).filter { seen.insert($0).inserted }
    }
}

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
                try processFile(file, role: item.files[index].role, ofTwin: twin, in: cluster)
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
            // What a person removes later stays removed, whatever another import of the same finds.
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
            return presence.assets.dropFirst(item.export?.copy ?? 0).first
        default: return nil
        }
    }

    /// Processes a file of an asset that the library has.
    ///
    /// The file is a duplicate, or it replaces a lost file.
    private func processFile(
        _ file: InspectedFile,
        role: ResourceRole,
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
        // In a dry run, the twin may only be planned.
        if case .media = file.finding, presence == .absent,
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
    private func keepCompanions(of item: ImportItem, in unit: inout ImportUnit) throws {
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
    func keepCompanions(of item: ImportItem, with asset: UUID, row: Int64) throws {
        guard !item.companions.isEmpty else { return }
        let kept = try library.originals.keptFiles(ofAssets: [row])[row] ?? []
        let present = Set(kept.map(\.filename))
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

    // MARK: Albums and folders

    private func makeCollections(of catalog: ImportCatalog) throws {
        let restoresDeleted = catalog.items.contains {
            $0.export?.restored[.trashedDate]?.real != nil
        }
        var plan = CollectionPlan()
        for collection in catalog.collections {
            if isCancelled() { return }
            let own = try ownCollection(collection.key)
            let uuid = own ?? Self.albumIdentifier(of: collection.key, in: catalog.identity)
            let deletion = try library.records.deletion(ofCollection: uuid)
            if plan.skips(collection, isDeleted: deletion == .byPerson) { continue }
            let members =
                collection.isFolder || collection.search != nil
                ? []
                : own == nil
                    ? catalogMembers.memberAssets(of: collection.key)
                    : catalogMembers.newAssets(of: collection.key)
            let mutations = CollectionPlan.mutations(
                for: collection,
                uuid: uuid,
                parent: try collection.parent.map {
                    try ownCollection($0) ?? Self.albumIdentifier(of: $0, in: catalog.identity)
                },
                isPresent: try library.records.rows(of: [uuid], in: .collection)[uuid] != nil,
                missing: try library.records.nonmembers(of: uuid, among: members),
                acceptsDeleted: restoresDeleted
            )
            guard !mutations.isEmpty else { continue }
            let block = ChangeBlock(mutations, work: .imported, sourceID: source?.id)
            reporting.recordCommit(of: try library.commits.commit(block))
        }
    }

    /// Returns the collection of an export that the library itself has, because it made the export or is a copy of the one
    /// that did.
    ///
    /// Its title and members may have changed since, and stay as they are; only photos that came in now are added.
    private func ownCollection(_ key: String) throws -> UUID? {
        guard let uuid = UUID(uuidString: key),
            try library.records.rows(of: [uuid], in: .collection)[uuid] != nil
        else { return nil }
        return uuid
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

    /// Returns the identifier of an album, which is the same in every import of the source.
    static func albumIdentifier(of key: String, in identity: String) -> UUID {
        let digest = SHA256.hash(data: Data("\(identity)\0\(key)".utf8))
        var bytes = Array(digest.prefix(16))
        // UUID version 8, for values with a custom format (RFC 9562), and its variant.
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        return UUID(bytes: bytes) ?? .zero
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
