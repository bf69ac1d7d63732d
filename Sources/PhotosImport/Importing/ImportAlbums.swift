import Foundation
import PhotosStore

extension PicasaAlbum {
    /// The identifier of the album, the same in every import.
    var identifier: UUID { ImportRun.albumIdentifier(of: token, in: "com.google.picasa") }
}

/// The albums that an import fills besides those of its source: the requested album, and the album of
/// duplicates.
final class ImportAlbums {
    private let library: Library
    private var identifiers: [String: UUID] = [:]
    /// The albums that the present block creates.
    private var made: [String] = []
    /// The assets of the library whose duplicates were found since the last commit.
    private var duplicates: [UUID] = []
    /// Which photos persons took out of albums; nil until it is needed.
    private var departures: AlbumDepartures?

    init(_ library: Library) { self.library = library }

    func recordDuplicate(of asset: UUID, options: ImportOptions) {
        if options.duplicates == .album { duplicates.append(asset) }
    }

    /// Returns the mutations that add the assets of a block's units to albums.
    ///
    /// Missing albums are created.
    func albumMutations(for units: [ImportUnit], options: ImportOptions) throws -> [Mutation] {
        guard
            options.album != nil || options.makesAlbumsOfFolders || options.duplicates == .album
                || units.contains(where: { !$0.albums.isEmpty })
        else { return [] }
        let addable = try assetsToAdd(of: units)
        let units = units.filter { $0.asset.map(addable.contains) ?? false }
        var mutations: [Mutation] = []
        let assets = units.compactMap(\.asset)
        if let title = options.album, !assets.isEmpty {
            mutations += try append(assets, to: title)
        }
        if options.makesAlbumsOfFolders {
            var folders: [ExactText: [UUID]] = [:]
            for unit in units {
                guard let asset = unit.asset else { continue }
                for name in unit.folderNames
                where options.album.map(ExactText.init) != ExactText(name) {
                    folders[ExactText(name), default: []].append(asset)
                }
            }
            for (title, assets) in folders.sorted(by: { $0.key.string < $1.key.string }) {
                mutations += try append(assets, to: title.string, sparesRemoved: true)
            }
        }
        mutations += try picasaMutations(units)
        if options.duplicates == .album {
            let found =
                duplicates.filter(addable.contains)
                + units.filter { !$0.twins.isEmpty }.compactMap(\.asset)
            if !found.isEmpty {
                mutations += try append(found, to: ImportOptions.duplicatesAlbum)
            }
        }
        return mutations
    }

    /// Clears the state after the block has been committed.
    func clearBlock() {
        made = []
        duplicates = []
    }

    /// Forgets the albums of a block that failed, because they do not exist.
    func forgetMadeAlbums() {
        for title in made { identifiers[title] = nil }
        made = []
    }

    /// Returns the assets that albums can get: those that the block creates, and those of the library outside Recently Deleted.
    ///
    /// An asset that was deleted since the import found it would let the whole block fail.
    private func assetsToAdd(of units: [ImportUnit]) throws -> Set<UUID> {
        let created = Set(units.filter(\.isCreation).compactMap(\.asset))
        let others = Set(units.compactMap(\.asset) + duplicates).subtracting(created)
        guard !others.isEmpty else { return created }
        let rows = try library.records.rows(of: Array(others), in: .asset)
        let records = try library.records.assets(Array(rows.values)).records
        return created.union(
            others.filter { asset in
                guard let row = rows[asset], let record = records[row] else { return false }
                return record.trashedDate == nil
            }
        )
    }

    /// Returns the mutations that add assets to albums of Picasa.
    ///
    /// An album that a person has deleted since stays deleted, and a photo that a person took out of one stays out.
    private func picasaMutations(_ units: [ImportUnit]) throws -> [Mutation] {
        var members: [PicasaAlbum: [UUID]] = [:]
        for unit in units {
            guard let asset = unit.asset else { continue }
            for album in unit.albums { members[album, default: []].append(asset) }
        }
        var mutations: [Mutation] = []
        var created: Set<UUID> = []
        for (album, assets) in members.sorted(by: { $0.key.token < $1.key.token }) {
            let uuid = album.identifier
            if try library.records.deletion(ofCollection: uuid) == .byPerson { continue }
            if !created.contains(uuid),
                try library.records.rows(of: [uuid], in: .collection)[uuid] == nil
            {
                mutations.append(.createCollection(uuid, .album, title: album.title))
                created.insert(uuid)
            }
            let missing = try absentees(of: uuid, among: assets, sparesRemoved: true)
            if !missing.isEmpty {
                mutations.append(
                    .editMembers(album: uuid, ListEdits(steps: [.append(missing)]))
                )
            }
        }
        return mutations
    }

    /// Returns those of some assets that an import adds to an album, because they are not in it.
    ///
    /// - Parameters:
    ///   - album: The album.
    ///   - assets: The assets.
    ///   - sparesRemoved: Whether assets stay out that a person took out of the album.
    /// - Returns: The assets, in their order.
    /// - Throws: ``StoreError`` where the library cannot be read.
    func absentees(
        of album: UUID,
        among assets: [UUID],
        sparesRemoved: Bool
    ) throws -> [UUID] {
        let missing = try library.records.nonmembers(of: album, among: assets)
        guard sparesRemoved, !missing.isEmpty else { return missing }
        let rows = try library.records.rows(of: missing, in: .asset)
        // The block has created the others.
        guard !rows.isEmpty else { return missing }
        let departures = try self.departures ?? library.history.albumDepartures()
        self.departures = departures
        return missing.filter { asset in
            rows[asset].map { departures.answer(about: $0, in: album) } != .byPerson
        }
    }

    private func append(
        _ assets: [UUID],
        to title: String,
        sparesRemoved: Bool = false
    ) throws -> [Mutation] {
        var mutations: [Mutation] = []
        let album: UUID
        if let known = try identifiers[title] ?? library.records.album(titled: title) {
            album = known
        } else {
            album = library.environment.makeUUID()
            mutations.append(.createCollection(album, .album, title: title))
            made.append(title)
        }
        identifiers[title] = album
        var seen: Set<UUID> = []
        let members = assets.filter { seen.insert($0).inserted }
        let missing = try absentees(of: album, among: members, sparesRemoved: sparesRemoved)
        if !missing.isEmpty || !mutations.isEmpty {
            mutations.append(.editMembers(album: album, ListEdits(steps: [.append(missing)])))
        }
        return mutations
    }
}
