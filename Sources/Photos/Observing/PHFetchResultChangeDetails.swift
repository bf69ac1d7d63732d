public import Foundation
package import PhotosStore

/// How a fetch result became another.
///
/// Applied in this order, the parts turn the list before into the list after: removals (indexes in the list before),
/// insertions (ascending, each in the growing list), changes (indexes in the list after), moves (from: indexes after
/// removals and insertions; to: indexes in the list after; all that move leave before any arrives).
open class PHFetchResultChangeDetails<ObjectType: PHObject>: NSObject, @unchecked Sendable {
    // Unchecked because the class is open; everything it stores is constant.

    /// The very result that was asked about.
    open var fetchResultBeforeChanges: PHFetchResult<ObjectType> { before }
    /// The same fetch done again.
    open var fetchResultAfterChanges: PHFetchResult<ObjectType> { after }

    private let before: PHFetchResult<ObjectType>
    private let after: PHFetchResult<ObjectType>
    private let diff: ListDiff?

    /// Makes details of two empty results, for test doubles, which override what they are asked for.
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
    /// Which objects count as changed is for the caller to say. Where an object stands more than once, each place counts.
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

    /// A place of an object: a collection in memory may hold an object more than once.
    private struct Occurrence: Hashable {
        var identifier: String
        /// How often the object stands further in front.
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

    /// Whether the parts below are known; if not, everything has to be shown anew.
    open var hasIncrementalChanges: Bool { diff != nil }
    /// Indexes in the result before of what is not in the result after.
    open var removedIndexes: IndexSet? { diff?.removed }
    /// What is not in the result after, as it was.
    open var removedObjects: [ObjectType] {
        diff.map { fetchResultBeforeChanges.scattered($0.removed) } ?? []
    }
    /// Indexes at which to insert, in rising order, once the removed ones are gone.
    open var insertedIndexes: IndexSet? { diff?.inserted }
    /// What was not in the result before.
    open var insertedObjects: [ObjectType] {
        diff.map { fetchResultAfterChanges.scattered($0.inserted) } ?? []
    }
    /// Indexes in the result after of objects whose properties changed.
    open var changedIndexes: IndexSet? { diff?.changed }
    /// Objects whose properties changed, as they are now.
    open var changedObjects: [ObjectType] {
        diff.map { fetchResultAfterChanges.scattered($0.changed) } ?? []
    }
    /// Whether anything changed its place.
    open var hasMoves: Bool { diff?.moves.isEmpty == false }

    /// Calls a handler with each move: from where, after removals and insertions, and to where in the result after.
    open func enumerateMoves(_ handler: @escaping (Int, Int) -> Void) {
        for move in diff?.moves ?? [] { handler(move.from, move.to) }
    }
}
