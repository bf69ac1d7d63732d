import PhotosStore
import Synchronization

/// Assets that were read in one go.
///
/// Who asks one of them for its resources will ask the others too, whatever their order, so all are read at once and
/// kept until something is committed. The mutex guards them.
final class AssetBatch: Sendable {
    private let rows: [Int64]
    private let known = Mutex<Known?>(nil)

    private struct Known {
        var version: LibraryVersion
        var resources: [Int64: [ResourceRecord]]
    }

    init(_ rows: [Int64]) { self.rows = rows }

    /// What was read before and still holds; nil where the library must be asked.
    func known(_ row: Int64, _ store: Library) -> [ResourceRecord]? {
        guard let version = store.version else { return nil }
        return known.withLock { known in
            known?.version == version ? known?.resources[row] ?? [] : nil
        }
    }

    func resources(_ row: Int64, _ store: Library) throws -> [ResourceRecord] {
        // Taken before reading: what is committed in between makes the next question read again.
        let version = store.version
        let kept = known.withLock { known in known?.version == version ? known?.resources : nil }
        if let kept { return kept[row] ?? [] }
        let found = try store.resources(ofAssets: rows)
        known.withLock { $0 = version.map { Known(version: $0, resources: found) } }
        return found[row] ?? []
    }
}
