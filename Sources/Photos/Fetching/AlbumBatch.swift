import PhotosStore
import Synchronization

/// Albums that were read together.
///
/// A program that reads one album's count usually reads the others too. So the first request counts all albums, and
/// not the fetch, because a full album takes long to count. The mutex guards the counts.
final class AlbumBatch: Sendable {
    private let rows: [Int64]
    private let known = Mutex<[Int64: Int]?>(nil)

    init(_ rows: [Int64]) { self.rows = rows }

    /// Returns the number of visible assets of an album at a sequence number of the log; nil when the library
    /// cannot be read.
    func count(of row: Int64, in source: ObjectSource) -> Int? {
        if let counts = known.withLock({ $0 }) { return counts[row] }
        let found = source.library.read(orElse: nil) { store in
            try store.records.memberCounts(rows, at: source.sequence)
        }
        guard let found else { return nil }
        known.withLock { $0 = found }
        return found[row]
    }
}
