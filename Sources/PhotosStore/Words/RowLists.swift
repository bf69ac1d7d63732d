import Foundation
import GRDB

/// Lists of assets by a number, such as that of a text which they share.
///
/// A list is stored in parts. Each part is a row with the first asset, and the differences of the others as bytes.
struct RowLists {
    /// The assets whose shared text has a number.
    static let shared = RowLists(table: "shared_rows")
    /// The assets in a cell of the grid of places.
    static let cells = RowLists(table: "cell_rows")

    let table: String

    /// The largest number of bytes of a part, so that a page of SQLite has several parts.
    private static let most = 800

    var schema: String {
        """
        CREATE TABLE \(table) (
            number INTEGER NOT NULL,
            first INTEGER NOT NULL,
            others BLOB NOT NULL,
            PRIMARY KEY (number, first)
        ) WITHOUT ROWID;
        """
    }

    // MARK: Reading

    /// Appends the assets of a range of numbers.
    ///
    /// The assets of one number are in ascending order.
    func appendRows(of numbers: ClosedRange<Int64>, to rows: inout [Int64], in db: Database) throws
    {
        let statement = try db.cachedStatement(
            sql: "SELECT first, others FROM \(table) WHERE number BETWEEN ? AND ?"
        )
        try statement.forEachRow([numbers.lowerBound, numbers.upperBound], in: db) {
            (columns) -> Void in
            try Self.decodeRows(first: columns.row(), others: columns.blob() ?? [], to: &rows)
        }
    }

    /// Passes each number with a part of its assets to `body`.
    func forEachPart(in db: Database, body: (Int64, [Int64]) -> Void) throws {
        try db.cachedStatement(sql: "SELECT number, first, others FROM \(table)")
            .forEachRow(in: db) { (columns) -> Void in
                let number = columns.row()
                var rows: [Int64] = []
                try Self.decodeRows(first: columns.row(), others: columns.blob() ?? [], to: &rows)
                body(number, rows)
            }
    }

