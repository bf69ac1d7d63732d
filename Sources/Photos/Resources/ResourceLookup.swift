import Foundation
import PhotosStore
import Synchronization

/// Finds the resources of assets in few statements, for callers that ask asset by asset.
enum ResourceLookup {
    /// Rows are numbered in the order they were made, so neighbours are likely to be asked for next.
    private static let batch: Int64 = 256

    static func resources(of asset: PHAsset, _ source: ObjectSource) -> [PHAssetResource] {
        let library = source.library
        let records = library.read([]) { store -> [ResourceRecord] in
            if let known = library.resourceCache.resources(source.row, at: try store.currentPosition().sequence) {
                return known
            }
            let sequence = try store.currentPosition().sequence
            let start = source.row - source.row % batch
            let found = try store.resources(ofAssets: Array(start..<start + batch))
            library.resourceCache.keep(found, rows: start..<start + batch, at: sequence)
            return found[source.row] ?? []
        }
        return records.map { PHAssetResource($0, of: asset.localIdentifier, in: library) }
    }
}

/// The resources that were looked up last, right for one place in the log. The mutex guards all of it.
final class ResourceCache: Sendable {
    private let state = Mutex(State())

    private struct State {
        var sequence: Int64 = -1
        var batches: [(rows: Range<Int64>, resources: [Int64: [ResourceRecord]])] = []
    }

    func resources(_ row: Int64, at sequence: Int64) -> [ResourceRecord]? {
        state.withLock { state in
            guard state.sequence == sequence, let batch = state.batches.last(where: { $0.rows.contains(row) })
            else { return nil }
            return batch.resources[row] ?? []
        }
    }

    func keep(_ resources: [Int64: [ResourceRecord]], rows: Range<Int64>, at sequence: Int64) {
        state.withLock { state in
            if state.sequence != sequence { state.batches = [] }
            state.sequence = sequence
            if state.batches.count >= 4 { state.batches.removeFirst() }
            state.batches.append((rows, resources))
        }
    }
}
