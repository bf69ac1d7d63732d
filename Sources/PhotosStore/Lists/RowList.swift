/// The ordered rows of a result: a tree that many lists share, and the edits since the tree was made.
///
/// A change adds to the edits alone, and copies no part of the tree. When there are many, the owner of the list
/// applies them to the tree with ``settled``. Reading the entry at a position and finding the position of an entry
/// take logarithmic time.
package struct RowList: Sendable {
    /// The largest number of entries that are kept beside the tree, those that leave and those that arrive.
    ///
    /// A list with more of them is settled at once.
    private static let mostEdits = 4_096
    /// The number of edits above which a list should be settled, because each change copies them.
    private static let manyEdits = 256

    private let tree: RowTree
    /// All positions are those of the tree.
    private let edits: RowListEdit

    init(_ tree: RowTree, edits: RowListEdit = RowListEdit()) {
        self.tree = tree
        self.edits = edits
    }

    package init() { self.init(RowTree(branches: [])) }

    /// Creates a list of entries in the given order.
    package init(_ entries: some Sequence<RowEntry>) {
        var builder = RowTreeBuilder()
        for entry in entries { builder.append(entry) }
        self.init(builder.finish())
    }

    package var count: Int { tree.count - edits.leaving.count + edits.arriving.count }

    // MARK: By position

    package func entry(at index: Int) -> RowEntry {
        precondition(
            index >= 0 && index < count,
            "Index \(index) is outside a list of \(count) rows."
        )
        switch source(of: index) {
        case .edits(let order): return edits.arriving[order].entry
        case .tree(let position): return tree.entry(at: position)
        }
    }

    /// Returns the rows at neighbouring positions, in order.
    package func rows(in range: Range<Int>) -> [Int64] {
        var rows: [Int64] = []
        rows.reserveCapacity(range.count)
        forEach(in: range) { rows.append($0.row) }
        return rows
    }

    package func forEach(in range: Range<Int>, _ body: (RowEntry) -> Void) {
        precondition(
            range.lowerBound >= 0 && range.upperBound <= count,
            "The range \(range) is outside a list of \(count) rows."
        )
        for stretch in stretches(in: range) {
            switch stretch {
            case .entry(let entry): body(entry)
            case .tree(let positions): tree.forEach(in: positions, body)
            }
        }
    }

    /// Returns the position of a row by a linear search in a part of the list, or nil.
    package func index(ofRow row: Int64, in range: Range<Int>) -> Int? {
        var start = range.lowerBound
        for stretch in stretches(in: range) {
            switch stretch {
            case .entry(let entry):
                if entry.row == row { return start }
                start += 1
            case .tree(let positions):
                if let found = tree.index(ofRow: row, in: positions) {
                    return start + found - positions.lowerBound
                }
                start += positions.count
            }
        }
        return nil
    }

    // MARK: By entry

    /// Returns the number of entries before this one, whether it is in the list or not.
    ///
    /// The list must be in the order of entries.
    package func gap(before entry: RowEntry) -> Int {
        let gap = tree.search(entry).gap
        return kept(before: gap) + arrivals { edits.arriving[$0].entry < entry }
    }

    /// Returns the position of an entry in a list that is in the order of entries, or nil.
    package func index(of entry: RowEntry) -> Int? {
        let order = arrivals { edits.arriving[$0].entry < entry }
        if order < edits.arriving.count, edits.arriving[order].entry == entry {
            return position(ofArrival: order)
        }
        let (position, next) = tree.search(entry)
        guard next == entry else { return nil }
        let before = edits.leaving.countBelow(position)
        if before < edits.leaving.count, edits.leaving[before] == position { return nil }
        return position - before + order
    }

    /// Returns the positions of the entries with one code, in a list in the order of codes.
    package func range(ofCode code: UInt64) -> Range<Int> {
        let low = gap(before: RowEntry(code: code, row: .min))
        guard low < count, entry(at: low).code == code else { return low..<low }
        return low..<(code == .max ? count : gap(before: RowEntry(code: code + 1, row: .min)))
    }

    // MARK: Changes

    /// Returns the list after some changes.
    package func applying(_ edit: RowListEdit) -> RowList {
        let list = RowList(tree, edits: edits(followedBy: edit))
        return list.editCount > Self.mostEdits ? list.settled : list
    }

    private var editCount: Int { edits.leaving.count + edits.arriving.count }

    package var hasManyEdits: Bool { editCount > Self.manyEdits }

    /// The same list without edits beside its tree, at the cost of the leaves that the edits change.
    package var settled: RowList { editCount == 0 ? self : RowList(tree.applying(edits)) }

    /// Returns the edits of the tree that have the same effect as the present edits and a later one.
    private func edits(followedBy later: RowListEdit) -> RowListEdit {
        if edits.leaving.isEmpty, edits.arriving.isEmpty { return later }
        var leaving: [Int] = []
        var dropped: [Int] = []
        for index in later.leaving {
            switch source(of: index) {
            case .edits(let order): dropped.append(order)
            case .tree(let position): leaving.append(position)
            }
        }
        var arriving: [RowListEdit.Arrival] = []
        arriving.reserveCapacity(edits.arriving.count + later.arriving.count)
        var next = 0
        var skipped = dropped[...]
        func keepRows(upTo end: Int) {
            while next < end {
                let stop = Swift.min(end, skipped.first ?? end)
                arriving += edits.arriving[next..<stop]
                next = stop
                if skipped.first == next, next < end {
                    skipped.removeFirst()
                    next += 1
                }
            }
        }
        for arrival in later.arriving {
            var gap = tree.count
            var order = edits.arriving.count
            if arrival.gap < count {
                switch source(of: arrival.gap) {
                case .edits(let following):
                    (gap, order) = (edits.arriving[following].gap, following)
                case .tree(let position):
                    (gap, order) = (position, arrival.gap - kept(before: position))
                }
            }
            keepRows(upTo: order)
            arriving.append(RowListEdit.Arrival(gap: gap, entry: arrival.entry))
        }
        keepRows(upTo: edits.arriving.count)
        return RowListEdit(leaving: Self.merged(edits.leaving, with: leaving), arriving: arriving)
    }

    /// Returns the numbers of two rising arrays as one.
    private static func merged(_ left: [Int], with right: [Int]) -> [Int] {
        var merged: [Int] = []
        merged.reserveCapacity(left.count + right.count)
        var start = 0
        for number in right {
            let end = left.countBelow(number)
            merged += left[start..<end]
            merged.append(number)
            start = end
        }
        return merged + left[start...]
    }

    // MARK: Positions

    /// Where an entry of the list is kept.
    private enum Source {
        /// Among the arriving entries.
        case edits(Int)
        case tree(Int)
    }

    /// A part of the list that is kept together.
    private enum Stretch {
        case entry(RowEntry)
        case tree(Range<Int>)
    }

    /// Returns the number of entries of the tree before a position that are in the list.
    private func kept(before position: Int) -> Int { position - edits.leaving.countBelow(position) }

    private func position(ofArrival order: Int) -> Int {
        kept(before: edits.arriving[order].gap) + order
    }

    private func source(of index: Int) -> Source {
        let order = arrivals { position(ofArrival: $0) < index }
        if order < edits.arriving.count, position(ofArrival: order) == index {
            return .edits(order)
        }
        return .tree((index - order).skipping(edits.leaving))
    }

    /// Returns the number of arriving entries for which a condition holds, which must be the first ones.
    private func arrivals(where holds: (Int) -> Bool) -> Int {
        var low = 0
        var high = edits.arriving.count
        while low < high {
            let middle = (low + high) / 2
            if holds(middle) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func stretches(in range: Range<Int>) -> [Stretch] {
        if edits.leaving.isEmpty, edits.arriving.isEmpty { return [.tree(range)] }
        var stretches: [Stretch] = []
        var order = arrivals { position(ofArrival: $0) < range.lowerBound }
        var next = (range.lowerBound - order).skipping(edits.leaving)
        var gone = edits.leaving.countBelow(next)
        var left = range.count
        while left > 0 {
            let gap = order < edits.arriving.count ? edits.arriving[order].gap : .max
            let leaving = gone < edits.leaving.count ? edits.leaving[gone] : .max
            if gap <= next {
                stretches.append(.entry(edits.arriving[order].entry))
                order += 1
                left -= 1
            } else if leaving == next {
                next += 1
                gone += 1
            } else {
                let end = Swift.min(gap, leaving, next + left)
                stretches.append(.tree(next..<end))
                left -= end - next
                next = end
            }
        }
        return stretches
    }
}

extension RowList {
    /// Whether a part of the list could not be read.
    ///
    /// Damage in a part is known once the part has been read.
    var isDamaged: Bool { tree.isDamaged }

    /// Whether the tree is valid, and the edits are in order and inside it.
    package var hasSoundStructure: Bool {
        let gaps = edits.arriving.map(\.gap)
        let leaving = edits.leaving
        return tree.hasSoundStructure
            && zip(leaving, leaving.dropFirst()).allSatisfy { $0 < $1 }
            && zip(gaps, gaps.dropFirst()).allSatisfy { $0 <= $1 }
            && (leaving + gaps).allSatisfy { (0...tree.count).contains($0) }
            && leaving.last ?? 0 <= Swift.max(0, tree.count - 1)
    }
}

extension RowList: RandomAccessCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { count }
    package subscript(index: Int) -> RowEntry { entry(at: index) }

    package struct Iterator: IteratorProtocol {
        private let list: RowList
        private var position = 0
        /// The entries before the position that were read with one search.
        private var entries: ContiguousArray<RowEntry> = []
        private var offset = 0

        init(_ list: RowList) { self.list = list }

        package mutating func next() -> RowEntry? {
            if offset == entries.count {
                let end = Swift.min(list.count, position + RowLeaf.capacity)
                entries.removeAll(keepingCapacity: true)
                list.forEach(in: position..<end) { entries.append($0) }
                (position, offset) = (end, 0)
                if entries.isEmpty { return nil }
            }
            defer { offset += 1 }
            return entries[offset]
        }
    }

    package func makeIterator() -> Iterator { Iterator(self) }
}
