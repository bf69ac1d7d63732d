import Foundation
import OpenPhotoKit
import Photos
import PhotosImport
import PhotosStore
import PhotosTestSupport

/// What a client can ask, each with an answer as text.
enum TwinCall: String, CaseIterable {
    case assets, count, keyAssets, smartAlbums, userAlbums, containing, identifiers, prefixes,
        bursts
    case history, token, cloudNames, localNames, resources, duplicates, held, status
    case search, explained, suggestions, alike, places
    case update, delete, create, edit, makeAlbum, editAlbum, wholeLibrary, information

    /// Whether the client changes something with it.
    var changes: Bool {
        switch self {
        case .update, .delete, .create, .edit: true
        default: false
        }
    }

    /// Decides, the same in both libraries, what exactly is asked.
    struct Plan {
        var seed: UInt64
        var numbers: SeededNumbers { SeededNumbers(seed: seed) }
    }

    /// What can be asked about.
    struct World {
        var shared: [UUID]
        var strangers: [UUID]
        var cloudNames: [String]
        var moments: [PHPersistentChangeToken]

        var all: [UUID] { shared + strangers }
    }

    func answer(of twin: inout Twin, _ plan: Plan, _ world: World) throws -> String {
        var numbers = plan.numbers
        let store = twin.store
        let client = twin.client
        return try client.withCurrent {
            switch self {
            case .assets:
                return TwinText.list(PHAsset.fetchAssets(with: TwinText.options(&numbers)))
            case .count:
                let found = PHAsset.fetchAssets(with: TwinText.options(&numbers))
                return
                    "\(found.count) \(found.countOfAssets(with: .image)) \(found.countOfAssets(with: .video))"
            case .keyAssets:
                return Self.smartAlbums().map(TwinText.keyAssets).joined(separator: "\n")
            case .smartAlbums: return Self.smartAlbums().map(TwinText.album).joined(separator: "\n")
            case .userAlbums: return Self.userAlbums()
            case .containing:
                let found = PHAsset.fetchAssets(with: nil)
                return found.objects(at: IndexSet(0..<found.count)).map { asset in
                    let albums = PHAssetCollection.fetchAssetCollectionsContaining(
                        asset,
                        with: .album,
                        options: nil
                    )
                    return "\(albums.count)"
                }.joined(separator: " ")
            case .identifiers:
                let names = numbers.some(of: world.all, atMost: 9).flatMap { uuid in
                    ObjectKind.allCases.map { LocalIdentifier(uuid: uuid, kind: $0).description }
                }
                return TwinText.list(PHAsset.fetchAssets(withLocalIdentifiers: names, options: nil))
                    + "\n\(PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: names, options: nil).count)"
            case .prefixes:
                let digit = String(numbers.number(below: 16), radix: 16)
                return try client.localIdentifiers(beginningWith: digit, of: .asset, limit: 50)
                    .joined(separator: "\n")
            case .bursts:
                return TwinText.list(
                    PHAsset.fetchAssets(withBurstIdentifier: "burst", options: nil)
                )
            case .history:
                return TwinText.history(since: numbers.pick(world.moments), &twin)
            case .token: return "\(twin.number(of: client.currentChangeToken.stringValue))"
            case .cloudNames:
                let names = world.all.map { LocalIdentifier(uuid: $0, kind: .asset).description }
                let mappings = client.cloudIdentifierMappings(forLocalIdentifiers: names)
                return names.map { TwinText.outcome(mappings[$0]) { $0.archivalStringValue } }
                    .joined(separator: "\n")
            case .localNames:
                let names = numbers.some(of: world.cloudNames, atMost: 9).compactMap {
                    PHCloudIdentifier(archivalStringValue: $0)
                }
                let mappings = client.localIdentifierMappings(for: names)
                return names.map { TwinText.outcome(mappings[$0]) { $0 } }.joined(separator: "\n")
            case .resources: return TwinText.resources()
            case .duplicates:
                let checksums = (0..<40).map { TwinText.checksum(seed: UInt8($0)) }
                return try checksums.map { "\(try store.records.assets(withChecksum: $0))" }
                    .joined(separator: "\n")
            case .held: return try Self.held(&twin, &numbers)
            case .search: return TwinQuestions.search(client, &numbers)
            case .explained: return TwinQuestions.explained(client, &numbers)
            case .suggestions:
                let asked = twin.sharesVocabulary ? PHPhotoLibrary(twin.owner) : client
                return TwinQuestions.suggestions(asked, &numbers)
            case .alike: return try TwinQuestions.alike(store, &numbers)
            case .places: return TwinQuestions.places(client)
            case .information:
                let facts = try client.information()
                return
                    "\(facts.assetCount) \(facts.recentlyDeletedCount) \(facts.albumCount) \(facts.changeCount) \(facts.fileBytes)"
            case .status:
                return
                    "\(client.status(for: .readWrite).rawValue) \(client.status(for: .addOnly).rawValue) \(client.unavailabilityReason.map { "\($0)" } ?? "")"
            case .update:
                let values: [AssetField: FieldValue] = [
                    .isFavorite: .integer(Int64(numbers.number(below: 2))),
                    .caption: .text("by client \(numbers.number(below: 9))"),
                ]
                return Self.commit([.set(numbers.pick(world.all), values)], store)
            case .delete:
                let some = numbers.some(of: world.all, atMost: 3)
                return Self.commit(
                    [numbers.chance(0.5) ? .deleteAssets(some) : .restoreAssets(some)],
                    store
                )
            case .create:
                let uuid = store.environment.makeUUID()
                return "\(uuid) "
                    + Self.commit([.picture(uuid, seed: UInt8(numbers.number(below: 40)))], store)
            case .edit:
                let uuid = numbers.pick(world.all)
                return Self.commit([numbers.chance(0.6) ? .edit(uuid) : .revert(uuid)], store)
            case .makeAlbum:
                return Self.commit(
                    [
                        numbers.chance(0.5)
                            ? .createCollection(numbers.uuid(), .album, title: "Mine")
                            : .createSmartAlbum(numbers.uuid(), title: "Mine", search: "caption")
                    ],
                    store
                )
            case .editAlbum:
                let album = numbers.pick(world.strangers)
                let mutation: Mutation =
                    switch numbers.number(below: 5) {
                    case 0: .renameCollection(album, title: "x")
                    case 4: .setSearch(album, "caption")
                    case 1: .deleteCollections([album], .album)
                    case 2: .members(album, .append([numbers.pick(world.shared)]))
                    default: .children(nil, .append([album]))
                    }
                return Self.commit([mutation], store).replacing("\(album)", with: "it")
            case .wholeLibrary:
                return [
                    TwinText.failure { try store.history.pruneHistory(through: 1) },
                    TwinText.failure { _ = try store.sources.all() },
                    TwinText.failure { _ = try LibraryCheck(store).run() },
                    TwinText.failure { _ = try Importer(store).run([]) },
                    TwinText.failure { _ = try LibraryRepair(store).run() },
                    TwinText.failure { _ = try client.previewInventory() },
                    TwinText.failure { try store.words.indexWords() },
                    TwinText.failure { try store.duplicates.removePictureHashes() },
                    TwinText.failure { try store.duplicates.setDifferent([], to: true) },
                    "\(try store.duplicates.differentAssets().count)",
                    TwinText.failure {
                        _ = try LibraryBackup(store).run(
                            to: store.layout.root.appendingPathExtension("copy")
                        )
                    },
                ].joined(separator: "\n")
            }
        }
    }

