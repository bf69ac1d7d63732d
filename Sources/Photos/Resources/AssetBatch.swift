import PhotosStore
import Synchronization

/// Assets that were read together.
///
/// A program that reads the resources of one asset usually reads those of the others too, in any order. So all are
/// read at once and kept until the next commit. The mutex guards the resources.
final class AssetBatch: Sendable {
    private let rows: [Int64]
    private let known = Mutex<Known?>(nil)

    private struct Known {
        var version: LibraryVersion
        var resources: [Int64: [ResourceRecord]]
    }

    init(_ rows: [Int64]) { self.rows = rows }

    /// Returns resources that were read before and are still valid; nil when the library must be read.
    func knownResources(of row: Int64, in store: Library) -> [ResourceRecord]? {
        guard let version = store.core.version else { return nil }
        return known.withLock { known in
            known?.version == version ? known?.resources[row] ?? [] : nil
        }
    }

    func resources(of row: Int64, in store: Library) throws -> [ResourceRecord] {
        // Read the version first: a commit during the read then causes another read next time.
        let version = store.core.version
        let kept = known.withLock { known in known?.version == version ? known?.resources : nil }
        if let kept { return kept[row] ?? [] }
        let found = try store.records.resources(ofAssets: rows)
        known.withLock { $0 = version.map { Known(version: $0, resources: found) } }
        return found[row] ?? []
    }
}
