import Foundation
import GRDB

extension Library {
    /// The pictures, movies and sounds that have some bytes, those of the oldest asset first.
    ///
    /// Those of assets in Recently Deleted count only where it is asked for.
    func heldFiles(
        ofChecksum checksum: [UInt8],
        evenDeleted: Bool = false
    ) throws -> [HeldFile] {
        try heldFiles(
            """
            WHERE resource.checksum = ? AND resource.type <> 7 AND (? OR asset.trashed_date IS NULL)
            ORDER BY asset.trashed_date IS NOT NULL, asset.id, resource.id
            """
        ) {
            $0.blob(checksum)
            $0.integer(evenDeleted ? 1 : 0)
        }
    }

    /// All files of some assets.
    func heldFiles(ofAssets rows: [Int64]) throws -> [HeldFile] {
        try heldFiles(
            "WHERE resource.asset_id IN (SELECT value FROM photokit_rows(?)) ORDER BY resource.id"
        ) {
            $0.list(PackedList.rows(rows))
        }
    }

    /// The files that known files of sources became, by the rows of the latter; the movie that was taken out of a
    /// picture is one of the picture's.
    func heldFiles(ofSourceFiles rows: [Int64]) throws -> [(sourceFile: Int64, file: HeldFile)] {
        try read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT source_file.id, \(HeldFile.columns) FROM photokit_rows(?) AS list
                    CROSS JOIN source_file ON source_file.id = list.value
                    CROSS JOIN resource ON resource.asset_id = source_file.asset_id
                        AND (+resource.checksum = source_file.checksum OR resource.type = 9)
                    CROSS JOIN asset ON asset.id = resource.asset_id
                    """
            )
            var files: [(sourceFile: Int64, file: HeldFile)] = []
            files.reserveCapacity(rows.count)
            try statement.forEachRow(in: db) {
                $0.list(PackedList.rows(rows))
            } _: { columns in
                files.append((columns.row(), HeldFile(columns: &columns)))
            }
            return files
        }
    }

    /// The files that the library keeps itself, without those that may be absent.
    ///
    /// An offline asset that has lost its source has files that never were in the library; what was noted of the look of a file
    /// tells that it was.
    /// They come in the order of their rows, from the one after `row`.
    func ownHeldFiles(after row: Int64, atMost count: Int) throws -> [HeldFile] {
        try heldFiles(
            """
            WHERE resource.id > ? AND resource.source_file_id IS NULL
                AND (asset.traits & ? = 0 OR resource.inode IS NOT NULL)
            ORDER BY resource.id LIMIT ?
            """
        ) {
            $0.integer(row)
            $0.integer(AssetTraits.offline.rawValue)
            $0.integer(Int64(count))
        }
    }

    /// How many files the library keeps itself, and how many bytes are in them.
    func ownFileTotals() throws -> (files: Int, bytes: Int64) {
        try read { db in
            try db.cachedStatement(
                sql: """
                    SELECT count(*), coalesce(sum(byte_count), 0) FROM resource
                    WHERE source_file_id IS NULL
                    """
            ).first(in: db) { columns in
                (columns.count(), columns.row())
            } ?? (0, 0)
        }
    }

    private func heldFiles(
        _ condition: String,
        _ bind: (inout ColumnWriter) -> Void
    ) throws -> [HeldFile] {
        try read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT \(HeldFile.columns) FROM resource JOIN asset ON asset.id = resource.asset_id
                    \(condition)
                    """
            )
            var files: [HeldFile] = []
            try statement.forEachRow(in: db, binding: bind) {
                files.append(HeldFile(columns: &$0))
            }
            return files
        }
    }
}
