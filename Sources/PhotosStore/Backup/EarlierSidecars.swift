import Foundation
import GRDB

/// The sidecars of photos in sources that an earlier backup has.
///
/// The library knows no checksum of a sidecar in a source that no remote has asked for. The backup does.
struct EarlierSidecars {
    private struct File {
        var inode: Int64
        var modification: Int64
        var checksum: [UInt8]
        var file: String
        var byteCount: Int64
    }

    /// A copy that the backup keeps with a photo.
    struct Copy {
        var file: PromisedFile
        /// The rows of the files in sources from which it may have been made, and their folders.
        ///
        /// An origin is proved by its bytes. Where there is none, those of the same name may be origins.
        var origins: [(row: Int64, folder: Int64, isProved: Bool)]
    }

    private var files: [Int64: [File]] = [:]
    private var kept: [Copy] = []
    /// The files of other programs that the backup keeps with photos, including those that no source had.
    private(set) var keptFiles: Set<String> = []

    /// Reads the database of the backup; finds none where there is none that can be read.
    init(_ layout: LibraryLayout) {
        guard FileOperations.size(layout.database) != nil else { return }
        let database = try? Connection.copy(at: layout.database)
        let found = try? database?.unsafeRead { db -> ([Int64: [File]], [Copy], Set<String>)? in
            guard try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0 >= 12 else { return nil }
            let names = try String.fetchSet(
                db,
                sql: "SELECT file FROM kept_file WHERE replaced_date IS NULL"
            )
            return (try Self.files(db), try Self.copies(db), names)
        }
        if let found { (files, kept, keptFiles) = found }
    }

    private static func files(_ db: Database) throws -> [Int64: [File]] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT source_file.id, source_file.inode, source_file.modification, kept_file.checksum,
                    kept_file.file, kept_file.byte_count
                FROM source_file JOIN kept_file ON kept_file.asset_id = source_file.asset_id
                    AND kept_file.checksum = source_file.checksum
                WHERE source_file.outcome = ?
                """,
            arguments: [SourceOutcome.sidecar.rawValue]
        )
        return Dictionary(
            rows.map { row in
                let file = File(
                    inode: row.integer(1),
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
        var origins: [String: [(row: Int64, folder: Int64, isProved: Bool)]] = [:]
        var proved: Set<Int64> = []
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT kept_file.file, origin.id, origin.folder_id, origin.checksum IS kept_file.checksum
                FROM kept_file JOIN (
                    SELECT source_file.id, source_file.asset_id, source_file.name, source_file.checksum,
                        source_file.folder_id
                    FROM \(SourceLedger.sidecarsInPlace) AND source_file.name NOT GLOB '/*'
                ) AS origin ON origin.asset_id = kept_file.asset_id
                    AND (origin.checksum = kept_file.checksum OR origin.name = kept_file.filename)
                WHERE kept_file.replaced_date IS NULL
                """
        )
        for row in rows {
            let isProved = Bool.fromDatabaseValue(row[3]) ?? false
            origins[row.text(0), default: []].append((row.integer(1), row.integer(2), isProved))
            if isProved { proved.insert(row.integer(1)) }
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
            let own = all.filter(\.isProved)
            return Copy(
                file: PromisedFile(
                    file: name,
                    byteCount: row.integer(1),
                    checksum: checksum,
                    asset: UUID(bytes: Blob.bytes(of: row, at: 3)) ?? .zero,
                    mayBeAbsent: false,
                    filename: filename
                ),
                origins: own.isEmpty ? all.filter { !proved.contains($0.row) } : own
            )
        }
    }

    /// Returns a file with the bytes that the backup has of it.
    ///
    /// A file that was swept with another inode or date since, and one that the backup lacks, are returned as they are.
    func resolve(_ promise: SourcePromise) -> SourcePromise {
        guard promise.isSidecar, promise.copy.checksum.isEmpty else { return promise }
        for file in files[promise.row] ?? []
        where file.inode == promise.inode && file.modification == promise.modification {
            let known = promise.with(file.checksum, byteCount: file.byteCount)
            if known.copy.file == file.file { return known }
        }
        return promise
    }

    /// Returns a file with the bytes and the inode that the backup has of it, if it was swept with its size and date since.
    ///
    /// A volume may give files other inodes with each mount. The bytes are not proved, so the file is kept, and not taken.
    func former(of promise: SourcePromise) -> SourcePromise? {
        guard promise.isSidecar, promise.copy.checksum.isEmpty else { return nil }
        for file in files[promise.row] ?? []
        where file.modification == promise.modification
            && file.byteCount == promise.copy.byteCount && keptFiles.contains(file.file)
        {
            var known = promise.with(file.checksum, byteCount: file.byteCount)
            known.inode = file.inode
            if known.copy.file == file.file { return known }
        }
        return nil
    }

    /// Returns the copies that are there, with the origins that the new backup lacks.
    ///
    /// - Parameters:
    ///   - taken: The files from sources that the new backup has.
    ///   - layout: The backup.
    /// - Returns: The copies, in the order in which they came in. Copies of which the new backup has all origins are left
    ///   out.
    func copies(besides taken: [SourcePromise], in layout: LibraryLayout) -> [Copy] {
        let sidecars = taken.filter(\.isSidecar)
        let (names, rows) = (Set(sidecars.map(\.copy.file)), Set(sidecars.map(\.row)))
        return kept.compactMap { copy in
            var left = copy
            left.origins.removeAll { rows.contains($0.row) }
            guard !names.contains(copy.file.file),
                copy.origins.isEmpty || !left.origins.isEmpty,
                FileOperations.size(layout.original(copy.file.file)) == copy.file.byteCount
            else { return nil }
            return left
        }
    }

    /// Returns the names of files that take no other copy's place: those that the backup has, and later bytes of their origins.
    ///
    /// - Parameter taken: The files from sources that the new backup has.
    /// - Returns: The names, below `originals/`.
    func namesBeside(_ taken: [SourcePromise]) -> Set<String> {
        let origins = Set(kept.flatMap(\.origins).map(\.row))
        let later = taken.filter { $0.isSidecar && origins.contains($0.row) }
        return keptFiles.union(later.map(\.copy.file))
    }
}

