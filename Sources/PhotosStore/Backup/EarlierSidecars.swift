import Foundation
import GRDB

/// The sidecars of photos in sources that an earlier backup has.
///
/// The library knows no checksum of a sidecar in a source that no remote has asked for. The backup does.
struct EarlierSidecars {
    private struct File {
        var name: String
        var inode: Int64
        var modification: Int64
        var checksum: [UInt8]
        var file: String
        var byteCount: Int64
    }

    private let files: [Int64: [File]]

    /// Reads the database of the backup; finds none where there is none that can be read.
    init(_ layout: LibraryLayout) {
        guard FileOperations.size(layout.database) != nil else {
            files = [:]
            return
        }
        let rows = try? Connection.copy(at: layout.database).unsafeRead { db in
            guard try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0 >= 12 else {
                return [Row]()
            }
            return try Row.fetchAll(
                db,
                sql: """
                    SELECT source_file.id, source_file.name, source_file.modification, kept_file.checksum,
                        kept_file.file, kept_file.byte_count, source_file.inode
                    FROM source_file JOIN kept_file ON kept_file.asset_id = source_file.asset_id
                        AND kept_file.checksum = source_file.checksum
                    WHERE source_file.outcome = ?
                    """,
                arguments: [SourceOutcome.sidecar.rawValue]
            )
        }
        files = Dictionary(
            (rows ?? []).map { row in
                let file = File(
                    name: row.text(1),
                    inode: row.integer(6),
                    modification: row.integer(2),
                    checksum: Blob.bytes(of: row, at: 3),
                    file: row.text(4),
                    byteCount: row.integer(5)
                )
                return (row.integer(0), [file])
            },
            uniquingKeysWith: +
        )
    }

    /// Returns a file with the bytes that the backup has of it.
    ///
    /// A file that was swept with another inode or date since, and one that the backup lacks, are returned as they are.
    func resolve(_ promise: SourcePromise) -> SourcePromise {
        guard promise.isSidecar, promise.copy.checksum.isEmpty else { return promise }
        for file in files[promise.row] ?? []
        where file.inode == promise.inode && file.modification == promise.modification
            && file.name == promise.url?.lastPathComponent
        {
            let known = promise.with(file.checksum, byteCount: file.byteCount)
            if known.copy.file == file.file { return known }
        }
        return promise
    }
}
