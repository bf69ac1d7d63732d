import Crypto
import Foundation
import PhotosBase
import PhotosStore

/// Recognising the albums and folders of another program's library or export.
extension ImportRun {
    /// The albums and folders of the library that the collections of a catalog are.
    struct CatalogIdentifiers {
        /// The identifiers, by the keys of the collections.
        var all: [ExactText: UUID] = [:]
        /// The keys of those that the library itself exported.
        ///
        /// Their titles and members may have changed since, and stay as they are; only photos that came in now are added.
        var own: Set<ExactText> = []
    }

    /// Returns the identifiers of a catalog's albums and folders.
    ///
    /// - Parameters:
    ///   - catalog: The catalog.
    ///   - departures: What the history says about members, which is read when it is first needed.
    /// - Returns: The identifiers.
    /// - Throws: ``StoreError`` where the library cannot be read.
    func identifiers(
        of catalog: ImportCatalog,
        departures: inout AlbumDepartures?
    ) throws -> CatalogIdentifiers {
        var identifiers = CatalogIdentifiers()
        for collection in catalog.collections {
            let derived = Self.albumIdentifier(of: collection.key, in: catalog.identity)
            let key = UUID(uuidString: collection.key)
            if let key, try isPresent(key) {
                identifiers.all[ExactText(collection.key)] = key
                if !Self.isOfSource(key) { identifiers.own.insert(ExactText(collection.key)) }
            } else if let key, Self.isOfSource(key), try !isKnown(derived) {
                // An import of that source finds the album again.
                identifiers.all[ExactText(collection.key)] = key
            } else {
                identifiers.all[ExactText(collection.key)] = derived
            }
        }
        var taken = Set(identifiers.all.values)
        let titles = Dictionary(grouping: catalog.collections) { ExactText($0.title) }
        for collection in catalog.collections
        where !collection.isFolder && collection.search == nil
            && titles[ExactText(collection.title)]?.count == 1
        {
            let key = ExactText(collection.key)
            guard let uuid = identifiers.all[key], try !isKnown(uuid),
                let album = try likeAlbum(of: collection, departures: &departures),
                taken.insert(album).inserted
            else { continue }
            identifiers.all[key] = album
        }
        return identifiers
    }

    /// Returns the only album with the title of a catalog's album, if it has the same photos.
    private func likeAlbum(
        of collection: ImportCollection,
        departures: inout AlbumDepartures?
    ) throws -> UUID? {
        let albums = try library.records.albums(titled: collection.title)
        let members = catalogMembers.memberAssets(of: collection.key)
        let known = catalogMembers.knownAssets(among: members)
        guard albums.count == 1, let album = albums.first, !known.isEmpty,
            let row = try library.records.rows(of: [album], in: .collection)[album]
        else { return nil }
        let missing = try library.records.nonmembers(of: album, among: known)
        var takenOut: Set<UUID> = []
        if !missing.isEmpty {
            let answers = try departures ?? library.history.albumDepartures()
            departures = answers
            let rows = try library.records.rows(of: missing, in: .asset)
            takenOut = Set(
                missing.filter { asset in
                    rows[asset].map { answers.answer(about: $0, in: album) } == .byPerson
                }
            )
        }
        let likeness = AlbumLikeness(
            catalogCount: members.count,
            known: Set(known),
            albumCount: try library.records.fetch(FetchPlan(.members(album: row))).rows.count,
            missing: Set(missing),
            takenOut: takenOut
        )
        return likeness.isSame ? album : nil
    }

    private func isPresent(_ uuid: UUID) throws -> Bool {
        try library.records.rows(of: [uuid], in: .collection)[uuid] != nil
    }

    /// Whether the library has an album or folder, or had one.
    private func isKnown(_ uuid: UUID) throws -> Bool {
        try isPresent(uuid) || library.records.deletion(ofCollection: uuid) != nil
    }

    /// Returns the identifier of an album, which is the same in every import of the source.
    static func albumIdentifier(of key: String, in identity: String) -> UUID {
        UUID(derivedFrom: Array(SHA256.hash(data: Data("\(identity)\0\(key)".utf8))))
    }

    /// Whether an identifier was made of a source and a key in it, so that libraries that imported the source share it.
    private static func isOfSource(_ identifier: UUID) -> Bool { identifier.bytes[6] >> 4 == 8 }
}

extension UUID {
    /// Makes an identifier that is always the same for a checksum.
    init(derivedFrom checksum: [UInt8]) {
        var bytes = Array(checksum.prefix(16))
        // UUID version 8, for values with a custom format (RFC 9562), and its variant.
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        self = UUID(bytes: bytes) ?? .zero
    }
}
