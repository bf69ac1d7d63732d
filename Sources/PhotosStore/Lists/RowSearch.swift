/// Finds a few rows in a long list in one pass.
///
/// A table of all positions would answer faster, but building it costs too much for a change of a few rows.
struct RowSearch {
    private let wanted: Set<Int64>
    /// A bit for each remainder of division by 64, with which most rows are ruled out without hashing.
    private let remainders: UInt64

    init(_ rows: Set<Int64>) {
        wanted = rows
        remainders = rows.reduce(0) { $0 | 1 << UInt64($1 & 63) }
    }

    func contains(_ row: Int64) -> Bool {
        remainders & 1 << UInt64(row & 63) != 0 && wanted.contains(row)
    }

    /// Returns the positions of the wanted rows that are in the list.
    func indexes(in rows: [Int64]) -> [Int64: Int] {
        var indexes: [Int64: Int] = [:]
        guard !wanted.isEmpty else { return indexes }
        for (index, row) in rows.enumerated() where contains(row) {
            indexes[row] = index
            if indexes.count == wanted.count { break }
        }
        return indexes
    }
}
