import CPhotosSystem
import Foundation
import GRDB
import Glibc

/// Creates a new, empty library: completely, or not at all.
enum LibraryCreation {
    static func createLibrary(in layout: LibraryLayout, environment: EngineEnvironment) throws {
        let parent = layout.root.deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        } catch {
            throw StoreError(
                .readOnly,
                (error as? CocoaError)?.code == .fileWriteVolumeReadOnly
                    ? "The folder \(parent.path) cannot be made for the library: its file system is read-only. Choose another folder."
                    : "The folder \(parent.path) cannot be made for the library. Check the path and its permissions.",
                cause: error
            )
        }
        let found = try? FileManager.default.contentsOfDirectory(atPath: layout.root.path)
        if let found, !found.isEmpty {
            // Another process created the library at the same time.
            if FileManager.default.fileExists(atPath: layout.sentinel.path) { return }
            throw StoreError(
                .notALibrary,
                "\(layout.root.path) is a folder with other things in it. Choose a path that does not exist yet."
            )
        }
        // The library is built beside its final path and then renamed, so that nobody ever sees an incomplete
        // one.
        let draft = parent.appendingPathComponent(
            // The draft's name leaves out the library's name, which may already have the maximum length.
            ".photolib-\(environment.makeUUID().uuidString)",
            isDirectory: true
        )
        defer { try? FileManager.default.removeItem(at: draft) }
        // Its name is none that a person gave, so the error names the folder of the library instead.
        guard mkdir(draft.path, 0o755) == 0 else {
            throw StoreError.system("Making a library in", path: parent.path, code: errno)
        }
        do {
            try buildLibrary(in: LibraryLayout(root: draft), environment: environment)
        } catch {
            throw StoreError(error)
        }
        rmdir(layout.root.path)
        let code = photos_rename_exclusive(draft.path, layout.root.path)
        // If another process created the library first, that one is used.
        guard code == 0 || code == EEXIST || code == ENOTEMPTY else {
            throw StoreError.system("Renaming to", path: layout.root.path, code: code)
        }
        try FileOperations.syncFolder(parent)
    }

    private static func buildLibrary(
        in layout: LibraryLayout,
        environment: EngineEnvironment
    ) throws {
        try FileOperations.makeFolder(layout.root)
        // A user who may read the folder can read every photo, whatever the decisions about applications are.
        guard chmod(layout.root.path, 0o700) == 0 else {
            throw StoreError.system("Keeping others out of", path: layout.root.path, code: errno)
        }
        for folder in layout.folders { try FileOperations.makeFolder(folder) }
        let pool = try DatabasePool(
            path: layout.database.path,
            configuration: Connection.configuration(readOnly: false, environment)
        )
        try Connection.makeDurable(pool, environment: environment)
        try pool.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA application_id = \(Schema.applicationID)")
        }
        try Schema.migrator.migrate(pool)
        let identity = try pool.write { db in
            try fillDatabase(db, environment: environment)
            return try LibraryCreation.identity(db)
        }
        try pool.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA user_version = \(Schema.format)")
            _ = try db.checkpoint(.truncate)
        }
        try pool.close()
        try FileOperations.replace(layout.commitNotifier, with: [0])
        let database = try Sentinel.FileIdentity.of(layout.database)
        try sentinel(for: identity, database: database).write(layout)
        for folder in layout.folders + [layout.root] { try FileOperations.syncFolder(folder) }
    }

    static func sentinel(for identity: LibraryIdentity, database: Sentinel.FileIdentity) -> Sentinel
    {
        Sentinel(
            library: identity.library,
            incarnation: identity.incarnation,
            format: Schema.format,
            minimumReader: 1,
            minimumWriter: Schema.oldestWriter,
            database: database
        )
    }

    /// Inserts the rows that every library has: its own row, its root folder and its smart albums.
    static func fillDatabase(_ db: Database, environment: EngineEnvironment) throws {
        let secret = (0..<4).flatMap { _ in
            withUnsafeBytes(of: environment.random()) { Array($0) }
        }
        try db.execute(
            sql:
                "INSERT INTO library (id, uuid, incarnation, secret, creation_date) VALUES (1, ?, ?, ?, ?)",
            arguments: [
                Data(environment.makeUUID().bytes), Data(environment.makeUUID().bytes),
                Data(secret),
                environment.now().timeIntervalSinceReferenceDate,
            ]
        )
        var root = CollectionRecord(rowID: 1, uuid: environment.makeUUID())
        root.collectionKind = .folder
        root.subtype = CollectionSubtype.rootFolder
        try root.insert(in: db)
        for (index, album) in SmartAlbum.allCases.enumerated() {
            var record = CollectionRecord(rowID: Int64(index) + 2, uuid: environment.makeUUID())
            record.collectionKind = .smartAlbum
            record.subtype = album.rawValue
            record.title = album.title
            try record.insert(in: db)
        }
    }

    static func identity(_ db: Database) throws -> LibraryIdentity {
        guard
            let row = try Row.fetchOne(db, sql: "SELECT uuid, incarnation, secret FROM library"),
            let library = UUID(bytes: Blob.bytes(of: row, at: 0)),
            let incarnation = UUID(bytes: Blob.bytes(of: row, at: 1))
        else {
            throw StoreError(.damaged, "The library's own row is missing. Run `photokit check`.")
        }
        return LibraryIdentity(
            library: library,
            incarnation: incarnation,
            secret: Blob.bytes(of: row, at: 2)
        )
    }
}
