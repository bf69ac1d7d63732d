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

/// Albums and folders of another program's library or export.
extension ImportRun {
    /// Makes the albums and folders of a catalog, and adds the assets that came in to them.
    func makeCollections(of catalog: ImportCatalog) throws {
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
