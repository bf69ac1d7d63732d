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

    /// A copy that the backup keeps with a photo.
    struct Copy {
        var file: PromisedFile
        /// The rows of the files in sources from which it may have been made, and the sources.
        var origins: [(row: Int64, source: Int64)]
    }

    private var files: [Int64: [File]] = [:]
    private var kept: [Copy] = []

    /// Reads the database of the backup; finds none where there is none that can be read.
    init(_ layout: LibraryLayout) {
        guard FileOperations.size(layout.database) != nil else { return }
        let database = try? Connection.copy(at: layout.database)
        let found = try? database?.unsafeRead { db -> ([Int64: [File]], [Copy])? in
            let format = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            return format >= 12 ? (try Self.files(db), try Self.copies(db)) : nil
        }
        if let found { (files, kept) = found }
    }

    private static func files(_ db: Database) throws -> [Int64: [File]] {
        let rows = try Row.fetchAll(
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
        return Dictionary(
            rows.map { row in
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

    /// Returns the copies that were made of files in sources, in the order in which they came in.
    private static func copies(_ db: Database) throws -> [Copy] {
        var origins: [String: [(row: Int64, source: Int64, isProved: Bool)]] = [:]
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT kept_file.file, origin.id, origin.source_id, origin.checksum IS kept_file.checksum
                FROM kept_file JOIN (
                    SELECT source_file.id, source_file.asset_id, source_file.name, source_file.checksum,
                        source_folder.source_id
                    FROM \(SourceLedger.sidecarsInPlace)
                ) AS origin ON origin.asset_id = kept_file.asset_id
                    AND (origin.checksum = kept_file.checksum OR origin.name = kept_file.filename)
                WHERE kept_file.replaced_date IS NULL
                """
        )
        for row in rows {
            let isProved = Bool.fromDatabaseValue(row[3]) ?? false
            origins[row.text(0), default: []].append((row.integer(1), row.integer(2), isProved))
        }
        return try Row.fetchAll(
            db,
            sql: """
                SELECT kept_file.file, kept_file.byte_count, kept_file.checksum, asset.uuid, kept_file.filename,
                    asset.id
                FROM kept_file JOIN asset ON asset.id = kept_file.asset_id
                WHERE kept_file.replaced_date IS NULL ORDER BY kept_file.id
                """
        ).compactMap { row in
            let (checksum, filename) = (Blob.bytes(of: row, at: 2), row.text(4))
            let name = SourcePromise.name(ofSidecarOf: row.integer(5), checksum, named: filename)
            guard row.text(0) == name else { return nil }
            let all = origins[name] ?? []
            // The name says less than the bytes.
            let proved = all.filter(\.isProved)
            return Copy(
                file: PromisedFile(
                    file: name,
                    byteCount: row.integer(1),
                    checksum: checksum,
                    asset: UUID(bytes: Blob.bytes(of: row, at: 3)) ?? .zero,
                    mayBeAbsent: false,
                    filename: filename
                ),
                origins: (proved.isEmpty ? all : proved).map { ($0.row, $0.source) }
            )
        }
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

    /// Returns the copies that are there, besides those in whose place the new backup has something.
    ///
    /// - Parameters:
    ///   - taken: The files from sources that the new backup has.
    ///   - layout: The backup.
    /// - Returns: The copies, in the order in which they came in.
    func copies(besides taken: [SourcePromise], in layout: LibraryLayout) -> [Copy] {
        let sidecars = taken.filter(\.isSidecar)
        let (names, rows) = (Set(sidecars.map(\.copy.file)), Set(sidecars.map(\.row)))
        return kept.filter { copy in
            !names.contains(copy.file.file)
                && !copy.origins.contains { rows.contains($0.row) }
                && FileOperations.size(layout.original(copy.file.file)) == copy.file.byteCount
        }
    }
}

extension BackupSnapshot {
    /// Keeps copies of sidecars that an earlier backup has, in the copied database: they may be the last ones.
    ///
    /// A copy goes when its file was removed from beside its photo, which is in the source still, or when the photo is deleted for
    /// good. It stays where the file is only left out of the new backup, where the source was forgotten, and where the photo is gone
    /// from the source, too.
    ///
    /// - Parameter copies: Those in whose place the new backup has nothing.
    /// - Returns: The files that are kept.
    /// - Throws: The errors of SQLite.
    func keepEarlier(_ copies: [EarlierSidecars.Copy]) throws -> [PromisedFile] {
        guard !copies.isEmpty else { return [] }
        let queue = try Self.queue(url)
        let kept = try queue.write { db in
            try copies.filter { try Self.keepEarlier($0, db) }.map(\.file)
        }
        try queue.close()
        try FileOperations.syncFile(url)
        return kept
    }

    private static func keepEarlier(_ copy: EarlierSidecars.Copy, _ db: Database) throws -> Bool {
        let (file, asset) = (copy.file, Data(copy.file.asset.bytes))
        let isLeftOut = try copy.origins.contains { origin in
            try Bool.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT EXISTS (SELECT 1 FROM source_file JOIN asset ON asset.id = source_file.asset_id
                            WHERE source_file.id = ? AND source_file.outcome = ? AND asset.uuid = ?)
                        """
                ),
                arguments: [origin.row, SourceOutcome.sidecar.rawValue, asset]
            ) ?? false
        }
        let isRemoved =
            try !isLeftOut
            && copy.origins.contains { origin in
                // In the copied database, photos that were taken from sources have duplicates there.
                try Bool.fetchOne(
                    db.cachedStatement(
                        sql: """
                            SELECT EXISTS (SELECT 1 FROM asset JOIN source_file ON source_file.asset_id = asset.id
                                JOIN source_folder ON source_folder.id = source_file.folder_id
                                WHERE asset.uuid = ? AND source_folder.source_id = ?
                                    AND source_file.outcome IN (?, ?))
                            """
                    ),
                    arguments: [
                        asset, origin.source, SourceOutcome.imported.rawValue,
                        SourceOutcome.duplicate.rawValue,
                    ]
                ) ?? false
            }
        guard !isRemoved else { return false }
        // Two photos with the same bytes may each have a file of the name. Otherwise a present one took the place of this one.
        try db.cachedStatement(
            sql: """
                INSERT INTO kept_file (asset_id, file, filename, byte_count, checksum)
                SELECT asset.id, ?1, ?2, ?3, ?4 FROM asset WHERE asset.uuid = ?5 AND NOT EXISTS (
                    SELECT 1 FROM kept_file WHERE file = ?1
                        OR NOT ?6 AND asset_id = asset.id AND filename = ?2 AND replaced_date IS NULL)
                """
        ).execute(arguments: [
            file.file, file.filename, file.byteCount, Data(file.checksum), asset, isLeftOut,
        ])
        return db.changesCount > 0
    }
}
