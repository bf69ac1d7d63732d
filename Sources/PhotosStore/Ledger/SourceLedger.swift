package import Foundation
package import GRDB

/// The records about the files of sources, used inside a transaction of the caller.
package struct SourceLedger {
    let db: Database

    package init(_ db: Database) { self.db = db }

    // MARK: Sources

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

    // MARK: Folders

    /// Returns the folder at a path of names below the top of a source, or nil if it is unknown.
    package func folder(of source: Int64, path names: [String]) throws -> SourceFolderRow? {
        var folder = try folder(source, parent: nil, name: "")
        for name in names {
            guard let parent = folder else { return nil }
            folder = try self.folder(source, parent: parent.id, name: name)
        }
        return folder
    }

    package func folder(
        _ source: Int64,
        parent: Int64?,
        name: String
    ) throws -> SourceFolderRow? {
        try db.cachedStatement(
            sql: """
                SELECT id, source_id, parent_id, name, inode FROM source_folder
                WHERE source_id = ? AND parent_id IS ? AND name = ?
                """
        ).first(in: db) { columns in
            columns.integer(source)
            columns.optional(parent)
            columns.text(name)
        } _: {
            SourceFolderRow(columns: &$0)
        }
    }

    package func folder(_ id: Int64) throws -> SourceFolderRow? {
        try db.cachedStatement(
            sql: "SELECT id, source_id, parent_id, name, inode FROM source_folder WHERE id = ?"
        ).first(in: db) {
            $0.integer(id)
        } _: {
            SourceFolderRow(columns: &$0)
        }
    }

    /// Returns all folders of a source, parents before their children.
    package func folders(_ source: Int64) throws -> [SourceFolderRow] {
        var byParent: [Int64: [SourceFolderRow]] = [:]
        let statement = try db.cachedStatement(
            sql: """
                SELECT id, source_id, parent_id, name, inode FROM source_folder
                WHERE source_id = ? ORDER BY name
                """
        )
        try statement.forEachRow([source], in: db) { (columns) -> Void in
            let folder = SourceFolderRow(columns: &columns)
            byParent[folder.parentID ?? 0, default: []].append(folder)
        }
        var folders = byParent[0] ?? []
        var next = 0
        while next < folders.count {
            folders += byParent[folders[next].id] ?? []
            next += 1
        }
        return folders
    }

    /// Returns the folder with a name, which is made if there is none, and records its inode.
    package func makeFolder(
        _ source: Int64,
        parent: Int64?,
        name: String,
        inode: Int64
    ) throws -> SourceFolderRow {
        if var folder = try folder(source, parent: parent, name: name) {
            if folder.inode != inode {
                folder.inode = inode
                try write(folder)
            }
            return folder
        }
        try db.cachedStatement(
            sql: "INSERT INTO source_folder (source_id, parent_id, name, inode) VALUES (?, ?, ?, ?)"
        ).run(in: db) { columns in
            columns.integer(source)
            columns.optional(parent)
            columns.text(name)
            columns.integer(inode)
        }
        return SourceFolderRow(
            id: db.lastInsertedRowID,
            sourceID: source,
            parentID: parent,
            name: name,
            inode: inode
        )
    }

    /// Writes a folder's parent, name and inode.
    package func write(_ folder: SourceFolderRow) throws {
        try db.cachedStatement(
            sql: "UPDATE source_folder SET parent_id = ?, name = ?, inode = ? WHERE id = ?"
        ).run(in: db) { columns in
            columns.optional(folder.parentID)
            columns.text(folder.name)
            columns.integer(folder.inode)
            columns.integer(folder.id)
        }
    }

    // MARK: Files

    static let fileColumns =
        "id, name, inode, byte_count, modification, outcome, checksum, asset_id"

    /// Passes the files of a folder to `body` in the byte order of their names.
    package func forEachFile(
        in folder: Int64,
        _ body: (SourceFileRow) throws -> Void
    ) throws {
        try db.cachedStatement(
            sql: "SELECT \(Self.fileColumns) FROM source_file WHERE folder_id = ? ORDER BY name"
        ).forEachRow(in: db) {
            $0.integer(folder)
        } _: {
            try body(SourceFileRow(columns: &$0))
        }
    }

    /// Returns a known file and the folder that it is in.
    package func file(_ id: Int64) throws -> (folder: Int64, row: SourceFileRow)? {
        try db.cachedStatement(
            sql: "SELECT folder_id, \(Self.fileColumns) FROM source_file WHERE id = ?"
        ).first(in: db) {
            $0.integer(id)
        } _: { columns in
            (columns.row(), SourceFileRow(columns: &columns))
        }
    }

    /// Returns some imported files of a source, those with the lowest row numbers.
    package func sampleFiles(of source: Int64, count: Int) throws -> [SourceFileRow] {
        let columns = Self.fileColumns.split(separator: ", ").map { "source_file.\($0)" }
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(columns.joined(separator: ", ")) FROM source_file
                JOIN source_folder ON source_folder.id = source_file.folder_id
                WHERE source_folder.source_id = ? AND source_file.outcome = 0
                ORDER BY source_file.id LIMIT ?
                """
        )
        var rows: [SourceFileRow] = []
        try statement.forEachRow([source, count], in: db) { (columns) -> Void in
            rows.append(SourceFileRow(columns: &columns))
        }
        return rows
    }

    /// Returns whether a file is known in a folder or in the folders below it.
    package func holdsFiles(below folder: Int64) throws -> Bool {
        try db.cachedStatement(
            sql: """
                WITH RECURSIVE below(id) AS (
                    VALUES (?)
                    UNION ALL
                    SELECT child.id FROM below JOIN source_folder AS child ON child.parent_id = below.id
                )
                SELECT 1 FROM below JOIN source_file ON source_file.folder_id = below.id LIMIT 1
                """
        ).first(in: db) {
            $0.integer(folder)
        } _: { _ in
            true
        } ?? false
    }

    /// Deletes the record of a folder in which no file and no folder is known.
    package func removeEmptyFolder(_ id: Int64) throws {
        try db.cachedStatement(
            sql: """
                DELETE FROM source_folder WHERE id = ?1
                    AND NOT EXISTS (SELECT 1 FROM source_file WHERE folder_id = ?1)
                    AND NOT EXISTS (SELECT 1 FROM source_folder AS child WHERE child.parent_id = ?1)
                """
        ).run(in: db) {
            $0.integer(id)
        }
    }

    func folderAndName(ofFile file: Int64) throws -> (folder: Int64, name: String)? {
        try db.cachedStatement(sql: "SELECT folder_id, name FROM source_file WHERE id = ?")
            .first(in: db) {
                $0.integer(file)
            } _: { columns in
                (columns.row(), columns.text() ?? "")
            }
    }

    package func file(_ name: String, in folder: Int64) throws -> SourceFileRow? {
        try db.cachedStatement(
            sql: "SELECT \(Self.fileColumns) FROM source_file WHERE folder_id = ? AND name = ?"
        ).first(in: db) { columns in
            columns.integer(folder)
            columns.text(name)
        } _: {
            SourceFileRow(columns: &$0)
        }
    }

    /// Writes the present state of a file over the record with the same name.
    ///
    /// - Returns: The number of the row.
    @discardableResult
    package func write(_ file: SourceFileRow, in folder: Int64) throws -> Int64 {
        try db.cachedStatement(
            sql: """
                INSERT INTO source_file
                    (folder_id, name, inode, byte_count, modification, outcome, checksum, asset_id)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (folder_id, name) DO UPDATE SET
                    inode = excluded.inode, byte_count = excluded.byte_count,
                    modification = excluded.modification, outcome = excluded.outcome,
                    checksum = excluded.checksum, asset_id = excluded.asset_id
                RETURNING id
                """
        ).first(in: db) { columns in
            columns.integer(folder)
            columns.text(file.name)
            columns.integer(file.inode)
            columns.integer(file.byteCount)
            columns.integer(file.modification)
            columns.integer(Int64(file.outcome.rawValue))
            columns.optional(file.checksum)
            columns.optional(file.assetID)
        } _: {
            $0.row()
        } ?? 0
    }
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

extension SourceFolderRow {
    fileprivate init(columns: inout ColumnReader) {
        self.init(
            id: columns.row(),
            sourceID: columns.row(),
            parentID: columns.integer(),
            name: columns.text() ?? "",
            inode: columns.row()
        )
    }
}

extension SourceFileRow {
    init(columns: inout ColumnReader) {
        self.init(
            id: columns.row(),
            name: columns.text() ?? "",
            inode: columns.row(),
            byteCount: columns.row(),
            modification: columns.row(),
            outcome: SourceOutcome(rawValue: columns.count()) ?? .other,
            checksum: columns.blob(),
            assetID: columns.integer()
        )
    }
}

extension ColumnWriter {
    mutating func optional(_ value: String?) { if let value { text(value) } else { null() } }
    mutating func optional(_ value: Int64?) { if let value { integer(value) } else { null() } }
    mutating func optional(_ value: [UInt8]?) { if let value { blob(value) } else { null() } }
}
