import Foundation

extension ListDiff {
    /// What arrives at a place: a new row, or one that stood elsewhere in the list before.
    package struct Arrival {
        /// The number of rows of the list before that stand before it, leaving ones included.
        package var gap: Int
        package var from: Int?

        package init(gap: Int, from: Int? = nil) {
            self.gap = gap
            self.from = from
        }
    }

    /// Describes an edit by its numbers alone, so that it costs the rows that changed and not the list.
    ///
    /// - Parameters:
    ///   - leaving: The places before of the rows that are gone, rising.
    ///   - arriving: The rows that arrive, in the order of the list after.
    ///   - staying: The places before of the rows that stay where they are and differ in themselves.
    ///   - arrivalsChanged: The places in `arriving` of moved rows that differ in themselves.
    package init(leaving: [Int], arriving: [Arrival], staying: [Int], arrivalsChanged: [Int]) {
        let taken = (leaving + arriving.compactMap(\.from)).sorted()
        let gaps = arriving.map(\.gap)
        let places = arriving.indices.map { order in
            gaps[order] - taken.countBelow(gaps[order]) + order
        }
        removed = IndexSet(rising: leaving)
        inserted = IndexSet(
            rising: arriving.indices.filter { arriving[$0].from == nil }.map { places[$0] }
        )
        let stayingPlaces = staying.map { place in
            place - taken.countBelow(place) + gaps.countBelow(place + 1)
        }
        changed = IndexSet(rising: (stayingPlaces + arrivalsChanged.map { places[$0] }).sorted())
        let movers = arriving.indices.compactMap { order in
            arriving[order].from.map { (old: $0 - leaving.countBelow($0), place: places[order]) }
        }
        if !movers.isEmpty { moves = Self.moves(movers, inserted: Array(inserted)) }
    }

    /// The moves between the list after removals and insertions, and the list after.
    ///
    /// Kept rows fill, in their old order, the places that inserted ones leave free. Whoever has to pass an inserted
    /// row on the way from there to its place in the list after has to be moved, even if it kept its place among the
    /// others; the rest of those that kept it need not.
    ///
    /// - Parameters:
    ///   - movers: The rows whose place may differ: old places among the kept rows, and places in the list after, rising.
    ///   - inserted: The places of inserted rows, rising.
    /// - Returns: The moves, in the order of their places in the list after.
    private static func moves(_ movers: [(old: Int, place: Int)], inserted: [Int]) -> [Move] {
        // Places among the kept rows, where the inserted ones stand between two of them.
        let bounds = inserted.enumerated().map { $0.element - $0.offset }
        let news = movers.map { $0.place - inserted.countBelow($0.place) }
        let olds = movers.map(\.old).sorted()
        func place(_ kept: Int) -> Int { kept + bounds.countBelow(kept + 1) }

        let candidates = movers.indices.filter { mover in
            let (old, new) = (movers[mover].old, news[mover])
            return old - olds.countBelow(old) == new - mover
                && bounds.countBelow(old + 1) == bounds.countBelow(new + 1)
        }
        let run = longestRisingRun(candidates.map { movers[$0].old })
        let stays = Set(run.map { candidates[$0] })
        var moves = movers.indices.filter { !stays.contains($0) }.map { mover in
            Move(from: place(movers[mover].old), to: movers[mover].place)
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
            let from = place(other.skipping(olds))
            let to = place(other.skipping(news))
            moves.append(Move(from: from, to: to))
        }
        return moves.sorted { $0.to < $1.to }
    }
}

extension [Int] {
    /// How many elements of a rising array are below a number.
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
    /// The place of the one with this number among those that a rising array of places leaves out.
    fileprivate func skipping(_ taken: [Int]) -> Int {
        // The number of taken places before it: the most for which the place still has that many before it.
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
    /// Runs are put in whole.
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
