import Foundation
import LibraryExercise
import PhotosMedia
import PhotosStore
import PhotosTestSupport

/// One operation of each kind, the same each time it is run on the same library.
enum LibraryOperation: String {
    case importOne
    case importMoving
    case importBatch
    case livePhoto
    case duplicate
    case edit
    case revert
    case delete
    case purge
    case members
    case properties
    case mixed
    case deleteFolder
    case checkpoint
    case open
    case prune

    /// What a caller of the library sees when the system refuses: exit codes of this program.
    private enum Outcome {
        static let done: Int32 = 0
        /// A typed error, after which reading goes on.
        static let refused: Int32 = 3
        static let untypedError: Int32 = 4
        static let unreadable: Int32 = 5
        static let openingRefused: Int32 = 6
    }

    func run(
        library folder: URL, acknowledgements: Acknowledgements, source: URL, blocks limit: Int
    ) throws -> Int32 {
        if self == .open { acknowledgements.begin() }
        let store: Library
        do {
            store = try Library.open(folder, environment: .test(seed: 12))
        } catch is StoreError {
            return Outcome.openingRefused
        }
        if self == .open {
            acknowledgements.acknowledge(1)
            store.close()
            return Outcome.done
        }
        let blocks = try blocks(store, source)
        acknowledgements.begin()
        for (index, block) in blocks.prefix(limit).enumerated() {
            do {
                try block()
            } catch is StoreError {
                return isReadable(store) ? Outcome.refused : Outcome.unreadable
            } catch {
                return Outcome.untypedError
            }
            acknowledgements.acknowledge(index + 1)
        }
        store.close()
        return Outcome.done
    }

    private func isReadable(_ store: Library) -> Bool {
        guard let snapshot = try? store.fetch(FetchPlan(.assets)),
            let assets = try? store.assets(snapshot.rows).records
        else { return false }
        return assets.count == snapshot.rows.count && !assets.isEmpty
    }

    /// What is looked up is looked up before the work begins.
    private func blocks(_ store: Library, _ source: URL) throws -> [() throws -> Void] {
        let assets = try store.fetch(FetchPlan(.assets)).rows
        let records = try store.assets(assets).records
        let all = assets.compactMap { records[$0] }
        let visible = all.filter { $0.trashedDate == nil }.map(\.uuid)
        let trashed = all.filter { $0.trashedDate != nil }.map(\.uuid)
        let collections = try store.collections(Array(1...60)).records.values
        func named(_ title: String) throws -> UUID {
            guard let found = collections.first(where: { $0.title == title }) else {
                throw Fault("\(title) is missing")
            }
            return found.uuid
        }
        let uuids = (0..<40).map { _ in store.environment.makeUUID() }
        let file = ResourceSource(type: ResourceRole.photo, content: .file(source, move: false))
        let album = try named("Album")
        switch self {
        case .open: return []
        case .importOne:
            return [{ try store.commit(.createAsset(AssetCreation(uuid: uuids[0], resources: [file]))) }]
        case .importMoving:
            let moved = ResourceSource(type: ResourceRole.photo, content: .file(source, move: true))
            return [{ try store.commit(.createAsset(AssetCreation(uuid: uuids[0], resources: [moved]))) }]
        case .importBatch:
            let pictures = uuids.prefix(20).enumerated().map {
                Mutation.picture($1, seed: UInt8(100 + $0))
            }
            return [{ try store.commit(ChangeBlock(pictures, work: .imported)) }]
        case .livePhoto:
            let movie = ResourceSource(
                type: ResourceRole.pairedVideo,
                content: .data(Data(TestMovie(.quickTime, frameCount: 2).data())))
            return [{
                try store.commit(
                    .createAsset(
                        AssetCreation(uuid: uuids[0], resources: [.picture(seed: 90), movie])))
            }]
        case .duplicate:
            let bytes = ResourceSource.picture(seed: 77)
            return [
                { try store.commit(.createAsset(AssetCreation(uuid: uuids[0], resources: [bytes]))) },
                { try store.commit(.createAsset(AssetCreation(uuid: uuids[1], resources: [bytes]))) },
            ]
        case .edit: return [{ try store.commit(.edit(visible[5], seed: 44)) }]
        case .revert: return [{ try store.commit(.revert(visible[0])) }]
        case .delete: return [{ try store.commit(.deleteAssets(Array(visible[2...4]))) }]
        case .purge:
            return [
                { try store.commit(.purgeAssets(trashed)) },
                { try store.commit(.purgeAssets([visible[0]])) },
            ]
        case .members:
            return [
                { try store.commit(.members(album, .append(Array(visible.suffix(3))))) },
                { try store.commit(.members(album, .move([0, 2], to: 3))) },
            ]
        case .properties:
            return (0..<2).map { index in
                {
                    try store.commit(
                        .set(visible[index], [.isFavorite: .flag(true), .caption: .text("Lake")]),
                        .set(visible[index + 2], [.rating: .integer(4)]))
                }
            }
        case .mixed:
            return [{
                try store.commit(
                    .picture(uuids[0], seed: 61), .picture(uuids[1], seed: 62),
                    .createCollection(uuids[2], .album, title: "Mixed"),
                    .members(uuids[2], .append([uuids[1], visible[1], uuids[0]])),
                    .edit(visible[3], seed: 63), .purgeAssets([trashed[0]]),
                    .deleteAssets([visible[2]]), .renameCollection(album, title: "Renamed"))
            }]
        case .deleteFolder:
            let trip = try named("Trip")
            return [{ try store.commit(.deleteCollections([trip], .folder)) }]
        case .checkpoint:
            return [
                { try store.commit(.set(visible[0], [.rating: .integer(3)])) },
                { try store.checkpoint(truncating: true) },
                { try store.commit(.set(visible[1], [.rating: .integer(3)])) },
                { try store.checkpoint(truncating: false) },
            ]
        case .prune:
            let last = try store.currentPosition().sequence
            return [{ try store.pruneHistory(through: last - 2) }]
        }
    }
}