extension BackupSnapshot {
    /// Keeps copies of sidecars that an earlier backup has, in the copied database: they may be the last ones.
    ///
    /// A copy goes when a new file of its name comes, or when the photo is deleted for good. A copy also goes when its file was
    /// removed from beside its photo, which still has its file in that folder. The copy stays where the file is only left out of
    /// the new backup, where the source was forgotten, and where the photo is gone from the folder, too.
    ///
    /// - Parameters:
    ///   - copies: The copies in whose place the new backup has nothing.
    ///   - others: The names of kept files beside which a copy stays.
    ///   - earlier: The sidecars that the earlier backup has.
    /// - Returns: The files that are kept.
    /// - Throws: The errors of SQLite.
    func keepEarlier(
        _ copies: [EarlierSidecars.Copy],
        beside others: Set<String>,
        of earlier: EarlierSidecars
    ) throws -> [PromisedFile] {
        let absent = inSources.filter { $0.isSidecar && $0.isKnownAbsent }
        guard !copies.isEmpty || !absent.isEmpty else { return [] }
        // The ledger may have rows of duplicates that are gone, so the photos' own files count alone.
        let photos = Set(
            inSources.lazy.filter { !$0.isSidecar && !$0.isKnownAbsent }.map(\.row)
        )
        let queue = try Self.queue(url)
        let kept = try queue.write { db in
            let kept = try copies.filter {
                try Self.keepEarlier($0, beside: others, photos: photos, db)
            }
            // The photo may come back alone, and nobody has removed its sidecar. So the copy has no origin any more.
            for file in absent {
                try db.cachedStatement(sql: "UPDATE source_file SET name = '/' || id WHERE id = ?")
                    .execute(arguments: [file.row])
            }
            // The next backup knows such a file by what is known of it now.
            let names = Set(kept.map(\.file.file))
            for file in inSources.compactMap(earlier.former(of:))
            where names.contains(file.copy.file) {
                try db.cachedStatement(
                    sql: "UPDATE source_file SET checksum = ?, inode = ? WHERE id = ?"
                ).execute(arguments: [Data(file.copy.checksum), file.inode, file.row])
            }
            return kept.map(\.file)
        }
        try queue.close()
        try FileOperations.syncFile(url)
        return kept
    }

    private static func keepEarlier(
        _ copy: EarlierSidecars.Copy,
        beside others: Set<String>,
        photos: Set<Int64>,
        _ db: Database
    ) throws -> Bool {
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
        if !isLeftOut {
            let isRemoved =
                try !copy.origins.isEmpty
                && copy.origins.allSatisfy { origin in
                    try origin.isProved
                        && hasFile(of: asset, in: origin.folder, among: photos, db)
                }
            guard !isRemoved, try !hasNewFile(file, of: asset, besides: others, db) else {
                return false
            }
        }
        try db.cachedStatement(
            sql: """
                INSERT INTO kept_file (asset_id, file, filename, byte_count, checksum)
                SELECT asset.id, ?1, ?2, ?3, ?4 FROM asset WHERE asset.uuid = ?5
                    AND NOT EXISTS (SELECT 1 FROM kept_file WHERE file = ?1)
                """
        ).execute(arguments: [
            file.file, file.filename, file.byteCount, Data(file.checksum), asset,
        ])
        return db.changesCount > 0
    }

    /// Returns whether one of some files in sources is that of a photo, and in a folder.
    private static func hasFile(
        of asset: Data,
        in folder: Int64,
        among files: Set<Int64>,
        _ db: Database
    ) throws -> Bool {
        try Int64.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT source_file.id FROM asset JOIN source_file ON source_file.asset_id = asset.id
                    WHERE asset.uuid = ? AND source_file.folder_id = ?
                    """
            ),
            arguments: [asset, folder]
        ).contains(where: files.contains)
    }

    /// Returns whether a photo keeps a file of the same name that came in since the earlier backup.
    private static func hasNewFile(
        _ file: PromisedFile,
        of asset: Data,
        besides others: Set<String>,
        _ db: Database
    ) throws -> Bool {
        // Two photos with the same bytes may each have had a file of the name.
        try String.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT kept_file.file FROM kept_file JOIN asset ON asset.id = kept_file.asset_id
                    WHERE asset.uuid = ? AND kept_file.filename = ? AND kept_file.replaced_date IS NULL
                    """
            ),
            arguments: [asset, file.filename]
        ).contains { !others.contains($0) }
    }
}
