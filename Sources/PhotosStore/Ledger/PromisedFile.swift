import Foundation
import GRDB

/// A file of the library that a row mentions, with its expected size and checksum: of a resource, or kept with an asset.
struct PromisedFile {
    var file: String
    var byteCount: Int64
    var checksum: [UInt8]
    var asset: UUID
    /// Whether the file may be missing: its asset is offline because of a file in a source, which may be this
    /// one.
    var mayBeAbsent: Bool
    /// The file state when the file was last known to be whole; nil where none was recorded.
    var state: FileState?
    /// Whether the file left the library's folder because remotes have it.
    ///
    /// The file may have been brought back since.
    var hasLeft = false
    /// The name with which the file came in; nil if it had none.
    var filename: String?

    /// Returns the files that the library itself keeps, without those that stay in sources.
    static func all(_ db: Database) throws -> [PromisedFile] {
        let format = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        let state = format >= 6 ? "resource.inode, resource.status_change" : "NULL, NULL"
        let own = format >= 3 ? "resource.source_file_id IS NULL" : "TRUE"
        let elsewhere =
            format >= 9
            ? "EXISTS (SELECT 1 FROM elsewhere_file WHERE resource_id = resource.id)" : "FALSE"
        let kept =
            format >= 12
            ? """
            UNION ALL SELECT kept_file.file, kept_file.byte_count, kept_file.checksum, asset.uuid, FALSE, NULL, NULL,
                FALSE, 1, kept_file.id, kept_file.filename
            FROM kept_file JOIN asset ON asset.id = kept_file.asset_id
            """ : ""
        return try Row.fetchAll(
            db,
            sql: """
                SELECT resource.file, resource.byte_count, resource.checksum, asset.uuid,
                    asset.traits & ? <> 0, \(state), \(elsewhere), 0, resource.id, resource.filename
                FROM resource JOIN asset ON asset.id = resource.asset_id
                WHERE \(own) \(kept) ORDER BY 9, 10
                """,
            arguments: [AssetTraits.offline.rawValue]
        ).map { row in
            let inode = Int64.fromDatabaseValue(row[5])
            let statusChange = Int64.fromDatabaseValue(row[6])
            let isOffline = Bool.fromDatabaseValue(row[4]) ?? false
            return PromisedFile(
                file: String.fromDatabaseValue(row[0]) ?? "",
                byteCount: Int64.fromDatabaseValue(row[1]) ?? 0,
                checksum: Blob.bytes(of: row, at: 2),
                asset: UUID(bytes: Blob.bytes(of: row, at: 3)) ?? .zero,
                // A recorded file state means that the file was in the library.
                mayBeAbsent: isOffline && inode == nil,
                state: inode.flatMap { inode in
                    statusChange.map { FileState(inode: inode, statusChange: $0) }
                },
                hasLeft: Bool.fromDatabaseValue(row[7]) ?? false,
                filename: String.fromDatabaseValue(row[10])
            )
        }
    }

    /// Whether the file is not in a library's folder, and is expected not to be there.
    func isElsewhere(_ layout: LibraryLayout) -> Bool {
        hasLeft && FileOperations.size(layout.original(file)) == nil
    }

    var object: RemoteObject { RemoteObject(checksum: checksum, byteCount: byteCount) }
}
