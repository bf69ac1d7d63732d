package import Foundation
package import GRDB

/// The records about sources, used inside a transaction of the caller.
package struct SourceLedger {
    let db: Database

    package init(_ db: Database) { self.db = db }

    private static let sourceColumns =
        "id, uuid, kind, path, volume, is_offline, added_date, swept_date"

    package func sources(_ kind: SourceKind? = nil) throws -> [SourceRow] {
        var sources: [SourceRow] = []
        let statement = try db.cachedStatement(
            sql: "SELECT \(Self.sourceColumns) FROM source ORDER BY id"
        )
        try statement.forEachRow(in: db) { (columns) -> Void in
            let source = SourceRow(columns: &columns)
            if kind == nil || source.kind == kind { sources.append(source) }
        }
        return sources
    }

    package func source(_ id: Int64) throws -> SourceRow? {
        try db.cachedStatement(sql: "SELECT \(Self.sourceColumns) FROM source WHERE id = ?")
            .first(in: db) {
                $0.integer(id)
            } _: {
                SourceRow(columns: &$0)
            }
    }

    /// Returns the source that contains a folder: the nearest one at the folder or above it.
    package func source(_ kind: SourceKind, holding path: String) throws -> SourceRow? {
        try sources(kind).filter { Self.components(of: path, below: $0.path) != nil }
            .max { $0.path.utf8.count < $1.path.utf8.count }
    }

    /// Returns the source at a path, which is made if there is none.
    package func makeSource(
        _ kind: SourceKind,
        at path: String,
        uuid: UUID,
        volume: String? = nil,
        now: Date
    ) throws -> SourceRow {
        if let source = try sources(kind).first(where: { $0.path == path }) { return source }
        try db.cachedStatement(
            sql: "INSERT INTO source (uuid, kind, path, volume, added_date) VALUES (?, ?, ?, ?, ?)"
        ).run(in: db) { columns in
            columns.uuid(uuid)
            columns.integer(Int64(kind.rawValue))
            columns.text(path)
            columns.optional(volume)
            columns.real(now.timeIntervalSinceReferenceDate)
        }
        return SourceRow(
            id: db.lastInsertedRowID,
            uuid: uuid,
            kind: kind,
            path: path,
            volume: volume,
            addedDate: now
        )
    }

    /// Returns the names that lead from the folder `top` down to `path`, or nil if `path` is not in that folder.
    package static func components(of path: String, below top: String) -> [String]? {
        PathText.names(of: path, below: top)
    }

    /// Writes the source's path, volume, availability and date of the last sweep.
    package func write(_ source: SourceRow) throws {
        try db.cachedStatement(
            sql: """
                UPDATE source SET path = ?, volume = ?, is_offline = ?, swept_date = ? WHERE id = ?
                """
        ).run(in: db) { columns in
            columns.text(source.path)
            columns.optional(source.volume)
            columns.integer(source.isOffline ? 1 : 0)
            if let date = source.sweptDate {
                columns.real(date.timeIntervalSinceReferenceDate)
            } else {
                columns.null()
            }
            columns.integer(source.id)
        }
    }

    /// Records the volume of a source whose files were copied, and that none of its known files was seen there.
    ///
    /// The files keep their assets, but no file has their dates, so that each is read again.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - volume: The name of its volume; nil if it cannot be known.
    /// - Returns: The source with its volume.
    /// - Throws: The errors of SQLite.
    package func exchangeVolume(of source: SourceRow, for volume: String?) throws -> SourceRow {
        try db.cachedStatement(
            sql: """
                UPDATE source_file SET modification = ?
                WHERE folder_id IN (SELECT id FROM source_folder WHERE source_id = ?)
                """
        ).run(in: db) { columns in
            columns.integer(Self.noDate)
            columns.integer(source.id)
        }
        var source = source
        source.volume = volume
        try write(source)
        return source
    }

    /// A modification time that no file has.
    package static let noDate = Int64.min

    /// An inode that no file has: that of a sidecar which went with the file that it describes, and did not come back with it.
    package static let noInode = Int64(-1)
}

extension SourceRow {
    fileprivate init(columns: inout ColumnReader) {
        self.init(
            id: columns.row(),
            uuid: columns.uuid() ?? .zero,
            kind: SourceKind(rawValue: columns.count()) ?? .copied,
            path: columns.text() ?? "",
            volume: columns.text(),
            isOffline: columns.flag(),
            addedDate: columns.date() ?? .distantPast,
            sweptDate: columns.date()
        )
    }
}

extension ColumnWriter {
    mutating func optional(_ value: String?) { if let value { text(value) } else { null() } }
    mutating func optional(_ value: Int64?) { if let value { integer(value) } else { null() } }
    mutating func optional(_ value: [UInt8]?) { if let value { blob(value) } else { null() } }
}
