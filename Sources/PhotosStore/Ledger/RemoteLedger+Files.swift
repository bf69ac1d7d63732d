import Foundation
import GRDB

/// The files of the library that remotes lack or refuse.
extension RemoteLedger {
    /// The condition that a remote should have a resource's file.
    ///
    /// Its values are whether the remote takes files in sources, the trait of offline assets, and the row of the remote. The
    /// library had a file of an offline asset if a state of the file was recorded, or if it left.
    ///
    /// A file in the folder of a forgotten source is wanted where the remote was to have it before: nobody else may have it.
    static let isWanted = """
        (resource.source_file_id IS NULL OR ?)
        AND (resource.source_file_id NOT NULL OR asset.traits & ? = 0 OR resource.inode NOT NULL
             OR EXISTS (SELECT 1 FROM elsewhere_file WHERE resource_id = resource.id)
             OR EXISTS (SELECT 1 FROM remote_object AS known
                        WHERE known.remote_id = ? AND known.checksum = resource.checksum))
        """

    /// Returns files whose bytes the remote lacks, in the order of their rows after `row`.
    func missing(_ remote: RemoteRow, after row: Int64, atMost count: Int) throws -> [MissingObject]
    {
        var missing: [MissingObject] = []
        let statement = try db.cachedStatement(
            sql: """
                SELECT resource.checksum, resource.byte_count, resource.id, resource.file, resource.source_file_id
                FROM resource JOIN asset ON asset.id = resource.asset_id
                LEFT JOIN remote_object AS object
                    ON object.remote_id = ? AND object.checksum = resource.checksum
                WHERE resource.id > ? AND \(Self.isWanted) AND object.stored_date IS NULL
                ORDER BY resource.id LIMIT ?
                """
        )
        try statement.forEachRow(in: db) { columns in
            columns.integer(remote.id)
            columns.integer(row)
            columns.integer(remote.takesSources ? 1 : 0)
            columns.integer(AssetTraits.offline.rawValue)
            columns.integer(remote.id)
            columns.integer(Int64(count))
        } _: { (columns) -> Void in
            missing.append(
                MissingObject(
                    object: RemoteObject(columns: &columns),
                    row: columns.row(),
                    file: columns.text() ?? "",
                    sourceFileID: columns.integer()
                )
            )
        }
        return missing
    }

    /// Returns kept files whose bytes the remote lacks, in the order of their rows after `row`.
    func missingKept(
        _ remote: RemoteRow,
        after row: Int64,
        atMost count: Int
    ) throws -> [MissingObject] {
        var missing: [MissingObject] = []
        let statement = try db.cachedStatement(
            sql: """
                SELECT kept_file.checksum, kept_file.byte_count, kept_file.id, kept_file.file FROM kept_file
                LEFT JOIN remote_object AS object
                    ON object.remote_id = ? AND object.checksum = kept_file.checksum
                WHERE kept_file.id > ? AND object.stored_date IS NULL ORDER BY kept_file.id LIMIT ?
                """
        )
        try statement.forEachRow(in: db) { columns in
            columns.integer(remote.id)
            columns.integer(row)
            columns.integer(Int64(count))
        } _: { (columns) -> Void in
            missing.append(
                MissingObject(
                    object: RemoteObject(columns: &columns),
                    row: columns.row(),
                    isKept: true,
                    file: columns.text() ?? ""
                )
            )
        }
        return missing
    }

    /// Returns sidecars and settings files beside photos in sources whose bytes the remote lacks, in the order of their rows
    /// after `row`.
    ///
    /// Files whose checksum nobody has recorded are left out.
    func missingSidecars(
        _ remote: RemoteRow,
        after row: Int64,
        atMost count: Int
    ) throws -> [MissingObject] {
        guard remote.takesSources else { return [] }
        var missing: [MissingObject] = []
        let statement = try db.cachedStatement(
            sql: """
                SELECT source_file.checksum, source_file.byte_count, source_file.id FROM \(SourceLedger.sidecarsInPlace)
                    AND source_file.id > ? AND source_file.checksum IS NOT NULL
                    AND NOT EXISTS (SELECT 1 FROM remote_object AS object WHERE object.remote_id = ?
                        AND object.checksum = source_file.checksum AND object.stored_date IS NOT NULL)
                ORDER BY source_file.id LIMIT ?
                """
        )
        try statement.forEachRow(in: db) { columns in
            columns.integer(row)
            columns.integer(remote.id)
            columns.integer(Int64(count))
        } _: { (columns) -> Void in
            let object = RemoteObject(columns: &columns)
            let file = columns.row()
            missing.append(
                MissingObject(object: object, row: file, isKept: true, file: "", sourceFileID: file)
            )
        }
        return missing
    }

    /// Returns of which assets the album of refused ones must learn.
    ///
    /// - Parameter checksums: The files that a remote has just refused.
    /// - Returns: The rows of assets with such files that are not in the album, and of those in the album whose files
    ///   no remote refuses any more.
    /// - Throws: The errors of SQLite.
    func uploadNews(
        _ checksums: Set<[UInt8]>
    ) throws -> (refused: [Int64], accepted: [Int64]) {
        let bit = AssetTraits.unableToUpload.rawValue
        var refused: Set<Int64> = []
        let owners = try db.cachedStatement(
            sql: """
                SELECT DISTINCT asset.id FROM resource JOIN asset ON asset.id = resource.asset_id
                WHERE resource.checksum = ? AND asset.traits & ? = 0
                """
        )
        for checksum in checksums {
            try owners.forEachRow(in: db) {
                $0.blob(checksum)
                $0.integer(bit)
            } _: { (columns) -> Void in
                refused.insert(columns.row())
            }
        }
        var accepted: [Int64] = []
        let members = try db.cachedStatement(
            sql: """
                SELECT asset.id FROM asset WHERE asset.traits & ? <> 0 AND NOT EXISTS
                    (SELECT 1 FROM resource CROSS JOIN remote CROSS JOIN remote_object AS object
                        ON object.remote_id = remote.id AND object.checksum = resource.checksum
                     WHERE resource.asset_id = asset.id
                        AND object.problem NOT NULL AND object.stored_date IS NULL)
                """
        )
        try members.forEachRow(in: db) {
            $0.integer(bit)
        } _: { (columns) -> Void in
            accepted.append(columns.row())
        }
        return (refused.sorted(), accepted)
    }
}
