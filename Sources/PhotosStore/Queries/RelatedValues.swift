import Foundation
import GRDB

/// The values of one asset that other tables hold.
struct RelatedValues: Sendable {
    var values: [RelatedField: FieldValue] = [:]

    /// Reads the values of several assets at the state that a connection reads.
    ///
    /// - Parameters:
    ///   - rows: The rows of the assets.
    ///   - fields: The fields to read.
    ///   - albums: For each asset, the rows of its albums at another state; nil for the state that the connection reads.
    ///   - db: The connection.
    /// - Throws: The errors of SQLite.
    /// - Returns: The values by row. A row that is missing has no values.
    static func read(
        of rows: [Int64],
        fields: Set<RelatedField>,
        albums: [Int64: Set<Int64>]? = nil,
        in db: Database
    ) throws -> [Int64: RelatedValues] {
        guard !rows.isEmpty, !fields.isEmpty else { return [:] }
        let list = PackedList.rows(rows)
        var found: [Int64: RelatedValues] = [:]
        let read = fields.filter { albums == nil || !$0.isOfAlbums }
            .sorted { $0.rawValue < $1.rawValue }
        let columns = read.map { RelatedSQL(asset: "asset").value(of: .related($0)) }
        let statement = try db.cachedStatement(
            sql: """
                SELECT \((["asset.id"] + columns).joined(separator: ", "))
                FROM photokit_rows(?) AS list CROSS JOIN asset ON asset.id = list.value
                """
        )
        try statement.forEachRow([list], in: db) { (columns) -> Void in
            let row = columns.row()
            for field in read {
                found[row, default: RelatedValues()].values[field] = columns.value()
            }
        }
        if let albums { try addAlbums(albums, fields: fields, to: &found, in: db) }
        return found
    }

    private static func addAlbums(
        _ albums: [Int64: Set<Int64>],
        fields: Set<RelatedField>,
        to found: inout [Int64: RelatedValues],
        in db: Database
    ) throws {
        var titles = AlbumTitles(db)
        for (row, albums) in albums {
            for field in fields where field.isOfAlbums {
                let value: FieldValue =
                    switch field {
                    case .isInAlbum: .integer(albums.isEmpty ? 0 : 1)
                    default:
                        .text(
                            Keywords.list(
                                try titles.around(albums, isFolder: field == .folderTitles)
                            )
                        )
                    }
                found[row, default: RelatedValues()].values[field] = value
            }
        }
    }
}

/// The titles of albums and of the folders around them, each read once.
private struct AlbumTitles {
    private let db: Database
    private var known: [Int64: CollectionRecord] = [:]

    init(_ db: Database) { self.db = db }

    mutating func around(_ albums: Set<Int64>, isFolder: Bool) throws -> [String] {
        var titles: [String] = []
        for album in albums {
            var next: Int64? = album
            var seen: Set<Int64> = []
            while let row = next, seen.insert(row).inserted, let record = try record(row) {
                if !isFolder || record.collectionKind == .folder, let title = record.title {
                    titles.append(title)
                }
                next = record.parent
            }
        }
        return titles
    }

    private mutating func record(_ row: Int64) throws -> CollectionRecord? {
        if let record = known[row] { return record }
        let record = try CollectionRecord.fetch([row], in: db)[row]
        known[row] = record
        return record
    }
}

/// A record together with its values that other tables hold.
struct RelatedRecord<R: FieldReading>: FieldReading {
    var record: R
    var related: RelatedValues?

    func value(of field: Field) -> FieldValue {
        if case .related(let field) = field { return related?.values[field] ?? .null }
        return record.value(of: field)
    }
}