    /// Returns whether a number has no assets.
    func isEmpty(_ number: Int64, in db: Database) throws -> Bool {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT 1 FROM \(table) WHERE number = ? LIMIT 1"),
            arguments: [number]
        ) == nil
    }

    // MARK: Writing

    /// The assets that enter and leave the list of a number.
    struct Change {
        var added: Set<Int64> = []
        var removed: Set<Int64> = []
    }

    func applyChange(_ change: Change, to number: Int64, in db: Database) throws {
        var rest = change.added.union(change.removed).sorted()[...]
        while let row = rest.first {
            let part = try part(of: row, number: number, in: db)
            let end = part.end ?? .max
            let present = rest.prefix { $0 < end }
            rest = rest.dropFirst(present.count)
            let added = present.filter { change.added.contains($0) }
            if let last = part.rows.last, added.count == present.count, last < row {
                try replacePart(
                    part,
                    with: part.rows + added,
                    number: number,
                    isAppended: true,
                    in: db
                )
            } else {
                let rows = Set(part.rows).subtracting(present).union(added).sorted()
                try replacePart(
                    part,
                    with: rows,
                    number: number,
                    isAppended: part.rows.isEmpty,
                    in: db
                )
            }
        }
    }

    private struct Part {
        var rows: [Int64] = []
        /// The first asset of the next part; nil for the last part.
        var end: Int64?
    }

    /// Returns the part that has an asset or would have it; without assets if the number has none.
    private func part(of row: Int64, number: Int64, in db: Database) throws -> Part {
        var part = Part()
        try db.cachedStatement(
            sql: """
                SELECT first, others FROM \(table) WHERE number = ? AND first <= ?
                ORDER BY first DESC LIMIT 1
                """
        ).forEachRow([number, row], in: db) { (columns) -> Void in
            try Self.decodeRows(first: columns.row(), others: columns.blob() ?? [], to: &part.rows)
        }
        part.end = try Int64.fetchOne(
            db.cachedStatement(
                sql: "SELECT min(first) FROM \(table) WHERE number = ? AND first > ?"
            ),
            arguments: [number, row]
        )
        // An asset before all others joins the first part.
        if part.rows.isEmpty, let end = part.end {
            return try self.part(of: end, number: number, in: db)
        }
        return part
    }

    private func replacePart(
        _ part: Part,
        with rows: [Int64],
        number: Int64,
        isAppended: Bool,
        in db: Database
    ) throws {
        if let first = part.rows.first, first != rows.first {
            try db.cachedStatement(sql: "DELETE FROM \(table) WHERE number = ? AND first = ?")
                .execute(arguments: [number, first])
        }
        let statement = try db.cachedStatement(
            sql: "INSERT OR REPLACE INTO \(table) (number, first, others) VALUES (?, ?, ?)"
        )
        // A part that grows in its middle is halved, and one that grows at its end is filled.
        var encoded = Self.encoded(rows[...], upTo: Self.most)
        if !isAppended, encoded.count > 1 {
            let middle = rows.count / 2
            encoded = [rows[..<middle], rows[middle...]].flatMap {
                Self.encoded($0, upTo: Self.most)
            }
        }
        for part in encoded {
            try statement.execute(arguments: [number, part.first, Data(part.others)])
        }
    }

    // MARK: Bytes

    /// Returns ascending rows as parts of bounded size.
    static func encoded(
        _ rows: ArraySlice<Int64>,
        upTo most: Int
    ) -> [(first: Int64, others: [UInt8])] {
        var parts: [(first: Int64, others: [UInt8])] = []
        var (first, last, bytes): (Int64?, Int64, [UInt8]) = (nil, 0, [])
        for row in rows {
            guard let start = first, bytes.count < most else {
                if let first { parts.append((first, bytes)) }
                (first, last, bytes) = (row, row, [])
                continue
            }
            precondition(row > start)
            // Seven bits of each byte, the lowest first; the eighth says that more follow.
            var difference = UInt64(row - last)
            while difference > 127 {
                bytes.append(UInt8(difference & 127) | 128)
                difference >>= 7
            }
            bytes.append(UInt8(difference))
            last = row
        }
        if let first { parts.append((first, bytes)) }
        return parts
    }

    /// Appends the rows of a part.
    ///
    /// - Throws: The error of a damaged database, if the bytes are no part.
    static func decodeRows(first: Int64, others: [UInt8], to rows: inout [Int64]) throws {
        rows.append(first)
        var (row, difference, shift): (Int64, UInt64, UInt64) = (first, 0, 0)
        for byte in others {
            difference |= UInt64(byte & 127) << shift
            shift += 7
            if byte > 127 {
                guard shift < 63 else { throw damage }
                continue
            }
            let (next, isTooLarge) = row.addingReportingOverflow(Int64(difference))
            guard difference > 0, !isTooLarge else { throw damage }
            rows.append(next)
            (row, difference, shift) = (next, 0, 0)
        }
        guard shift == 0 else { throw damage }
    }

    private static let damage = DatabaseError(
        resultCode: .SQLITE_CORRUPT,
        message: "A list of assets in the search index is damaged."
    )
}

/// Changes of lists, which are written together.
struct ListChanges {
    private var changes: [Int64: RowLists.Change] = [:]

    var numbers: some Collection<Int64> { changes.keys }

    mutating func add(_ row: Int64, to number: Int64?) {
        guard let number else { return }
        if changes[number]?.removed.remove(row) == nil {
            changes[number, default: RowLists.Change()].added.insert(row)
        }
    }

    mutating func remove(_ row: Int64, from number: Int64?) {
        guard let number else { return }
        if changes[number]?.added.remove(row) == nil {
            changes[number, default: RowLists.Change()].removed.insert(row)
        }
    }

    func write(to lists: RowLists, _ db: Database) throws {
        for number in changes.keys.sorted() {
            guard let change = changes[number] else { continue }
            try lists.applyChange(change, to: number, in: db)
        }
    }
}
