import Crypto
import Foundation
import PhotosMedia
import PhotosStore

/// The assets created for the members of another program's albums, in their order.
struct CatalogMembers {
    private var members: [ExactText: [(order: Double, asset: UUID)]] = [:]

    mutating func note(_ memberships: [ImportItem.Membership], of asset: UUID) {
        for membership in memberships {
            members[ExactText(membership.collection), default: []].append((membership.order, asset))
        }
    }

    /// Returns the members of a collection, without repetitions.
    func assets(of collection: String) -> [UUID] {
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
        at place: URL,
        unpackedBelow unpacked: URL? = nil
    ) throws {
        source = try makeSource(kind, at: place.standardizedFileURL)
        catalogMembers = CatalogMembers()
        let own = unpacked.map { $0.path + "/" }
        for loss in catalog.losses { reporting.loss(loss) }
        let files = catalog.items.map { item in
            item.files.map { FoundFile(at: $0.url) ?? FoundFile(missing: $0.url) }
        }
        reporting.found(
            files: files.reduce(0) { $0 + $1.count },
            bytes: files.joined().reduce(0) { $0 + $1.byteCount }
        )
        for (item, files) in zip(catalog.items, files) {
            if isCancelled() { return }
            var cluster = ImportCluster(place: nil, files: files, item: item)
            // A photo's files may come partly from an archive and partly from a person's folder, where they
            // must stay.
            cluster.isUnpacked =
                own.map { own in files.allSatisfy { $0.url.path.hasPrefix(own) } } ?? false
            try submit(cluster)
        }
        try finishWaiting()
        guard !isCancelled(), !options.isDryRun else { return }
        try makeCollections(of: catalog)
    }

    func settle(_ item: ImportItem, _ cluster: ImportCluster, _ files: [InspectedFile]) throws {
        guard let original = files.first else { return }
        if let twin = try twin(of: original, item) {
            for file in files { try settle(file, ofTwin: twin, cluster) }
            albums.noteDuplicate(twin, options)
            catalogMembers.note(item.memberships, of: twin)
            return
        }
        guard case .media(let media) = original.finding else {
            for file in files {
                reporting.refused(file.file, reason(file, of: original))
                dropContent(of: file)
            }
            return
        }
        let members = usableMembers(item, files)
        let parts = ImportParts(members, [], files, of: item)
        var creation = AssetCreation(
            uuid: library.environment.makeUUID(),
            resources: parts.resources,
            fallbackDate: original.file.modificationDate,
            onlyIfNew: options.duplicates != .keep
        )
        creation.supplement = item.supplement
        if !members.contains(where: { ResourceRole.edited.contains($0.role) }) {
            creation.supplement.adjustment = nil
        }
        var unit = ImportUnit(
            work: .create(creation),
            place: nil,
            files: parts.files,
            staged: parts.staged
        )
        unit.memberships = item.memberships
        if options.isDryRun { planned[media.resource.file.checksum] = creation.uuid }
        block.add(unit)
    }

    /// Returns the asset that already has an original's bytes.
    private func twin(of original: InspectedFile, _ item: ImportItem) throws -> UUID? {
        switch original.finding {
        case .known(_, let assets): return assets.first
        case .media(let media) where options.duplicates != .keep:
            let checksum = media.resource.file.checksum
            if let planned = planned[checksum] { return planned }
            if block.brings(checksum) { try commitBlock() }
            // A photo in the source's trash must not be imported again each time, so assets in Recently
            // Deleted count, too.
            let isDeleted = item.supplement.trashedDate != nil
            return try heldBytes(checksum, evenDeleted: isDeleted).assets.first
        default: return nil
        }
    }

    /// Processes a file of an asset that the library has.
    ///
    /// The file is a duplicate, or it replaces a lost file.
    private func settle(
        _ file: InspectedFile,
        ofTwin twin: UUID,
        _ cluster: ImportCluster
    ) throws {
        let broken: [HeldBytes.Broken] =
            switch file.finding {
            case .media(let media):
                try brokenFiles(media.resource.file.checksum, ofAsset: twin)
            case .adjustment(_, let resource):
                try brokenFiles(resource.file.checksum, ofAsset: twin)
            case .known, .other, .refused, .xmp: []
            }
        guard broken.isEmpty else {
            try heal(broken, with: file, at: cluster.place)
            return
        }
        reporting.duplicate(file.file, of: twin)
        dropContent(of: file)
    }

    /// Returns the files of an item that can be resources of one asset.
    ///
    /// The others are reported.
    private func usableMembers(_ item: ImportItem, _ files: [InspectedFile]) -> [FileGroup.Member] {
        var members: [FileGroup.Member] = []
        for (index, file) in files.enumerated() {
            let role = item.files[index].role
            switch file.finding {
            case .media, .adjustment:
                if ResourceCombination.isSupported(members.map(\.role) + [role]) {
                    members.append(.init(index: index, role: role))
                } else {
                    reporting.refused(file.file, "It does not fit the other files of its asset.")
                    dropContent(of: file)
                }
            case .known, .other, .refused, .xmp:
                reporting.refused(file.file, reason(file, of: files[0]))
            }
        }
        return members
    }

    private func reason(_ file: InspectedFile, of original: InspectedFile) -> String {
        switch file.finding {
        case .refused(let reason): reason
        case .other, .xmp: "It is neither a picture nor a movie."
        case .known: "The library has its bytes in another asset."
        default: "The original that it belongs to, \(original.file.name), could not be imported."
        }
    }

    private func dropContent(of file: InspectedFile) {
        switch file.finding {
        case .media(let media): drop(media)
        case .adjustment(_, let resource): drop(resource)
        case .known, .other, .refused, .xmp: break
        }
    }

    // MARK: Albums and folders

    private func makeCollections(of catalog: ImportCatalog) throws {
        var skipped: Set<ExactText> = []
        for collection in catalog.collections {
            if isCancelled() { return }
            let uuid = Self.identifier(of: collection.key, in: catalog.identity)
            // A collection that a person has deleted is not created again.
            if try library.isBuried(uuid)
                || collection.parent.map({ skipped.contains(ExactText($0)) }) == true
            {
                skipped.insert(ExactText(collection.key))
                continue
            }
            var mutations: [Mutation] = []
            if try library.rows(of: [uuid], in: .collection)[uuid] == nil {
                mutations.append(
                    .createCollection(
                        uuid,
                        collection.isFolder ? .folder : .album,
                        title: collection.title
                    )
                )
                if let parent = collection.parent {
                    let folder = Self.identifier(of: parent, in: catalog.identity)
                    mutations.append(
                        .editChildren(folder: folder, ListEdits(steps: [.append([uuid])]))
                    )
                }
            }
            if !collection.isFolder {
                let members = catalogMembers.assets(of: collection.key)
                let missing = try library.nonmembers(of: uuid, among: members)
                if !missing.isEmpty {
                    mutations.append(
                        .editMembers(album: uuid, ListEdits(steps: [.append(missing)]))
                    )
                }
            }
            guard !mutations.isEmpty else { continue }
            try library.commit(ChangeBlock(mutations, work: .imported, sourceID: source?.id))
        }
    }

    /// Returns the identifier of an album, which is the same in every import of the source.
    static func identifier(of key: String, in identity: String) -> UUID {
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
