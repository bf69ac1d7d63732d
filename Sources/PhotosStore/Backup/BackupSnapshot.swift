import Foundation
import GRDB
import Glibc

/// The database of a library at one position in its log, as a separate file.
struct BackupSnapshot {
    let url: URL
    let sentinel: Sentinel
    let sequence: Int64
    /// The files that its resources mention.
    ///
    /// Files that stay in sources are left out.
    let files: [PromisedFile]
    /// The files that stay in sources, and then the sidecars beside them, with the names that they would have in the copy.
    let inSources: [SourcePromise]

    /// Copies the database through an open connection.
    ///
    /// A file of an open database is never read by other means.
    init(of library: Library, in target: LibraryLayout) throws {
        url = target.databaseFolder.appendingPathComponent("library.sqlite.new")
        for ending in ["", "-journal"] {
            try FileOperations.unlink(URL(fileURLWithPath: url.path + ending))
        }
        let path = url.path
        try library.core.reading { database in
            try database.unsafeRead { db in
                try OlderFormat.withoutViews(in: db) {
                    try db.execute(sql: "VACUUM INTO ?", arguments: [path])
                }
            }
        }
        let queue = try Self.queue(url)
        let incarnation = library.environment.makeUUID()
        let (format, sequence, files, inSources) = try queue.write { db in
            guard try String.fetchAll(db, sql: "PRAGMA quick_check(1)") == ["ok"] else {
                throw StoreError(
                    .damaged,
                    "The library's database is damaged, and no backup was made of it. Run `photokit check`, and restore an earlier backup."
                )
            }
            let bytes = Data(incarnation.bytes)
            try db.execute(sql: "UPDATE library SET incarnation = ?", arguments: [bytes])
            try db.execute(sql: "DELETE FROM released_file")
            try UploadJobTable.removeJobs(fromCopy: db)
            return (
                try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0,
                try ChangeLog.current(db).sequence, try PromisedFile.all(db),
                try SourcePromise.all(db) + SourcePromise.sidecars(db)
            )
        }
        try queue.close()
        try FileOperations.syncFile(url)
        self.sequence = sequence
        self.files = files
        self.inSources = inSources
        let present = try Sentinel.read(library.layout)
        // A copy from before the first step of an interrupted migration is one for the older software, too.
        let original = present.beforeMigration(ofDatabase: format) ?? present
        sentinel = Sentinel(
            library: library.identity.library,
            incarnation: incarnation,
            format: format,
            minimumReader: original.minimumReader,
            minimumWriter: original.minimumWriter,
            database: .unknown,
            earlier: original.earlier
        )
    }

    static func queue(_ url: URL) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.prepareDatabase { db in try Connection.harden(db) }
        return try DatabaseQueue(path: url.path, configuration: configuration)
    }

    /// Makes files that stayed in sources the copy's own files.
    ///
    /// In the copy, the file in the source then counts as a duplicate with the same bytes. A sidecar is kept with its asset.
    ///
    /// - Parameters:
    ///   - taken: The files that the copy has, with the bytes that they have there.
    ///   - lost: Assets with a missing file that was the library's own.
    ///   - date: The present time.
    /// - Throws: The errors of SQLite.
    func adopt(_ taken: [SourcePromise], without lost: Set<UUID>, on date: Date) throws {
        try Self.adopt(taken, without: lost, on: date, in: url)
    }

    /// Does the same in the copied database at a URL.
    static func adopt(
        _ taken: [SourcePromise],
        without lost: Set<UUID>,
        on date: Date,
        in url: URL
    ) throws {
        guard !taken.isEmpty else { return }
        let queue = try queue(url)
        try queue.write { db in
            let resource = try db.cachedStatement(
                sql: """
                    UPDATE resource SET file = ?, checksum = ?, byte_count = ?, source_file_id = NULL
                    WHERE id = ?
                    """
            )
            let row = try db.cachedStatement(
                sql: "UPDATE source_file SET outcome = ?, checksum = ? WHERE id = ?"
            )
            // An asset is online in the copy if the copy has all of its files.
            let asset = try db.cachedStatement(
                sql: """
                    UPDATE asset SET traits = traits & ~? WHERE id = ? AND traits & ? <> 0 AND NOT EXISTS (
                        SELECT 1 FROM resource WHERE asset_id = asset.id AND source_file_id IS NOT NULL)
                    """
            )
            for file in taken where !file.isSidecar {
                let checksum = Data(file.copy.checksum)
                try resource.execute(
                    arguments: [file.copy.file, checksum, file.copy.byteCount, file.resource]
                )
                try row.execute(
                    arguments: [SourceOutcome.duplicate.rawValue, checksum, file.row]
                )
                guard !lost.contains(file.copy.asset) else { continue }
                let offline = AssetTraits.offline.rawValue
                try asset.execute(arguments: [offline, file.asset, offline])
            }
            try KeptSidecars(db, date).keep(taken.filter(\.isSidecar))
        }
        try queue.close()
        try FileOperations.syncFile(url)
    }
}

extension Sentinel.FileIdentity {
    /// An identity that no file has.
    ///
    /// A library with this identity is a copy.
    static let unknown = Sentinel.FileIdentity(inode: 0, birth: 0)
}
