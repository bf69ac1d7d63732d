/// Changes of a list, with all positions counted in the old list.
package struct RowListEdit: Sendable {
    package struct Arrival: Sendable {
        /// The number of entries of the old list before the new entry, including entries that leave.
        package var gap: Int
        package var entry: RowEntry

        package init(gap: Int, entry: RowEntry) {
            self.gap = gap
            self.entry = entry
        }
    }

    /// The positions of the entries that leave, rising.
    package var leaving: [Int]
    /// The entries that arrive, in their order, including the order of entries with the same gap.
    package var arriving: [Arrival]

    package init(leaving: [Int] = [], arriving: [Arrival] = []) {
        self.leaving = leaving
        self.arriving = arriving
    }
}
