package import Foundation
import PhotosImport
import PhotosMedia
import PhotosStore
import PhotosTestSupport

/// One operation of each kind, the same each time it is run on the same library.
package enum LibraryOperation: String, CaseIterable, Sendable {
    case importOne
    case importMoving
    case importBatch
    case importFolder
    case livePhoto
    case duplicate
    case edit
    case revert
    case delete
    case restore
    case purge
    case members
    case properties
    case everything
    case mixed
    case createAlbum
    case deleteFolder
    case checkpoint
    case open
    case migrate
    case prune
    case previews
    case backup

    /// Whether it leaves the same rows each time: threads that share work give out identifiers in an order of chance.
    package var isSteady: Bool { self != .importFolder }

    /// Whether its work is done when the library is open.
    package var isOpening: Bool { self == .open || self == .migrate }

    /// Where the copy stands that is made of a library.
    package static func copy(beside source: URL) -> URL {
        source.deletingLastPathComponent().appendingPathComponent("Copy.photolib")
    }

    /// What is looked up is looked up before the work begins.
    func blocks(_ store: Library, _ source: URL) throws -> [() throws -> Void] {
        let assets = try store.records.fetch(FetchPlan(.assets)).rows
        let records = try store.records.assets(assets).records
        let all = assets.compactMap { records[$0] }
        let visible = all.filter { $0.trashedDate == nil }.map(\.uuid)
        let trashed = all.filter { $0.trashedDate != nil }.map(\.uuid)
        let collections = try store.records.collections(Array(1...60)).records.values
        func named(_ title: String) throws -> UUID {
            guard let found = collections.first(where: { $0.title == title }) else {
                throw Fault("\(title) is missing")
            }
            return found.uuid
        }
        let uuids = (0..<40).map { _ in store.environment.makeUUID() }
        // Its asset has the date of the file, which must be the same in each run.
        try? FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_600_000_000)],
            ofItemAtPath: source.path
        )
        let file = ResourceSource(type: ResourceRole.photo, content: .file(source, move: false))
        func album() throws -> UUID { try named("Album") }
        switch self {
        case .open, .migrate: return []
        case .importOne:
            return [
                { try store.commit(.createAsset(AssetCreation(uuid: uuids[0], resources: [file]))) }
            ]
        case .importMoving:
            let moved = ResourceSource(type: ResourceRole.photo, content: .file(source, move: true))
            return [
                {
                    try store.commit(
                        .createAsset(AssetCreation(uuid: uuids[0], resources: [moved]))
                    )
                }
            ]
        case .importBatch:
            let pictures = uuids.prefix(20).enumerated().map {
                Mutation.picture($1, seed: UInt8(100 + $0))
            }
            return [{ try store.commits.commit(ChangeBlock(pictures, work: .imported)) }]
        case .importFolder:
            let folder = source.deletingLastPathComponent().appendingPathComponent("import")
            return [{ _ = try Importer(store, options: ImportOptions()).run([folder]) }]
        case .livePhoto:
            let movie = ResourceSource(
                type: ResourceRole.pairedVideo,
                content: .data(Data(TestMovie(.quickTime, frameCount: 2).data()))
            )
            return [
                {
                    try store.commit(
                        .createAsset(
                            AssetCreation(uuid: uuids[0], resources: [.picture(seed: 90), movie])
                        )
                    )
                }
            ]
        case .duplicate:
            let bytes = ResourceSource.picture(seed: 77)
            return [
                {
                    try store.commit(
                        .createAsset(AssetCreation(uuid: uuids[0], resources: [bytes]))
                    )
                },
                {
                    try store.commit(
                        .createAsset(AssetCreation(uuid: uuids[1], resources: [bytes]))
                    )
                },
            ]
        case .edit: return [{ try store.commit(.edit(visible[5], seed: 44)) }]
        case .revert: return [{ try store.commit(.revert(visible[0])) }]
        case .delete: return [{ try store.commit(.deleteAssets(Array(visible[2...4]))) }]
        case .restore: return [{ try store.commit(.restoreAssets(Array(trashed.prefix(2)))) }]
        case .purge:
            return [
                { try store.commit(.purgeAssets(trashed)) },
                { try store.commit(.purgeAssets([visible[0]])) },
            ]
        case .members:
            let album = try album()
            return [
                { try store.commit(.members(album, .append(Array(visible.suffix(3))))) },
                { try store.commit(.members(album, .move([0, 2], to: 3))) },
            ]
        case .properties:
            return (0..<2).map { index in
                {
                    try store.commit(
                        .set(visible[index], [.isFavorite: .flag(true), .caption: .text("Lake")]),
                        .set(visible[index + 2], [.rating: .integer(4)])
                    )
                }
            }
        case .everything:
            return [
                {
                    try store.commits.commit(
                        ChangeBlock(
                            visible.map {
                                .set($0, [.caption: .text(String(repeating: "Shore ", count: 99))])
                            }
                        )
                    )
                }
            ]
        case .createAlbum:
            let album = try album()
            return [
                {
                    try store.commit(
                        .createCollection(uuids[0], .album, title: "New"),
                        .members(uuids[0], .append(visible)),
                        .renameCollection(album, title: "Older")
                    )
                }
            ]
        case .mixed:
            let album = try album()
            return [
                {
                    try store.commit(
                        .picture(uuids[0], seed: 61),
                        .picture(uuids[1], seed: 62),
                        .createCollection(uuids[2], .album, title: "Mixed"),
                        .members(uuids[2], .append([uuids[1], visible[1], uuids[0]])),
                        .edit(visible[3], seed: 63),
                        .purgeAssets([trashed[0]]),
                        .deleteAssets([visible[2]]),
                        .renameCollection(album, title: "Renamed")
                    )
                }
            ]
        case .deleteFolder:
            let trip = try named("Trip")
            return [{ try store.commit(.deleteCollections([trip], .folder)) }]
        case .checkpoint:
            return [
                { try store.commit(.set(visible[0], [.rating: .integer(3)])) },
                { try store.core.checkpoint(truncating: true) },
                { try store.commit(.set(visible[1], [.rating: .integer(3)])) },
                { try store.core.checkpoint(truncating: false) },
            ]
        case .prune:
            let last = try store.history.currentPosition().sequence
            return [{ try store.history.pruneHistory(through: last - 2) }]
        case .backup:
            let copy = Self.copy(beside: source)
            return [
                { _ = try LibraryBackup(store).run(to: copy) },
                { try store.commit(.picture(uuids[0], seed: 91), .purgeAssets(trashed)) },
                { _ = try LibraryBackup(store).run(to: copy) },
            ]
        case .previews: return [{ _ = try store.pictures.makePreviews(threads: 2) }]
        }
    }
}
