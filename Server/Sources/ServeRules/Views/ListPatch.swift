/// The changes of a list, in the sense of PhotoKit's change details.
///
/// The order is remove, insert, move. Indexes to remove are those of the list before; indexes to insert are those of
/// the growing list. All moved elements are taken out before the first is put in. Changes of elements refer to the list
/// after.
public struct ListPatch: Hashable, Sendable {
    /// A move of one element.
    public struct Move: Hashable, Sendable {
        /// The index after removals and insertions.
        public var from: Int
        /// The index in the list after.
        public var to: Int

        /// Makes a move.
        public init(from: Int, to: Int) {
            self.from = from
            self.to = to
        }
    }

    /// The removed indexes.
    public var removed: IndexRanges
    /// The inserted indexes.
    public var inserted: IndexRanges
    /// The changed indexes.
    public var changed: IndexRanges
    /// The moves.
    public var moves: [Move]

    /// Makes edits.
    public init(
        removed: IndexRanges = IndexRanges(),
        inserted: IndexRanges = IndexRanges(),
        changed: IndexRanges = IndexRanges(),
        moves: [Move] = []
    ) {
        self.removed = removed
        self.inserted = inserted
        self.changed = changed
        self.moves = moves
    }

    /// The number of entries that a message about the edits has.
    public var entryCount: Int {
        removed.ranges.count + inserted.ranges.count + changed.count + moves.count
    }

    /// Applies the edits to values of the elements.
    ///
    /// The time follows the length of the list, with one pass for removals and insertions, and one for moves.
    ///
    /// - Parameters:
    ///   - list: The values before, replaced by those after.
    ///   - insertedValues: A value for each inserted index, in ascending order.
    ///   - changedValues: A value for each changed index, in ascending order.
    public func apply<Value>(
        to list: inout [Value],
        inserted insertedValues: [Value],
        changed changedValues: [Value]
    ) {
        if !removed.isEmpty || !inserted.isEmpty {
            list = Self.rebuiltList(
                list,
                without: removed,
                inserting: insertedValues,
                at: inserted
            )
        }
        if !moves.isEmpty {
            let sources = IndexRanges(ascending: moves.map(\.from).sorted())
            let byTarget = moves.sorted { $0.to < $1.to }
            list = Self.rebuiltList(
                list,
                without: sources,
                inserting: byTarget.map { list[$0.from] },
                at: IndexRanges(ascending: byTarget.map(\.to))
            )
        }
        var next = changedValues.makeIterator()
        for range in changed.ranges {
            for index in range {
                if let value = next.next() { list[index] = value }
            }
        }
    }

    /// Returns whether the edits make other values of a list, and not only of its elements' other properties.
    ///
    /// - Parameters:
    ///   - list: The values before.
    ///   - changedValues: A value for each changed index, in ascending order.
    /// - Returns: Whether applying the edits changes the list of values.
    public func changesValues<Value: Equatable>(
        of list: [Value],
        changed changedValues: [Value]
    ) -> Bool {
        guard removed.isEmpty, inserted.isEmpty, moves.isEmpty else { return true }
        var next = changedValues.makeIterator()
        for index in changed.ranges.joined() {
            guard let value = next.next() else { return false }
            if !list.indices.contains(index) || list[index] != value { return true }
        }
        return false
    }

    private static func rebuiltList<Value>(
        _ list: [Value],
        without removed: IndexRanges,
        inserting values: [Value],
        at inserted: IndexRanges
    ) -> [Value] {
        var result: [Value] = []
        result.reserveCapacity(list.count - removed.count + inserted.count)
        let kept = removed.complement(count: list.count).ranges
        var source = kept.makeIterator()
        var part = source.next() ?? 0..<0
        var value = 0
        for range in inserted.ranges {
            copyElements(
                of: list,
                into: &result,
                upTo: range.lowerBound,
                part: &part,
                followingParts: &source
            )
            result += values[value..<(value + range.count)]
            value += range.count
        }
        copyElements(
            of: list,
            into: &result,
            upTo: .max,
            part: &part,
            followingParts: &source
        )
        return result
    }

    /// Copies kept elements until the result has a length.
    private static func copyElements<Value>(
        of list: [Value],
        into result: inout [Value],
        upTo length: Int,
        part: inout Range<Int>,
        followingParts source: inout IndexingIterator<[Range<Int>]>
    ) {
        while result.count < length {
            if part.isEmpty {
                guard let next = source.next() else { return }
                part = next
            }
            let count = min(part.count, length - result.count)
            result += list[part.lowerBound..<(part.lowerBound + count)]
            part = (part.lowerBound + count)..<part.upperBound
        }
    }
}