    private static func commit(_ mutations: [Mutation], _ store: Library) -> String {
        TwinText.failure { try store.commits.commit(ChangeBlock(mutations)) }
    }

    // MARK: Results that are held

    static func heldPlan(_ number: Int) -> FetchPlan {
        let plans = [
            FetchPlan(.assets), FetchPlan(.assets, filter: .trashed),
            FetchPlan(
                .assets,
                filter: .visible(includeHidden: false, includeAllBurst: false, sources: .all),
                order: [.init(.asset(.creationDate), ascending: false)]
            ),
            FetchPlan(.assets, order: [.init(.asset(.rating)), .init(.asset(.caption))], limit: 4),
            FetchPlan(.collections),
        ]
        return plans[number % plans.count]
    }

    /// Brings a result forward, and tells how.
    private static func held(_ twin: inout Twin, _ numbers: inout SeededNumbers) throws -> String {
        let index = numbers.number(below: twin.held.count)
        let store = twin.store
        let end = try store.history.currentPosition().sequence
        guard let change = try store.records.forward(twin.held[index], to: end) else {
            return "the same"
        }
        twin.held[index] = change.after
        let rows = change.after.rows.array
        let names =
            change.after.plan.entity == .asset
            ? try store.records.assets(rows).records.mapValues { "\($0.uuid)" }
            : try store.records.collections(rows).records.mapValues { $0.title ?? "-" }
        let list = rows.map { names[$0] ?? "?" }.joined(separator: " ")
        guard let diff = change.diff else { return "anew: \(list)" }
        return
            "removed \(Array(diff.removed)) inserted \(Array(diff.inserted)) changed \(Array(diff.changed)) moved \(diff.moves.map { "\($0)" }): \(list)"
    }

    // MARK: Albums

    private static func smartAlbums() -> [PHAssetCollection] {
        let found = PHAssetCollection.fetchAssetCollections(
            with: .smartAlbum,
            subtype: .any,
            options: nil
        )
        return found.objects(at: IndexSet(0..<found.count))
    }

    private static func userAlbums() -> String {
        let albums = PHAssetCollection.fetchAssetCollections(
            with: .album,
            subtype: .any,
            options: nil
        )
        let folders = PHCollectionList.fetchCollectionLists(
            with: .folder,
            subtype: .any,
            options: nil
        )
        let top = PHCollectionList.fetchTopLevelUserCollections(with: nil)
        return "\(albums.count) \(folders.count) \(top.count)"
    }
}
