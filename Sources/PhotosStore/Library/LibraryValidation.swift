import Foundation
import GRDB
import Glibc

/// Validates a library's folder before anything in it is used, because the library may come from an untrusted
/// source.
///
/// Links would redirect reads and writes, and a database runs the code in its schema. So there must be no
/// links, and the schema must be exactly the one that this software creates. A rejected library is not
/// changed.
enum LibraryValidation {
    // MARK: The folder

    static func checkFolder(_ layout: LibraryLayout) throws {
        for folder in layout.folders + [
            layout.previews, layout.searchIndex, layout.pictureHashes, layout.savedLists,
            layout.movies, layout.reports,
            layout.quarantine, layout.links,
        ] {
            try checkItem(at: folder.path, kind: S_IFDIR, named: "folder")
        }
        let previews = layout.previews.path + "/previews.sqlite"
        let search = layout.searchIndex.path + "/search.sqlite"
        let hashes = layout.pictureHashes.path + "/likeness.sqlite"
        for file in [
            layout.sentinel, layout.commitNotifier, layout.commitLock, layout.turnLock,
            layout.backupLock,
            layout.reserve,
        ] {
            try checkItem(at: file.path, kind: S_IFREG, named: "file")
        }
        let database = layout.database.path
        for ending in ["", "-wal", "-shm", "-journal"] {
            try checkItem(at: database + ending, kind: S_IFREG, named: "file")
            // A folder at this path does no harm: previews are then made each time.
            try checkItem(at: previews + ending, kind: S_IFREG, named: "file", orFolder: true)
            // Searches then read all assets.
            try checkItem(at: search + ending, kind: S_IFREG, named: "file", orFolder: true)
            // Hashes are then made each time.
            try checkItem(at: hashes + ending, kind: S_IFREG, named: "file", orFolder: true)
        }
    }

    private static func checkItem(
        at path: String,
        kind: mode_t,
        named name: String,
        orFolder: Bool = false
    ) throws {
        var facts = stat()
        guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT != kind else { return }
        if orFolder, facts.st_mode & S_IFMT == S_IFDIR { return }
        let found = facts.st_mode & S_IFMT == S_IFLNK ? "a symbolic link" : "something else"
        throw StoreError(
            .damaged,
            "\(path) is \(found) where a library has a \(name). Nothing was touched; restore the library from a backup, or do not use it if it came from somebody else."
        )
    }

    // MARK: The database

    /// Returns whether the connection that writes may check the schema itself, as its first statement.
    ///
    /// A rejected library is not changed. So the files that opening makes must be there, and SQLite must have nothing
    /// to roll back.
    static func canCheckWhileOpening(_ layout: LibraryLayout) -> Bool {
        let database = layout.database.path
        let present =
            [database + "-wal", layout.commitLock.path, layout.turnLock.path]
            + layout.folders.map(\.path)
        return present.allSatisfy { access($0, F_OK) == 0 }
            && access(database + "-journal", F_OK) != 0
            && FileOperations.size(layout.database) ?? 0 > 0
    }

    /// Checks the schema before any other statement runs, on a connection for this check alone.
    ///
    /// - Returns: The format of the database.
    @discardableResult
    static func checkDatabase(
        in layout: LibraryLayout,
        sentinel: Sentinel,
        writing: Bool
    ) throws -> Int {
        let wal = layout.database.path + "-wal"
        // Without a log file nobody has the database open, so it can be read without creating files beside
        // it.
        if access(wal, F_OK) != 0 {
            let address = Connection.immutableAddress(layout.database)
            do {
                return try checkDatabase(
                    at: address,
                    layout: layout,
                    sentinel: sentinel,
                    writing: writing
                )
            } catch {
                // A process that opened the database meanwhile may have been writing.
                if access(wal, F_OK) != 0 { throw error }
            }
        }
        let isWritable = access(layout.databaseFolder.path, W_OK) == 0
        let isAlone = Connection.isImmutable(
            isWritableFolder: isWritable,
            logSize: FileOperations.size(URL(fileURLWithPath: wal)) ?? 0
        )
        let address =
            isAlone ? Connection.immutableAddress(layout.database) : layout.database.path
        return try checkDatabase(at: address, layout: layout, sentinel: sentinel, writing: writing)
    }

    private static func checkDatabase(
        at address: String,
        layout: LibraryLayout,
        sentinel: Sentinel,
        writing: Bool
    ) throws -> Int {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(10)
        configuration.prepareDatabase { db in try Connection.harden(db) }
        do {
            let queue = try DatabaseQueue(path: address, configuration: configuration)
            return try queue.unsafeRead { db in
                try checkSchema(of: db, layout: layout, sentinel: sentinel, writing: writing)
            }
        } catch {
            throw StoreError(error)
        }
    }

    /// Checks the schema on a connection that has run no other statement on it.
    ///
    /// - Returns: The format of the database.
    @discardableResult
    static func checkSchema(
        of db: Database,
        layout: LibraryLayout,
        sentinel: Sentinel,
        writing: Bool
    ) throws -> Int {
        let format = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        let isOurs = try Int.fetchOne(db, sql: "PRAGMA application_id") == Schema.applicationID
        guard format <= Schema.format else {
            // The sentinel says whether a newer format can be read.
            guard !writing && sentinel.format >= format else {
                throw StoreError(
                    .newerFormat,
                    "The database of the library at \(layout.root.path) has format \(format); this OpenPhotoKit knows formats up to \(Schema.format). Use a newer one. Nothing was touched."
                )
            }
            try check(newer: try SchemaEntry.all(db), layout)
            return format
        }
        let known = try SchemaEntry.known(format)
        guard isOurs, let known, try known == SchemaEntry.all(db) else {
            throw strangeSchemaError(in: layout)
        }
        guard try LibraryCreation.identity(db).library == sentinel.library else {
            throw Library.foreignDatabase(layout)
        }
        return format
    }

    /// Checks a newer schema: it must contain all tables that we know, and neither triggers nor virtual
    /// tables.
    private static func check(newer entries: Set<SchemaEntry>, _ layout: LibraryLayout) throws {
        let tables = entries.filter { $0.type == "table" && !$0.isVirtual }.map(\.name)
        let ours = try SchemaEntry.known(Schema.format)?.filter { $0.type == "table" } ?? []
        guard Set(ours.map(\.name)).isSubset(of: tables),
            !entries.contains(where: { $0.type == "trigger" || $0.isVirtual })
        else { throw strangeSchemaError(in: layout) }
    }

    private static func strangeSchemaError(in layout: LibraryLayout) -> StoreError {
        StoreError(
            .damaged,
            "The tables of the library at \(layout.root.path) are not those that OpenPhotoKit makes. Nothing was touched; restore it from a backup, or do not use it if it came from somebody else."
        )
    }
}
