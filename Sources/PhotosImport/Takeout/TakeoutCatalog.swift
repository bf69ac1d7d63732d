import Foundation
import PhotosMedia
import PhotosStore

/// Builds a catalog from the folders of an export: each photo once, with all its albums.
struct TakeoutCatalog {
    private(set) var catalog: ImportCatalog
    private let now: Date

    /// The items, by the identity of the photo and the sizes of its files.
    private var known: [Key: Int] = [:]
    private var byIdentity: [TakeoutPartner.Identity: [Int]] = [:]
    /// The JSON files whose photo is not in their folder, with the album of that folder.
    private var alone: [(partner: TakeoutContents.Partner, album: String?)] = []

    private struct Key: Hashable {
        var identity: TakeoutPartner.Identity
        var byteCount: Int64
        var isEdit: Bool
    }

    init(identity: String, now: Date, losses: [ImportCatalog.Loss]) {
        catalog = ImportCatalog(identity: identity, losses: losses)
        self.now = now
    }

    // MARK: Folders

    mutating func add(_ folder: TakeoutContents) {
        catalog.losses += folder.losses
        let partners = folder.partners.map {
            TakeoutMatching.Partner(name: $0.file.name, title: $0.says.title)
        }
        let matching = TakeoutMatching(photos: folder.media.map(\.file.name), partners: partners)
        var unused = matching.unused
        let grouping = TakeoutGrouping(
            folder.media.indices.map { index in
                let partner = matching.partners[index]
                return .init(
                    name: folder.media[index].file.name,
                    isMovie: folder.media[index].kind == .video,
                    partner: partner,
                    taken: partner.flatMap { folder.partners[$0].says.taken }
                )
            }
        )
        var groups = grouping.groups
        let edits = groups.indices.filter {
            groups[$0].missingOriginal != nil && groups[$0].partner == nil
        }
        let second = TakeoutMatching(
            photos: edits.compactMap { groups[$0].missingOriginal },
            partners: unused.map { partners[$0] }
        )
        for (index, edit) in edits.enumerated() {
            groups[edit].partner = second.partners[index].map { unused[$0] }
        }
        unused = second.unused.map { unused[$0] }
        let album = collectionKey(of: folder)
        for group in groups { addPhoto(group, of: folder, album: album) }
        let shared = Dictionary(grouping: groups.compactMap(\.partner)) { $0 }.filter {
            $0.value.count > 1
        }
        catalog.sharedSidecars += shared.keys.sorted().map { folder.partners[$0].file.url }
        alone += unused.map { (folder.partners[$0], album) }
    }

    /// Returns the key of a folder's album; nil for a folder that is no album.
    private mutating func collectionKey(of folder: TakeoutContents) -> String? {
        guard case .album(let title) = folder.kind else { return nil }
        // The folder's name is the key, because two albums may have the same title.
        let key = folder.path.joined(separator: "/")
        if !catalog.collections.contains(where: { $0.key == key }) {
            catalog.collections.append(ImportCollection(key: key, title: title))
        }
        return key
    }

    private mutating func addPhoto(
        _ group: TakeoutGrouping.Group,
        of folder: TakeoutContents,
        album: String?
    ) {
        let says = group.partner.map { folder.partners[$0].says }
        let original = folder.media[group.original]
        var item = ImportItem(files: Self.importedFiles(of: group, in: folder, partner: says))
        item.companions = group.partner.map { [folder.partners[$0].file.url] } ?? []
        item.supplement = says?.supplement(now: now) ?? ImportSupplement()
        if folder.kind == .trash { item.supplement.trashedDate = now }
        if folder.kind == .archive { item.supplement.isHidden = true }
        if group.edit != nil {
            item.supplement.adjustment = .init(
                formatIdentifier: "com.google.photos",
                formatVersion: "1"
            )
        }
        if let album {
            item.memberships = [.init(collection: album, order: orderValue(for: says))]
        }
        if says == nil {
            recordLoss(
                of: original.file.path,
                reason:
                    "Its JSON file is not in the export: date and place are those in the file itself."
            )
        }
        if group.missingOriginal != nil {
            recordLoss(
                of: original.file.path,
                reason:
                    "The original of this edited copy is not in the export: the copy comes in as a photo."
            )
        }
        var keys: [Key] = []
        if let says {
            keys = [
                Key(
                    identity: says.identity,
                    byteCount: original.file.byteCount,
                    isEdit: group.missingOriginal != nil
                )
            ]
            if let edit = group.edit {
                keys.append(
                    Key(
                        identity: says.identity,
                        byteCount: folder.media[edit].file.byteCount,
                        isEdit: true
                    )
                )
            }
        }
        addItem(item, keys: keys, identity: says?.identity)
    }

