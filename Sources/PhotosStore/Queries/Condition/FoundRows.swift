/// The rows of assets that an index found for parts of a condition, at the state that a statement reads.
package struct FoundRows: Sendable {
    /// The rows that have the words of each condition, in ascending order.
    package var words: [WordCondition: [Int64]] = [:]
    /// The rows that may be in each area, in ascending order: all that are, and some near it.
    package var areas: [AreaCondition: [Int64]] = [:]
    /// Whether SQLite may look up each of these rows.
    ///
    /// If not, another index limits the rows, and the rows found are compared with these.
    package var areLookedUp = true

    package init() {}

    /// Returns the rows for which a condition may be true, in ascending order.
    ///
    /// - Returns: Nil where the index does not limit the rows.
    func candidates(of condition: Condition) -> [Int64]? {
        // Most fetches ask no index, and shall make no lists here.
        if words.isEmpty, areas.isEmpty { return nil }
        switch condition {
        case .words(let words): return self.words[words]
        case .area(let area): return areas[area]
        case .all(let parts):
            let lists = parts.compactMap { candidates(of: $0) }
            return lists.isEmpty ? nil : Self.common(lists)
        case .any(let parts):
            let lists = parts.compactMap { candidates(of: $0) }
            return lists.count < parts.count ? nil : Self.united(lists)
        case .constant, .comparison, .membership, .not: return nil
        }
    }

    /// Leaves out the rows that are not among some, so that SQLite gets short lists.
    func limited(to rows: [Int64]) -> FoundRows {
        var found = self
        found.words = words.mapValues { Self.common([$0, rows]) }
        found.areas = areas.mapValues { Self.common([$0, rows]) }
        return found
    }

    // MARK: Lists

    /// Returns the rows that are in all of some lists, each in ascending order.
    static func common(_ lists: [[Int64]]) -> [Int64] {
        var lists = lists.sorted { $0.count < $1.count }[...]
        guard var common = lists.popFirst() else { return [] }
        for list in lists {
            var position = 0
            common.removeAll { row in
                while position < list.count, list[position] < row { position += 1 }
                return position == list.count || list[position] != row
            }
        }
        return common
    }

    /// Returns the rows that are in any of some lists, in ascending order.
    static func united(_ lists: [[Int64]]) -> [Int64] {
        if lists.count < 2 { return lists.first ?? [] }
        return ascending(Array(lists.joined()))
    }

    private static func areAscending(_ rows: [Int64]) -> Bool {
        rows.indices.dropFirst().allSatisfy { rows[$0 - 1] < rows[$0] }
    }

    /// Returns some rows in ascending order, each once.
    static func ascending(_ rows: [Int64]) -> [Int64] {
        guard let last = rows.max(), !areAscending(rows) else { return rows }
        // A table of bits sorts many rows faster than comparisons do.
        guard last / 64 < rows.count, rows.allSatisfy({ $0 >= 0 }) else {
            var sorted = rows.sorted()
            var previous: Int64?
            sorted.removeAll { row in
                defer { previous = row }
                return row == previous
            }
            return sorted
        }
        var bits = [UInt64](repeating: 0, count: Int(last / 64) + 1)
        for row in rows { bits[Int(row / 64)] |= 1 << UInt64(row % 64) }
        var sorted: [Int64] = []
        sorted.reserveCapacity(rows.count)
        for (index, word) in bits.enumerated() {
            var rest = word
            while rest != 0 {
                sorted.append(Int64(index * 64 + rest.trailingZeroBitCount))
                rest &= rest - 1
            }
        }
        return sorted
    }
}
