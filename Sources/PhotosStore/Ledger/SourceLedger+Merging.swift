import Foundation
import GRDB

extension SourceLedger {
    /// Returns some files of a source that were imported or duplicate an asset, spread over all its folders.
    func spreadFiles(of source: Int64, count: Int) throws -> [SourceFileRow] {
        var rows: [SourceFileRow] = []
        // The order of checksums is as good as a random order.
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(Self.fileColumns.split(separator: ", ").map { "source_file.\($0)" }.joined(separator: ", "))
                FROM source_file JOIN source_folder ON source_folder.id = source_file.folder_id
                WHERE source_folder.source_id = ? AND source_file.outcome IN (0, 1, 5)
                    AND source_file.name NOT LIKE '/%'
                ORDER BY source_file.checksum LIMIT ?
                """
        )
        try statement.forEachRow([source, count], in: db) { (columns) -> Void in
            rows.append(SourceFileRow(columns: &columns))
        }
        return rows
    }

    /// Merges the records about one source into those of another source that now has the same folder.
    ///
    /// If both sources know a file, the record of `other` is kept. The second record is deleted, or kept with an
    /// unknown path if it belongs to an asset's file.
    func merge(_ source: SourceRow, into other: SourceRow) throws {
        let patterns = try exclusions(ofSource: other.id) + exclusions(ofSource: source.id)
        try write(exclusions: patterns, ofSource: other.id)
        guard let top = try folder(of: other.id, path: []) else { return }
        var folders: [Int64: Int64] = [:]
        for row in try self.folders(source.id) {
            guard let parentID = row.parentID else {
                folders[row.id] = top.id
                try mergeFiles(of: row.id, into: top.id)
                continue
            }
            guard let parent = folders[parentID] else { continue }
            let target =
                try folder(other.id, parent: parent, name: row.name)
                ?? makeFolder(other.id, parent: parent, name: row.name, inode: row.inode)
            folders[row.id] = target.id
            try mergeFiles(of: row.id, into: target.id)
        }
        try db.execute(
            sql: "UPDATE change SET source_id = ? WHERE source_id = ?",
            arguments: [other.id, source.id]
        )
        try db.execute(sql: "DELETE FROM source WHERE id = ?", arguments: [source.id])
        try db.execute(
            sql: "UPDATE source SET uuid = ?, added_date = ? WHERE id = ?",
            arguments: [
                Data(source.uuid.bytes), source.addedDate.timeIntervalSinceReferenceDate,
                other.id,
            ]
        )
    }

    private func mergeFiles(of folder: Int64, into target: Int64) throws {
        var files: [SourceFileRow] = []
        try forEachFile(in: folder) { files.append($0) }
        for row in files {
            let isKnown = try file(row.name, in: target) != nil
            guard !isKnown || row.outcome.isAsset else {
                try db.execute(sql: "DELETE FROM source_file WHERE id = ?", arguments: [row.id])
                continue
            }
            try db.execute(
                sql: "UPDATE source_file SET folder_id = ?, name = ? WHERE id = ?",
                arguments: [target, isKnown ? "/\(row.id)" : row.name, row.id]
            )
        }
    }
}
