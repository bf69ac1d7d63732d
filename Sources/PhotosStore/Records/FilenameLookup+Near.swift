import Foundation
import GRDB

extension LibraryRecords {
    /// Finds names of files that a person may have meant by a text that names none.
    ///
    /// The call reads the table of assets once.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - limit: The greatest number of names to return.
    /// - Returns: The names that begin with the text, in ascending order. If there are none, those with the smallest edit
    ///   distance, if this is small. Empty if there are more than `limit`.
    /// - Throws: ``StoreError`` when the library cannot be read.
    package func filenames(near text: String, limit: Int) throws -> [String] {
        let typed = Array(text.lowercased().utf8)
        let most = typed.count < 3 ? 0 : typed.count < 6 ? 1 : 2
        var near = NearNames(typed, most: most)
        try core.read { db in
            let names = try String.fetchCursor(
                db,
                sql: """
                    SELECT DISTINCT filename FROM asset
                    WHERE length(CAST(filename AS BLOB)) BETWEEN ? AND ? OR substr(filename, 1, ?) = ? COLLATE NOCASE
                    """,
                arguments: [
                    typed.count - most, typed.count + most, text.unicodeScalars.count, text,
                ]
            )
            while let name = try names.next() { near.add(name) }
        }
        let found = near.found.sorted()
        return found.count <= limit ? found : []
    }
}

/// The names that are nearest to a typed one.
private struct NearNames {
    private let typed: [UInt8]
    private var most: Int
    private var beginning: Set<String> = []
    private var nearest: Set<String> = []

    init(_ typed: [UInt8], most: Int) {
        (self.typed, self.most) = (typed, most)
    }

    var found: Set<String> { beginning.isEmpty ? nearest : beginning }

    mutating func add(_ name: String) {
        let letters = Array(name.lowercased().utf8)
        if typed.count > 1, letters.starts(with: typed) { beginning.insert(name) }
        guard most > 0, abs(letters.count - typed.count) <= most,
            case let distance = distance(letters), distance <= most
        else { return }
        if distance < most { nearest = [] }
        most = distance
        nearest.insert(name)
    }

    /// The number of bytes to insert, remove, replace or exchange with their neighbour (optimal string alignment distance).
    private func distance(_ other: [UInt8]) -> Int {
        var (before, row) = ([Int](), Array(0...other.count))
        for (index, letter) in typed.enumerated() {
            var next = [index + 1]
            next.reserveCapacity(other.count + 1)
            for (column, candidate) in other.enumerated() {
                var cost = min(next[column] + 1, row[column + 1] + 1)
                cost = min(cost, row[column] + (letter == candidate ? 0 : 1))
                if index > 0, column > 0, letter == other[column - 1],
                    typed[index - 1] == candidate
                {
                    cost = min(cost, before[column - 1] + 1)
                }
                next.append(cost)
            }
            (before, row) = (row, next)
        }
        return row[other.count]
    }
}
