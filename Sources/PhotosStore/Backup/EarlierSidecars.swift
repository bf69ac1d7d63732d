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
        /// The file, with the name that it had in its source.
        var file: PromisedFile
        /// The row of the photo, which is the same in copies.
        var photo: Int64
        /// Whether the backup keeps it as an earlier one, whose words are not read.
        var isEarlier: Bool
        /// The files in sources from which it may have been made.
        ///
        /// An origin is proved by its bytes. Where there is none, those of the same name may be origins.
        var origins: [EarlierSidecarDecision.Origin]
    }

    private var files: [Int64: [File]] = [:]
    private var kept: [Copy] = []
    /// The files of other programs that the backup keeps with photos, including those that no source had.
    private(set) var keptFiles: Set<String> = []
    private let database: URL

    /// Reads the database of the backup; finds none where there is none that can be read.
    init(_ layout: LibraryLayout) {
        self.database = layout.database
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

    /// Returns the facts of photos that the backup has, by their rows.
    ///
    /// A backup of another format may have other columns: its facts are unknown then.
    func facts(ofPhotos rows: Set<Int64>) -> [Int64: AssetFacts] {
        guard !rows.isEmpty else { return [:] }
        let database = try? Connection.copy(at: database)
        return (try? database?.unsafeRead { try AssetFacts.read(of: rows, inCopy: $0) }) ?? [:]
    }

    /// Returns the pictures and movies of photos that the backup has, by the rows of the photos, with the names that they came in with and
    /// those that they had in sources.
    func photoFiles(ofPhotos rows: Set<Int64>) -> [Int64: [(name: String, checksum: [UInt8])]] {
        guard !rows.isEmpty else { return [:] }
        let database = try? Connection.copy(at: database)
        let found = try? database?.unsafeRead { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT resource.asset_id, resource.filename, resource.checksum FROM resource
                    WHERE resource.asset_id IN (SELECT value FROM json_each(?1)) AND resource.type IN (\(Self.described))
                        AND resource.filename NOT NULL
                    UNION
                    SELECT resource.asset_id, source_file.name, resource.checksum
                    FROM resource JOIN source_file ON source_file.asset_id = resource.asset_id
                        AND source_file.checksum = resource.checksum
                    WHERE resource.asset_id IN (SELECT value FROM json_each(?1)) AND resource.type IN (\(Self.described))
                        AND source_file.name NOT GLOB '/*'
                    """,
                arguments: ["[" + rows.map(String.init).joined(separator: ",") + "]"]
            )
        }
        return Dictionary(
            (found ?? []).map { row in
                (row.integer(0), [(name: row.text(1), checksum: Blob.bytes(of: row, at: 2))])
            },
            uniquingKeysWith: +
        )
    }

    /// The roles of the files that a sidecar may describe, as a list in SQL.
    private static let described = EarlierSidecarDecision.describedRoles.map(\.description)
        .joined(separator: ", ")

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
        var origins: [String: [EarlierSidecarDecision.Origin]] = [:]
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
                    AND (origin.checksum = kept_file.checksum OR origin.name = kept_file.filename
                        OR origin.name || '\(FileName.earlierEnding)' = kept_file.filename)
                WHERE kept_file.replaced_date IS NULL
                """
        )
        for row in rows {
            let isProved = Bool.fromDatabaseValue(row[3]) ?? false
            origins[row.text(0), default: []].append(
                .init(row: row.integer(1), folder: row.integer(2), isProved: isProved)
            )
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
                    filename: FileName.withoutEarlier(filename)
                ),
                photo: row.integer(5),
                isEarlier: FileName.isEarlier(filename),
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
