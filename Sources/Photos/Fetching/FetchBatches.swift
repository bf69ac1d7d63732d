import Synchronization

/// The objects of a fetch result in memory: the batches that were used last.
///
/// The mutex guards the batches.
final class FetchBatches: Sendable {
    private static let size = 256
    private static let kept = 64

    private let count: Int
    private let state = Mutex(State())

    fileprivate struct State {
        var batches: [Batch] = []
        /// The index of the batch that was used last, which a caller that iterates uses again.
        var latest = 0
    }

    fileprivate struct Batch {
        var indexes: Range<Int>
        var objects: [PHObject]
    }

    init(count: Int) { self.count = count }

    /// Returns the object at an index, if it is in memory.
    func known(at index: Int) -> PHObject? { state.withLock { $0.object(at: index) } }

    /// Returns whether reading some objects alone reads less than reading their batches.
    static func isSparse(_ indexes: [Int]) -> Bool {
        indexes.count < size / 4 * Set(indexes.map { $0 / size }).count
    }

    /// Returns the object at an index.
    ///
    /// `load` reads the objects at some indexes. A nil element, or an empty result, means that the object cannot be
    /// read; `unreadable` then makes a substitute.
    func object(
        at index: Int,
        load: (Range<Int>) -> [PHObject?],
        unreadable: (Int) -> PHObject
    ) -> PHObject {
        if let known = known(at: index) { return known }
        let start = index / Self.size * Self.size
        let indexes = start..<min(start + Self.size, count)
        let loaded = load(indexes)
        let objects = loaded.compactMap { $0 }
        // A failed read is not stored: the next call may succeed.
        guard objects.count == indexes.count else {
            let found = index - start < loaded.count ? loaded[index - start] : nil
            return found ?? unreadable(index)
        }
        // Objects of the removed batch are released outside the lock.
        let replaced = state.withLock {
            $0.add(Batch(indexes: indexes, objects: objects), keeping: Self.kept)
        }
        return withExtendedLifetime(replaced) { objects[index - start] }
    }
}

extension FetchBatches.State {
    fileprivate mutating func object(at index: Int) -> PHObject? {
        if latest < batches.count, batches[latest].indexes.contains(index) {
            return batches[latest].objects[index - batches[latest].indexes.lowerBound]
        }
        guard let number = batches.lastIndex(where: { $0.indexes.contains(index) }) else {
            return nil
        }
        latest = number
        return batches[number].objects[index - batches[number].indexes.lowerBound]
    }

    /// Adds a batch, and returns the batch that it replaces.
    fileprivate mutating func add(
        _ batch: FetchBatches.Batch,
        keeping kept: Int
    ) -> FetchBatches.Batch? {
        let known = batches.firstIndex { $0.indexes == batch.indexes }
        let number = known ?? (batches.count >= kept ? 0 : nil)
        let replaced = number.map { batches.remove(at: $0) }
        batches.append(batch)
        latest = batches.count - 1
        return replaced
    }
}
