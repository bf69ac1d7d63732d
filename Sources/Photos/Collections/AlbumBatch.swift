import PhotosStore
import Synchronization

/// Albums that were read in one go.
///
/// Who asks one of them for its count will ask the others too, so all are counted at once: when the first is asked,
/// since a full album takes long to count. The mutex guards the counts.
final class AlbumBatch: Sendable {
    private let rows: [Int64]
    private let known = Mutex<[Int64: Int]?>(nil)

    init(_ rows: [Int64]) { self.rows = rows }

    /// How many visible assets an album had at a place in the log; nil when it cannot be counted at present.
    func count(of row: Int64, _ source: ObjectSource) -> Int? {
        if let counts = known.withLock({ $0 }) { return counts[row] }
        let found = source.library.read(nil) { store in
            try store.memberCounts(rows, at: source.sequence)
        }
        guard let found else { return nil }
        known.withLock { $0 = found }
        return found[row]
    }
}