    private static func importedFiles(
        of group: TakeoutGrouping.Group,
        in folder: TakeoutContents,
        partner says: TakeoutPartner?
    ) -> [ImportItem.File] {
        let original = folder.media[group.original]
        let file = { (index: Int, role: ResourceRole) in
            let name = folder.media[index].file.name
            // The title in the JSON file is the original's name before it was shortened. Edited copies have
            // no title.
            let isOriginal = index == group.original && group.missingOriginal == nil
            let title =
                isOriginal ? says?.title.flatMap { Self.usableFilename(from: $0, like: name) } : nil
            return ImportItem.File(folder.media[index].file.url, role: role, filename: title)
        }
        switch original.kind {
        case .image:
            return [file(group.original, ResourceRole.photo)]
                + (group.movie.map { [file($0, ResourceRole.pairedVideo)] } ?? [])
                + (group.edit.map { [file($0, ResourceRole.fullSizePhoto)] } ?? [])
                + (group.movieEdit.map { [file($0, ResourceRole.fullSizePairedVideo)] } ?? [])
        case .video:
            return [file(group.original, ResourceRole.video)]
                + (group.edit.map { [file($0, ResourceRole.fullSizeVideo)] } ?? [])
        case .audio:
            return [file(group.original, ResourceRole.audio)]
        }
    }

    /// Returns a title that can be the name of a file with the same extension; nil otherwise.
    private static func usableFilename(from title: String, like name: String) -> String? {
        let given = TakeoutName.splitExtension(title).pathExtension.lowercased()
        guard given == TakeoutName.splitExtension(name).pathExtension.lowercased(),
            !title.hasPrefix("."), FileName.kept(title) == title
        else { return nil }
        return title == name ? nil : title
    }

    /// Returns the order value of a photo.
    ///
    /// An export has no order, and Google Photos sorts an album by capture time.
    private func orderValue(for says: TakeoutPartner?) -> Double {
        // Photos without a time come last, in the order of the folder.
        says?.taken?.timeIntervalSince1970 ?? 1e12 + Double(catalog.items.count)
    }

    // MARK: The same photo in several folders

    private mutating func addItem(
        _ item: ImportItem,
        keys: [Key],
        identity: TakeoutPartner.Identity?
    ) {
        let found = keys.compactMap { known[$0] }.first
        let number = found ?? catalog.items.count
        if found != nil {
            mergeItem(item, into: number)
        } else {
            catalog.items.append(item)
            if let identity { byIdentity[identity, default: []].append(number) }
        }
        for key in keys where known[key] == nil { known[key] = number }
    }

    private mutating func mergeItem(_ item: ImportItem, into number: Int) {
        let roles = Set(catalog.items[number].files.map(\.role))
        // The primary file exists already. Additional files of this copy are added.
        for file in item.files.dropFirst() where !roles.contains(file.role) {
            catalog.items[number].files.append(file)
        }
        for membership in item.memberships {
            addMembership(membership, to: number)
        }
        let other = item.supplement
        var merged = catalog.items[number].supplement
        merged.location = merged.location ?? other.location
        merged.caption = merged.caption ?? other.caption
        merged.keywords += other.keywords.filter { !merged.keywords.contains($0) }
        merged.isFavorite = merged.isFavorite ?? other.isFavorite
        merged.isHidden = merged.isHidden ?? other.isHidden
        merged.adjustment = merged.adjustment ?? other.adjustment
        // A photo with a copy outside the trash is not deleted.
        if other.trashedDate == nil { merged.trashedDate = nil }
        catalog.items[number].supplement = merged
    }

    private mutating func addMembership(_ membership: ImportItem.Membership, to number: Int) {
        let isMember = catalog.items[number].memberships.contains {
            $0.collection == membership.collection
        }
        if !isMember { catalog.items[number].memberships.append(membership) }
    }

    // MARK: The end

    /// Assigns the remaining JSON files to photos in other folders.
    ///
    /// Some exports have a photo only in its year's folder. Its albums then contain only JSON files.
    mutating func finish() {
        for (partner, album) in alone {
            let found = byIdentity[partner.says.identity] ?? []
            if let album, found.count == 1 {
                addMembership(
                    .init(collection: album, order: orderValue(for: partner.says)),
                    to: found[0]
                )
            } else if found.isEmpty {
                recordLoss(
                    of: partner.file.path,
                    reason:
                        "The photo that this file speaks of is not in the export. If it came in several "
                        + "parts, import all of them together."
                )
            } else if album != nil {
                recordLoss(
                    of: partner.file.path,
                    reason:
                        "It speaks of one of several photos that it does not tell apart: none of them is "
                        + "put into this album."
                )
            } else {
                recordLoss(
                    of: partner.file.path,
                    reason: "The photo that this file speaks of comes in with another partner."
                )
            }
        }
        alone = []
        let used = Set(catalog.items.flatMap(\.memberships).map(\.collection))
        for album in catalog.collections where !used.contains(album.key) {
            recordLoss(
                of: album.key,
                reason: "The album has no photo in the export: it is left out."
            )
        }
        catalog.collections.removeAll { !used.contains($0.key) }
        catalog.collections.sort { $0.key < $1.key }
    }

    mutating func recordLoss(of path: String, reason: String) {
        catalog.losses.append(.init(path: path, reason: reason))
    }
}
