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

    /// Returns those of some assets that the library had before.
    func knownAssets(among assets: [UUID]) -> [UUID] { assets.filter(known.contains) }

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
        var departures: AlbumDepartures?
        let identifiers = try identifiers(of: catalog, departures: &departures)
        var plan = CollectionPlan()
        for collection in catalog.collections {
            if isCancelled() { return }
            let key = ExactText(collection.key)
            guard let uuid = identifiers.all[key] else { continue }
            let deletion = try library.records.deletion(ofCollection: uuid)
            if plan.skips(collection, isDeleted: deletion == .byPerson) { continue }
            let members =
                collection.isFolder || collection.search != nil
                ? []
                : identifiers.own.contains(key)
                    ? catalogMembers.newAssets(of: collection.key)
                    : catalogMembers.memberAssets(of: collection.key)
            let isPresent = try library.records.rows(of: [uuid], in: .collection)[uuid] != nil
            let missing = try membersToAdd(
                library.records.nonmembers(of: uuid, among: members),
                to: collection,
                uuid: uuid,
                isPresent: isPresent,
                departures: &departures
            )
            let mutations = CollectionPlan.mutations(
                for: collection,
                uuid: uuid,
                parent: collection.parent.flatMap { identifiers.all[ExactText($0)] },
                isPresent: isPresent,
                missing: missing,
                acceptsDeleted: restoresDeleted
            )
            guard !mutations.isEmpty else { continue }
            let block = ChangeBlock(mutations, work: .imported, sourceID: source?.id)
            reporting.recordCommit(of: try library.commits.commit(block))
        }
    }

    /// Returns those of some assets that come into an album.
    ///
    /// A photo that a person took out of the album stays out. Where the history does not say whether somebody did, the photo stays out
    /// and is named.
    ///
    /// - Parameters:
    ///   - missing: The members of the catalog's album that are not in the library's.
    ///   - album: The catalog's album.
    ///   - uuid: The identifier of the library's.
    ///   - isPresent: Whether the library has it.
    ///   - departures: What the history says, which is read when it is first needed.
    /// - Returns: The assets, in their order.
    /// - Throws: ``StoreError`` where the library cannot be read.
    private func membersToAdd(
        _ missing: [UUID],
        to album: ImportCollection,
        uuid: UUID,
        isPresent: Bool,
        departures: inout AlbumDepartures?
    ) throws -> [UUID] {
        let rows = try library.records.rows(
            of: catalogMembers.knownAssets(among: missing),
            in: .asset
        )
        guard !rows.isEmpty else { return missing }
        let known = try departures ?? library.history.albumDepartures()
        departures = known
        var doubtful: [UUID] = []
        let added = missing.filter { asset in
            switch rows[asset].map({ known.answer(about: $0, in: uuid) }) {
            case nil, .notByPerson: return true
            case .byPerson: return false
            case .unknown:
                if isPresent { doubtful.append(asset) }
                return !isPresent
            }
        }
        reportDoubtful(doubtful, besides: album)
        return added
    }

    private func reportDoubtful(_ assets: [UUID], besides album: ImportCollection) {
        guard !assets.isEmpty else { return }
        let photos = assets.count == 1 ? "1 photo or video" : "\(assets.count) photos and videos"
        let names = assets.prefix(10).map { String($0.uuidString.prefix(13)) }
        let marker = album.title.hasPrefix("-") ? "-- " : ""
        let command = "photokit album add \(marker)\(ShellWord.quoted(album.title))"
        let example = assets.count > names.count ? ", such as the first \(names.count)" : ""
        reporting.reportLoss(
            .init(
                path: album.title,
                reason:
                    "\(photos) of this album \(assets.count == 1 ? "stays" : "stay") out of it: the history was shortened, so nobody knows whether a person took \(assets.count == 1 ? "it" : "them") out. To add what belongs there\(example): \"\(command) \(names.joined(separator: " "))\"."
            )
        )
    }
}
