/// Finds a few rows in a long list by going through it once.
///
/// A table of all places would answer faster, and cost more to make than a change of a few rows is worth.
struct RowSearch {
    private let wanted: Set<Int64>
    /// One bit for each remainder of 64: most rows of a list are told apart without hashing.
    private let remainders: UInt64

    init(_ rows: Set<Int64>) {
        wanted = rows
        remainders = rows.reduce(0) { $0 | 1 << UInt64($1 & 63) }
    }

    func contains(_ row: Int64) -> Bool {
        remainders & 1 << UInt64(row & 63) != 0 && wanted.contains(row)
    }

    /// The places of those rows that are in the list.
    func places(in rows: [Int64]) -> [Int64: Int] {
        var places: [Int64: Int] = [:]
        guard !wanted.isEmpty else { return places }
        for (place, row) in rows.enumerated() where contains(row) {
            places[row] = place
            if places.count == wanted.count { break }
        }
        return places
    }
}
