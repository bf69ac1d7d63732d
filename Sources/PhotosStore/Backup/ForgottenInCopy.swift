import Foundation
import GRDB

/// The assets whose files stay in the folders of forgotten sources, by whether a backup has these files.
struct ForgottenInCopy {
    /// The assets with a file that the backup lacks.
    let lacking: Set<UUID>
    /// The assets whose files the backup has, from the time when their sources were not forgotten.
    let whole: Set<UUID>

    private var assets: Set<UUID> { lacking.union(whole) }

    /// Finds files in a backup.
    ///
    /// - Parameters:
    ///   - files: The files that the library does not have, because their sources were forgotten.
    ///   - layout: The backup.
    init(_ files: [PromisedFile], _ layout: LibraryLayout) {
        let isThere = Dictionary(grouping: files) { file in
            FileOperations.size(layout.original(file.file)) == file.byteCount
        }
        lacking = Set((isThere[false] ?? []).map(\.asset))
        whole = Set((isThere[true] ?? []).map(\.asset)).subtracting(lacking)
    }

    /// Returns the sidecars and settings files that the backup keeps with such assets: it may have the last copies.
    ///
    /// - Parameter layout: The backup, before its database is replaced.
    /// - Returns: The files that are there with their sizes, in the order in which they came in.
    func keptFiles(in layout: LibraryLayout) -> [PromisedFile] {
        guard !assets.isEmpty, FileOperations.size(layout.database) != nil else { return [] }
        let rows = try? Connection.copy(at: layout.database).unsafeRead { db in
            guard try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0 >= 12 else {
                return [Row]()
            }
            return try Row.fetchAll(
                db,
                sql: """
                    SELECT kept_file.file, kept_file.byte_count, kept_file.checksum, asset.uuid, kept_file.filename
                    FROM kept_file JOIN asset ON asset.id = kept_file.asset_id
                    WHERE kept_file.replaced_date IS NULL ORDER BY kept_file.id
                    """
            )
        }
        return (rows ?? []).map { row in
            PromisedFile(
                file: row.text(0),
                byteCount: row.integer(1),
                checksum: Blob.bytes(of: row, at: 2),
                asset: UUID(bytes: Blob.bytes(of: row, at: 3)) ?? .zero,
                mayBeAbsent: false,
                filename: row.text(4)
            )
        }.filter { file in
            assets.contains(file.asset) && LibraryLayout.isOriginalName(file.file)
                && FileOperations.size(layout.original(file.file)) == file.byteCount
        }
    }
}

extension BackupSnapshot {
    /// Keeps files that an earlier copy kept with assets, in the copied database.
    ///
    /// - Returns: Those that the library does not keep itself.
    func keepEarlier(_ files: [PromisedFile]) throws -> [PromisedFile] {
        guard !files.isEmpty else { return [] }
        let queue = try Self.queue(url)
        let kept = try queue.write { db in
            try files.filter { file in
                try db.cachedStatement(
                    sql: """
                        INSERT INTO kept_file (asset_id, file, filename, byte_count, checksum)
                        SELECT asset.id, ?1, ?2, ?3, ?4 FROM asset WHERE asset.uuid = ?5 AND NOT EXISTS (
                            SELECT 1 FROM kept_file WHERE file = ?1
                                OR asset_id = asset.id AND filename = ?2 AND replaced_date IS NULL)
                        """
                ).execute(arguments: [
                    file.file, file.filename, file.byteCount, Data(file.checksum),
                    Data(file.asset.bytes),
                ])
                return db.changesCount > 0
            }
        }
        try queue.close()
        try FileOperations.syncFile(url)
        return kept
    }

    /// Notes in the copied database that assets have all their files in the copy.
    func noteOnline(_ assets: Set<UUID>) throws {
        guard !assets.isEmpty else { return }
        let queue = try Self.queue(url)
        try queue.write { db in
            let statement = try db.cachedStatement(
                sql: """
                    UPDATE asset SET traits = traits & ~? WHERE uuid = ? AND NOT EXISTS (
                        SELECT 1 FROM resource WHERE asset_id = asset.id AND source_file_id IS NOT NULL)
                    """
            )
            for asset in assets {
                try statement.execute(
                    arguments: [AssetTraits.offline.rawValue, Data(asset.bytes)]
                )
            }
        }
        try queue.close()
        try FileOperations.syncFile(url)
    }
}
