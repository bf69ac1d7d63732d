package import Foundation
import GRDB

extension LibraryOriginals {
    /// Returns the pictures, movies and sounds with a checksum, those of the oldest asset first.
    ///
    /// With `evenDeleted`, files of assets in Recently Deleted are included, after the others.
    package func heldFiles(
        ofChecksum checksum: [UInt8],
        evenDeleted: Bool = false
    ) throws -> [HeldFile] {
        try heldFiles(
            where: """
                WHERE resource.checksum = ? AND resource.type <> 7 AND (? OR asset.trashed_date IS NULL)
                ORDER BY asset.trashed_date IS NOT NULL, asset.id, resource.id
                """
        ) {
            $0.blob(checksum)
            $0.integer(evenDeleted ? 1 : 0)
        }
    }

    /// Returns whether an asset in Recently Deleted has a file with the given bytes.
    ///
    /// - Parameters:
    ///   - checksum: The checksum of the bytes.
    ///   - asset: An asset that does not count.
    /// - Returns: Whether another asset in Recently Deleted has these bytes.
    /// - Throws: ``StoreError``.
    package func hasDeletedFile(
        ofChecksum checksum: [UInt8],
        otherThan asset: UUID
    ) throws -> Bool {
        try heldFiles(
            where:
                "WHERE resource.checksum = ? AND resource.type <> 7 AND asset.trashed_date IS NOT NULL"
        ) { $0.blob(checksum) }
        .contains { $0.asset != asset }
    }

    /// Returns all files of the given assets.
    package func heldFiles(ofAssets rows: [Int64]) throws -> [HeldFile] {
        try heldFiles(
            where:
                "WHERE resource.asset_id IN (SELECT value FROM photokit_rows(?)) ORDER BY resource.id"
        ) {
            $0.list(PackedList.rows(rows))
        }
    }

    /// Returns the files of the given resources.
    func heldFiles(ofResources rows: [Int64]) throws -> [HeldFile] {
        try heldFiles(
            where: "WHERE resource.id IN (SELECT value FROM photokit_rows(?)) ORDER BY resource.id"
        ) {
            $0.list(PackedList.rows(rows))
        }
    }

    /// Returns the library's files that came from the given source files, with the rows of the latter.
    ///
    /// A movie that was extracted from a picture counts as one of the picture's files.
    package func heldFiles(
        ofSourceFiles rows: [Int64]
    ) throws -> [(sourceFile: Int64, file: HeldFile)] {
        try core.read { db in
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

    /// Returns those of the given source files that are no file of their assets any more.
    ///
    /// An edited version goes when a person reverts the edit or edits the original. A recipe counts only where its asset has no
    /// other one, because it could not come in again. An asset with a file in a source follows that file. So other bytes of it
    /// are a former state, and nothing that the library lacks, unless the asset had them from another folder than a source.
    ///
    /// - Parameter rows: The rows of pictures, movies, sounds and recipes, or of sidecars, which are left out.
    /// - Returns: Of the rows, those of files that the library let go, and those of former states of files in sources.
    /// - Throws: ``StoreError`` if the library cannot be read.
    package func releasedFiles(
        ofSourceFiles rows: [Int64]
    ) throws -> (released: Set<Int64>, replacedInSources: Set<Int64>) {
        try core.read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT source_file.id, EXISTS (
                        SELECT 1 FROM resource WHERE resource.asset_id = source_file.asset_id
                            AND +resource.source_file_id IS NOT NULL)
                        AND NOT EXISTS (
                            SELECT 1 FROM source_file AS own
                            JOIN source_folder ON source_folder.id = own.folder_id
                            JOIN source ON source.id = source_folder.source_id
                            WHERE own.asset_id = source_file.asset_id AND own.checksum = source_file.checksum
                                AND own.outcome = ? AND source.kind <> ?)
                    FROM photokit_rows(?) AS list
                    CROSS JOIN source_file ON source_file.id = list.value
                    WHERE source_file.outcome IN (?, ?) AND NOT EXISTS (
                        SELECT 1 FROM resource WHERE resource.asset_id = source_file.asset_id
                            AND (+resource.checksum = source_file.checksum
                                OR resource.type = 7 AND source_file.name LIKE '%.aae'))
                    """
            )
            var (released, replaced): (Set<Int64>, Set<Int64>) = ([], [])
            try statement.forEachRow(in: db) {
                $0.integer(Int64(SourceOutcome.imported.rawValue))
                $0.integer(Int64(SourceKind.inPlace.rawValue))
                $0.list(PackedList.rows(rows))
                $0.integer(Int64(SourceOutcome.imported.rawValue))
                $0.integer(Int64(SourceOutcome.duplicate.rawValue))
            } _: { columns in
                let row = columns.row()
                if columns.flag() { replaced.insert(row) } else { released.insert(row) }
            }
            return (released, replaced)
        }
    }

    /// Returns files that the library itself keeps, except those that may be absent, in the order of their
    /// rows after `row`.
    ///
    /// An offline asset that has lost its source has files that never were in the library. The library had a
    /// file only if a file state was recorded for it.
    func ownHeldFiles(after row: Int64, atMost count: Int) throws -> [HeldFile] {
        try heldFiles(
            where: """
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

    /// Returns the number of files that the library itself keeps, and their total size in bytes.
    func ownFileTotals() throws -> (files: Int, bytes: Int64) {
        try core.read { db in
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

    func heldFiles(
        where condition: String,
        bind: (inout ColumnWriter) -> Void
    ) throws -> [HeldFile] {
        try core.read { db in
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
