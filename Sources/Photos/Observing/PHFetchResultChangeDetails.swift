public import Foundation
package import PhotosStore

/// The differences between two fetch results.
///
/// The parts turn the old list into the new list if they are applied in this order:
/// 1. Remove: indexes refer to the old list.
/// 2. Insert: indexes are ascending, and each refers to the list after the earlier insertions.
/// 3. Change: indexes refer to the new list.
/// 4. Move: source indexes refer to the list after removals and insertions, target indexes to the new list.
///
/// Take out all moved objects before inserting the first.
open class PHFetchResultChangeDetails<ObjectType: PHObject>: NSObject, @unchecked Sendable {
    // Unchecked because the class is open; everything it stores is constant.

    /// The fetch result that was passed in.
    open var fetchResultBeforeChanges: PHFetchResult<ObjectType> { before }
    /// The result of the same fetch after the change.
    open var fetchResultAfterChanges: PHFetchResult<ObjectType> { after }

    private let before: PHFetchResult<ObjectType>
    private let after: PHFetchResult<ObjectType>
    private let diff: ListDiff?

    /// Makes details of two empty results, for test doubles, which override the properties.
    public override init() {
        before = PHFetchResult()
        after = PHFetchResult()
        diff = nil
        super.init()
    }

    package init(
        before: PHFetchResult<ObjectType>,
        after: PHFetchResult<ObjectType>,
        diff: ListDiff?
    ) {
        self.before = before
        self.after = after
        self.diff = diff
        super.init()
    }

    /// Compares any two results.
    ///
    /// The caller decides which objects count as changed. An object that is in a list more than once counts at each
    /// position.
    public convenience init(
        from fromResult: PHFetchResult<ObjectType>,
        to toResult: PHFetchResult<ObjectType>,
        changedObjects: [ObjectType]
    ) {
        var numbers: [Occurrence: Int64] = [:]
        let before = Self.occurrences(fromResult)
        let after = Self.occurrences(toResult)
        for occurrence in before + after where numbers[occurrence] == nil {
            numbers[occurrence] = Int64(numbers.count)
        }
        let names = Set(changedObjects.map(\.localIdentifier))
        let diff = ListDiff(
            from: before.compactMap { numbers[$0] },
            to: after.compactMap { numbers[$0] },
            changedRows: Set(numbers.lazy.filter { names.contains($0.key.identifier) }.map(\.value))
        )
        self.init(before: fromResult, after: toResult, diff: diff)
    }

    /// An occurrence of an object in a list.
    ///
    /// A collection in memory may contain an object more than once.
    private struct Occurrence: Hashable {
        var identifier: String
        /// The number of earlier occurrences of the object in the list.
        var number: Int
    }

    private static func occurrences(_ result: PHFetchResult<ObjectType>) -> [Occurrence] {
        var counts: [String: Int] = [:]
        return result.objects(at: IndexSet(0..<result.count)).map { object in
            let number = counts[object.localIdentifier, default: 0]
            counts[object.localIdentifier] = number + 1
            return Occurrence(identifier: object.localIdentifier, number: number)
        }
    }

    /// Whether the indexes below are known; if not, show the whole list again.
    open var hasIncrementalChanges: Bool { diff != nil }
    /// The indexes, in the old list, of objects that are not in the new list.
    open var removedIndexes: IndexSet? { diff?.removed }
    /// The removed objects, as they were before the change.
    open var removedObjects: [ObjectType] {
        diff.map { fetchResultBeforeChanges.scattered($0.removed) } ?? []
    }
    /// The indexes at which to insert objects, in ascending order, after the removals.
    open var insertedIndexes: IndexSet? { diff?.inserted }
    /// The objects that are only in the new list.
    open var insertedObjects: [ObjectType] {
        diff.map { fetchResultAfterChanges.scattered($0.inserted) } ?? []
    }
    /// The indexes, in the new list, of objects whose properties changed.
    open var changedIndexes: IndexSet? { diff?.changed }
    /// The objects whose properties changed, in their new state.
    open var changedObjects: [ObjectType] {
        diff.map { fetchResultAfterChanges.scattered($0.changed) } ?? []
    }
    /// Whether objects moved to another position.
    open var hasMoves: Bool { diff?.moves.isEmpty == false }

    /// Calls a handler with each move: the index after removals and insertions, and the index in the new list.
    open func enumerateMoves(_ handler: @escaping (Int, Int) -> Void) {
        for move in diff?.moves ?? [] { handler(move.from, move.to) }
    }
}
