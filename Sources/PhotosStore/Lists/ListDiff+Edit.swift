import Foundation

extension ListDiff {
    /// A row that arrives at a position: a new row, or one that was elsewhere in the old list.
    package struct Arrival {
        /// The number of rows of the old list before the row's new position, including rows that leave.
        package var gap: Int
        package var from: Int?

        package init(gap: Int, from: Int? = nil) {
            self.gap = gap
            self.from = from
        }
    }

    /// Describes an edit by its positions alone, so that the cost depends on the changed rows and not on the list.
    ///
    /// - Parameters:
    ///   - leaving: The old positions of the rows that leave, rising.
    ///   - arriving: The rows that arrive, in the order of the new list.
    ///   - staying: The old positions of rows that are not moved but whose content changed.
    ///   - arrivalsChanged: The positions in `arriving` of moved rows whose content changed.
    package init(leaving: [Int], arriving: [Arrival], staying: [Int], arrivalsChanged: [Int]) {
        let taken = (leaving + arriving.compactMap(\.from)).sorted()
        let gaps = arriving.map(\.gap)
        let positions = arriving.indices.map { order in
            gaps[order] - taken.countBelow(gaps[order]) + order
        }
        removed = IndexSet(rising: leaving)
        inserted = IndexSet(
            rising: arriving.indices.filter { arriving[$0].from == nil }.map { positions[$0] }
        )
        let stayingPositions = staying.map { position in
            position - taken.countBelow(position) + gaps.countBelow(position + 1)
        }
        changed = IndexSet(
            rising: (stayingPositions + arrivalsChanged.map { positions[$0] }).sorted()
        )
        let movers = arriving.indices.compactMap { order in
            arriving[order].from.map {
                (old: $0 - leaving.countBelow($0), position: positions[order])
            }
        }
        if !movers.isEmpty { moves = Self.moves(movers, inserted: Array(inserted)) }
    }

    /// Returns the moves from the list after removals and insertions to the new list.
    ///
    /// Kept rows first fill, in their old order, the positions that inserted rows leave free. A row that must pass an
    /// inserted row to reach its new position has to be moved, even if its position among the kept rows is the same.
    /// Other rows that keep their position among the kept rows need no move.
    ///
    /// - Parameters:
    ///   - movers: The rows whose position may differ: old positions among the kept rows, and rising positions in the
    ///     new list.
    ///   - inserted: The positions of inserted rows, rising.
    /// - Returns: The moves, in the order of their positions in the new list.
    private static func moves(_ movers: [(old: Int, position: Int)], inserted: [Int]) -> [Move] {
        // The positions among the kept rows at which inserted rows lie between two kept rows.
        let bounds = inserted.enumerated().map { $0.element - $0.offset }
        let news = movers.map { $0.position - inserted.countBelow($0.position) }
        let olds = movers.map(\.old).sorted()
        func position(_ kept: Int) -> Int { kept + bounds.countBelow(kept + 1) }

        let candidates = movers.indices.filter { mover in
            let (old, new) = (movers[mover].old, news[mover])
            return old - olds.countBelow(old) == new - mover
                && bounds.countBelow(old + 1) == bounds.countBelow(new + 1)
        }
        let run = longestRisingRun(candidates.map { movers[$0].old })
        let stays = Set(run.map { candidates[$0] })
        var moves = movers.indices.filter { !stays.contains($0) }.map { mover in
            Move(from: position(movers[mover].old), to: movers[mover].position)
        }

        var crossing: Set<Int> = []
        for bound in bounds {
            let before = olds.countBelow(bound)
            let after = news.countBelow(bound)
            for other in bound - max(before, after)..<bound - min(before, after) {
                crossing.insert(other)
            }
        }
        for other in crossing {
            let from = position(other.skipping(olds))
            let to = position(other.skipping(news))
            moves.append(Move(from: from, to: to))
        }
        return moves.sorted { $0.to < $1.to }
    }
}

extension [Int] {
    /// Returns the number of elements of a rising array that are below a number.
    func countBelow(_ number: Int) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension Int {
    /// Returns the position of the element with this number, counting only positions that are not in a rising array.
    func skipping(_ taken: [Int]) -> Int {
        // The search finds how many taken positions come before the element.
        var low = 0
        var high = taken.count
        while low < high {
            let middle = (low + high) / 2
            if taken[middle] - middle <= self { low = middle + 1 } else { high = middle }
        }
        return self + low
    }
}

extension IndexSet {
    /// Creates an index set from rising numbers, and inserts each run of neighbours at once.
    fileprivate init(rising numbers: [Int]) {
        self.init()
        var start = numbers.startIndex
        while start < numbers.endIndex {
            var end = start + 1
            while end < numbers.endIndex, numbers[end] == numbers[end - 1] + 1 { end += 1 }
            insert(integersIn: numbers[start]...numbers[end - 1])
            start = end
        }
    }
}
