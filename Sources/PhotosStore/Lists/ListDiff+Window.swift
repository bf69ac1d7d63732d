extension ListDiff {
    /// An edit of a list, with all positions counted in the old list.
    package struct Edit {
        /// The positions of the rows that leave, rising.
        package var leaving: [Int]
        /// The rows that arrive, in the order of the new list.
        package var arriving: [Arrival]
        /// The positions in `arriving` of moved rows whose content changed, rising.
        package var arrivalsChanged: [Int]
        /// The positions of rows that are not moved but whose content changed, rising.
        package var staying: [Int]

        package init(
            leaving: [Int],
            arriving: [Arrival],
            arrivalsChanged: [Int],
            staying: [Int]
        ) {
            self.leaving = leaving
            self.arriving = arriving
            self.arrivalsChanged = arrivalsChanged
            self.staying = staying
        }
    }

    /// Describes the effect of an edit on the first rows of a list, which are the only ones that the user sees.
    ///
    /// - Parameters:
    ///   - edit: The edit of the whole list.
    ///   - count: The number of rows in the whole old list.
    ///   - before: The number of rows that the user saw in the old list.
    ///   - after: The number of rows that the user sees in the new list.
    package init(_ edit: Edit, count: Int, before: Int, after: Int) {
        let taken = (edit.leaving + edit.arriving.compactMap(\.from)).sorted()
        let gaps = edit.arriving.map(\.gap)
        func position(ofArrival order: Int) -> Int {
            gaps[order] - taken.countBelow(gaps[order]) + order
        }
        func position(ofUnmoved old: Int) -> Int {
            old - taken.countBelow(old) + gaps.countBelow(old + 1)
        }
        func isTaken(_ old: Int) -> Bool { taken.countBelow(old + 1) > taken.countBelow(old) }

        let arrivalsChanged = Set(edit.arrivalsChanged)
        var leaving = edit.leaving.filter { $0 < before }
        var arriving: [(position: Int, arrival: Arrival, hasChanged: Bool)] = []
        for (order, arrival) in edit.arriving.enumerated() {
            let from = arrival.from.flatMap { $0 < before ? $0 : nil }
            let position = position(ofArrival: order)
            guard position < after else {
                if let from { leaving.append(from) }
                continue
            }
            let hasChanged = from != nil && arrivalsChanged.contains(order)
            arriving.append(
                (position, Arrival(gap: min(arrival.gap, before), from: from), hasChanged)
            )
        }
        // Some rows that the edit does not mention are pushed out of the visible part, or pulled into it.
        for old in (0..<before).reversed() where !isTaken(old) {
            guard position(ofUnmoved: old) >= after else { break }
            leaving.append(old)
        }
        for old in before..<max(before, count) where !isTaken(old) {
            let position = position(ofUnmoved: old)
            guard position < after else { break }
            arriving.append((position, Arrival(gap: before), false))
        }
        arriving.sort { $0.position < $1.position }
        self.init(
            leaving: leaving.sorted(),
            arriving: arriving.map(\.arrival),
            staying: edit.staying.filter { $0 < before && position(ofUnmoved: $0) < after },
            arrivalsChanged: arriving.indices.filter { arriving[$0].hasChanged }
        )
    }
}
