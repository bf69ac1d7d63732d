package import Foundation
package import PhotosStore
import PhotosTestSupport

/// What a writer's part of a library is to hold, by what was promised: its assets, and its album.
///
/// Kept outside the library, and known without it.
package struct LedgerState: Codable, Hashable, Sendable {
    package struct Asset: Codable, Hashable, Sendable {
        package var caption: String?
        package var isFavorite = false
        package var isTrashed = false
        /// The SHA-256 of the original, in hexadecimal digits.
        package var original: String
        /// The same of the rendering of an edit.
        package var rendering: String?
    }

    package var assets: [UUID: Asset] = [:]
    package var album: UUID?
    /// The album's assets in order, those in Recently Deleted included.
    package var members: [UUID] = []
    /// The end of the history behind the last change that was promised.
    package var sequence: Int64 = 0
    package var mark: Int64 = 0

    package init() {}

    /// Whether another state has the same content.
    package func holdsSame(as other: LedgerState) -> Bool {
        assets == other.assets && album == other.album && members == other.members
    }

    /// What differs from another state, in a few words.
    package func difference(from other: LedgerState) -> String {
        var words: [String] = []
        for uuid in Set(assets.keys).union(other.assets.keys).sorted()
        where assets[uuid] != other.assets[uuid] {
            let (here, there) = (assets[uuid], other.assets[uuid])
            words.append(
                "asset \(uuid): \(here.map { "\($0)" } ?? "none") instead of \(there.map { "\($0)" } ?? "none")"
            )
        }
        if album != other.album { words.append("another album") }
        if members != other.members {
            words.append(
                "\(members.count) members instead of \(other.members.count), or in another order"
            )
        }
        return words.prefix(4).joined(separator: "; ")
    }

    package var visible: [UUID] {
        assets.filter { !$0.value.isTrashed }.keys.sorted()
    }

    package var trashed: [UUID] {
        assets.filter(\.value.isTrashed).keys.sorted()
    }

    package mutating func apply(_ steps: [LedgerStep]) { for step in steps { apply(step) } }

    private mutating func apply(_ step: LedgerStep) {
        switch step {
        case .create(let uuid, let caption, let original):
            assets[uuid] = Asset(caption: caption, original: original)
        case .set(let uuid, let caption, let isFavorite):
            assets[uuid]?.caption = caption
            assets[uuid]?.isFavorite = isFavorite
        case .edit(let uuid, let rendering): assets[uuid]?.rendering = rendering
        case .revert(let uuid): assets[uuid]?.rendering = nil
        case .trash(let uuids): for uuid in uuids { assets[uuid]?.isTrashed = true }
        case .restore(let uuids): for uuid in uuids { assets[uuid]?.isTrashed = false }
        case .purge(let uuids):
            for uuid in uuids { assets[uuid] = nil }
            members.removeAll { uuids.contains($0) }
        case .makeAlbum(let uuid): album = uuid
        case .append(let uuids): members += uuids.filter { !members.contains($0) }
        case .take(let uuids): members.removeAll { uuids.contains($0) }
        }
    }

    /// Reads the same part of a library as it is.
    package static func read(
        _ store: Library,
        assets uuids: some Collection<UUID>,
        album: UUID?
    ) throws -> LedgerState {
        var state = LedgerState()
        let rows = try store.records.rows(of: Array(uuids), in: .asset)
        let records = try store.records.assets(Array(rows.values)).records
        let resources = try store.records.resources(ofAssets: Array(rows.values))
        for (uuid, row) in rows {
            guard let record = records[row] else { continue }
            var asset = Asset(original: "")
            asset.caption = record.caption
            asset.isFavorite = record.isFavorite
            asset.isTrashed = record.trashedDate != nil
            for resource in resources[row] ?? [] {
                switch resource.type {
                case ResourceRole.photo: asset.original = Self.digits(resource.checksum)
                case ResourceRole.fullSizePhoto: asset.rendering = Self.digits(resource.checksum)
                default: break
                }
            }
            state.assets[uuid] = asset
        }
        if let album, let row = try store.row(of: album, in: .collection) {
            state.album = album
            let order = [FetchPlan.SortTerm(.memberPosition)]
            let members = try store.records.fetch(
                FetchPlan(.members(album: row), order: order),
                anew: true
            )
            let records = try store.records.assets(members.rows).records
            state.members = members.rows.compactMap { records[$0]?.uuid }
        }
        return state
    }

    package static func digits(_ checksum: some Sequence<UInt8>) -> String {
        checksum.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}

/// One request of a block, as the ledger notes it.
package enum LedgerStep: Codable, Hashable, Sendable {
    case create(UUID, caption: String?, original: String)
    case set(UUID, caption: String?, isFavorite: Bool)
    case edit(UUID, rendering: String)
    case revert(UUID)
    case trash([UUID])
    case restore([UUID])
    case purge([UUID])
    case makeAlbum(UUID)
    case append([UUID])
    case take([UUID])
}
