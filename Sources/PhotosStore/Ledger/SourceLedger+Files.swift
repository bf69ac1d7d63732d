import Foundation
import GRDB

/// The records about the files of sources.
extension SourceLedger {
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

    /// Returns an asset's own files in sources, and its duplicates in some folders.
    package func files(
        ofAsset asset: Int64,
        orCopiesIn folders: Set<Int64>
    ) throws -> [(row: Int64, folder: Int64, name: String)] {
        var files: [(row: Int64, folder: Int64, name: String)] = []
        try db.cachedStatement(
            sql: """
                SELECT source_file.id, source_file.folder_id, source_file.name FROM resource
                JOIN source_file ON source_file.id = resource.source_file_id
                WHERE resource.asset_id = ?
                UNION ALL
                SELECT id, folder_id, name FROM source_file WHERE asset_id = ? AND outcome = ?
                    AND folder_id IN (SELECT value FROM photokit_rows(?))
                """
        ).forEachRow(in: db) { columns in
            columns.integer(asset)
            columns.integer(asset)
            columns.integer(Int64(SourceOutcome.duplicate.rawValue))
            columns.list(PackedList.rows(folders.sorted()))
        } _: { columns in
            files.append((columns.row(), columns.row(), columns.text() ?? ""))
        }
        return files
    }

    /// Passes the sidecars with some inodes to `body`, in all sources but forgotten ones.
    package func forEachSidecar(
        withInodes inodes: [Int64],
        _ body: (SourceFileRow) throws -> Void
    ) throws {
        let list = "[" + inodes.map(String.init).joined(separator: ",") + "]"
        try db.cachedStatement(
            sql: """
                SELECT \(Self.fileColumns) FROM source_file
                WHERE outcome = ? AND inode IN (SELECT value FROM json_each(?)) AND NOT EXISTS (
                    SELECT 1 FROM source_folder JOIN source ON source.id = source_folder.source_id
                    WHERE source_folder.id = source_file.folder_id AND \(Self.isForgotten))
                """
        ).forEachRow(in: db) { columns in
            columns.integer(Int64(SourceOutcome.sidecar.rawValue))
            columns.text(list)
        } _: {
            try body(SourceFileRow(columns: &$0))
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
