package import Foundation
import GRDB
import Glibc

extension Library {
    /// Opens the library in a folder.
    ///
    /// Opening for writing migrates an older format and cleans up after processes that died. Assets that have been in
    /// Recently Deleted for too long are deleted. An opening that migrates deletes none, so that the first use of
    /// newer software finds everything. The cost depends on the work that was in flight, not on the size of the
    /// library.
    ///
    /// With `create` the library is created if there is none. With `purgesExpired` as false, expired assets stay. The
    /// call that changes how long Recently Deleted keeps assets needs this: the earlier number of days must not delete
    /// assets before. The error `refusal` is the one that changes throw if the library is opened for reading. If it is nil,
    /// and only newer software may write the library, changes say so. Throws ``StoreError``.
    package static func open(
        _ root: URL,
        mode: LibraryCore.Mode = .readWrite,
        create: Bool = false,
        purgesExpired: Bool = true,
        environment: EngineEnvironment = .init(),
        refusal: StoreError? = nil
    ) throws -> Library {
        let layout = LibraryLayout(root: root)
        var environment = environment
        environment.places = PlaceNames(layout.places, zones: layout.placeZones)
        let volumes = KnownVolumes(volumeEnvironment: environment.volumeEnvironment)
        if access(layout.sentinel.path, F_OK) != 0 {
            // A bare mount point means that the volume is absent, so no library may be created there.
            if let absence = volumes.absence(at: root) { throw absence }
            if create, mode == .readWrite {
                if let problem = environment.volumeEnvironment.problem(at: root) {
                    throw problem.creationError
                }
                try LibraryCreation.createLibrary(in: layout, environment: environment)
            }
        }
        try LibraryValidation.checkFolder(layout)
        let sentinel = try Sentinel.read(layout)
        try sentinel.admits(writing: false, at: root)
        let location = mode == .readWrite ? environment.volumeEnvironment.location(of: root) : nil
        let problem = location.flatMap(environment.volumeEnvironment.problem(of:))
        guard let location, problem == nil else {
            return try LibraryCore.usingReserve(of: layout, keeping: SpaceReserve.kept) {
                try openForReading(
                    layout,
                    sentinel: sentinel,
                    environment: environment,
                    refusal: problem?.error ?? refusal ?? sentinel.refusalOfWriting(at: root)
                )
            }
        }
        // Software of this format goes on where newer software was ended before it changed the tables.
        let current = LibraryMigration(layout).takeBack(sentinel) ?? sentinel
        try current.admits(writing: true, at: root)
        let library = try LibraryCore.usingReserve(of: layout, keeping: 0) {
            try openForWriting(
                layout,
                sentinel: current,
                environment: environment,
                purgesExpired: purgesExpired
            )
        }
        library.core.reserve.allocate()
        volumes.remember(library.identity.library, at: location)
        return library
    }

    /// Opens the library in a folder for reading and writing, or read-only where it cannot be written.
    ///
    /// For example, on a read-only volume, or if a newer version has migrated the library, reads work, and changes throw the
    /// reason. With `create` the library is created if there is none. Throws ``StoreError``.
    package static func openForPrograms(
        _ root: URL,
        create: Bool = false,
        environment: EngineEnvironment = .init()
    ) throws -> Library {
        do {
            return try open(root, create: create, environment: environment)
        } catch let error as StoreError where [.readOnly, .newerFormat].contains(error.code) {
            guard FileManager.default.fileExists(atPath: LibraryLayout(root: root).database.path)
            else { throw error }
            return try open(root, mode: .readOnly, environment: environment, refusal: error)
        }
    }

    private static func openForWriting(
        _ layout: LibraryLayout,
        sentinel: Sentinel,
        environment: EngineEnvironment,
        purgesExpired: Bool
    ) throws -> Library {
        try checkDatabase(layout)
        guard access(layout.databaseFolder.path, W_OK) == 0, access(layout.database.path, W_OK) == 0
        else {
            let isReadOnly = errno == EROFS
            throw StoreError(
                .readOnly,
                isReadOnly
                    ? "The library at \(layout.root.path) cannot be written: its file system is read-only. Mount the volume for writing. Commands that only read work."
                    : "The library at \(layout.root.path) cannot be written. Check its permissions. Commands that only read work."
            )
        }
        let checksWhileOpening = LibraryValidation.canCheckWhileOpening(layout)
        if !checksWhileOpening {
            try LibraryValidation.checkDatabase(in: layout, sentinel: sentinel, writing: true)
        }
        var configuration = Connection.configuration(readOnly: false, environment)
        if checksWhileOpening {
            configuration.prepareDatabase { db in
                // Connections for reading are opened after the one that writes.
                guard !db.configuration.readonly else { return }
                try LibraryValidation.checkSchema(
                    of: db,
                    layout: layout,
                    sentinel: sentinel,
                    writing: true
                )
            }
        }
        do {
            for folder in layout.folders { try FileOperations.makeFolder(folder) }
            let lock = try CommitLock(layout)
            // Opening an empty log makes a pool write, so the pool is opened under the lock, too.
            let (pool, identity, isMigrated, presence) = try lock.withLock(
                timeout: Double(environment.tuning.patience)
            ) {
                [configuration] in
                let pool = try DatabasePool(
                    path: layout.database.path,
                    configuration: configuration
                )
                try Connection.makeDurable(pool, environment: environment)
                // The sentinel is read again, because another process may have rewritten it while it held the
                // lock.
                let sentinel = try Sentinel.read(layout)
                try sentinel.admits(writing: true, at: layout.root)
                let isMigrated = try LibraryMigration(layout).run(in: pool, sentinel: sentinel)
                let identity = try resolveIdentity(
                    of: layout,
                    sentinel: sentinel,
                    pool: pool,
                    environment: environment
                )
                // Software that migrates the library after this one gave up the lock replaces the file LIBRARY.
                return (pool, identity, isMigrated, LibraryPresence(layout))
            }
            let library = Library(
                LibraryCore(
                    layout: layout,
                    identity: identity,
                    mode: .readWrite,
                    environment: environment,
                    database: pool,
                    commitLock: lock,
                    commitNotifier: try CommitNotifier(
                        layout.commitNotifier,
                        isReadOnly: false,
                        patience: environment.observerPatience,
                        sender: environment.notificationSender
                    ),
                    presence: presence
                )
            )
            try library.commits.recover()
            if purgesExpired, !isMigrated { try library.commits.purgeExpired() }
            if (sentinel.earlier?.format ?? sentinel.format) < 6 {
                try library.commits.settleOldBursts()
            }
            return library
        } catch {
            throw StoreError(error)
        }
    }

    private static func openForReading(
        _ layout: LibraryLayout,
        sentinel: Sentinel,
        environment: EngineEnvironment,
        refusal: StoreError? = nil
    ) throws -> Library {
        try checkDatabase(layout)
        try LibraryValidation.checkDatabase(in: layout, sentinel: sentinel, writing: false)
        do {
            let pool = try readOnlyPool(for: layout, environment: environment)
            let identity = try pool.read { db in try LibraryCreation.identity(db) }
            guard identity.library == sentinel.library else { throw foreignDatabase(layout) }
            let commitNotifier =
                FileManager.default.isReadableFile(atPath: layout.commitNotifier.path)
                ? try? CommitNotifier(
                    layout.commitNotifier,
                    isReadOnly: true,
                    patience: environment.observerPatience,
                    sender: environment.notificationSender
                ) : nil
            return Library(
                LibraryCore(
                    layout: layout,
                    identity: identity,
                    mode: .readOnly,
                    environment: environment,
                    database: pool,
                    commitLock: nil,
                    commitNotifier: commitNotifier,
                    refusal: refusal
                )
            )
        } catch {
            throw StoreError(error)
        }
    }

    /// Opens a pool for reading, or a single immutable connection where SQLite cannot create its
    /// shared-memory file.
    ///
    /// An immutable database must not change while it is read. A medium that takes no shared-memory file
    /// ensures that.
    private static func readOnlyPool(
        for layout: LibraryLayout,
        environment: EngineEnvironment
    ) throws -> any DatabaseWriter {
        let configuration = Connection.configuration(readOnly: true, environment)
        let isWritableFolder = access(layout.databaseFolder.path, W_OK) == 0
        let wal = FileOperations.size(URL(fileURLWithPath: layout.database.path + "-wal")) ?? 0
        if Connection.isImmutable(isWritableFolder: isWritableFolder, logSize: wal) {
            return try DatabaseQueue(
                path: Connection.immutableAddress(layout.database),
                configuration: configuration
            )
        }
        return try DatabasePool(path: layout.database.path, configuration: configuration)
    }

    /// Throws if the database file is missing, because SQLite would create an empty one.
    private static func checkDatabase(_ layout: LibraryLayout) throws {
        guard access(layout.database.path, F_OK) != 0 else { return }
        throw StoreError(
            .damaged,
            "The library at \(layout.root.path) has lost its database. Restore the file \(layout.database.path) from a backup."
        )
    }

    /// Gives a copy of a library a new incarnation, so that its tokens differ from those of the library it
    /// was copied from.
    private static func resolveIdentity(
        of layout: LibraryLayout,
        sentinel: Sentinel,
        pool: DatabasePool,
        environment: EngineEnvironment
    ) throws -> LibraryIdentity {
        // This opens a connection for reading, with which the library can be read even while its folder is gone.
        var identity = try pool.read { db in try LibraryCreation.identity(db) }
        guard identity.library == sentinel.library else { throw foreignDatabase(layout) }
        let database = try Sentinel.FileIdentity.of(layout.database)
        if database != sentinel.database {
            identity.incarnation = environment.makeUUID()
            let incarnation = Data(identity.incarnation.bytes)
            try pool.write { db in
                try db.execute(sql: "UPDATE library SET incarnation = ?", arguments: [incarnation])
            }
        }
        if database != sentinel.database || sentinel.incarnation != identity.incarnation
            || sentinel.format != Schema.format || sentinel.earlier != nil
        {
            try LibraryCreation.sentinel(for: identity, database: database).write(layout)
        }
        return identity
    }

    static func foreignDatabase(_ layout: LibraryLayout) -> StoreError {
        StoreError(
            .damaged,
            "The database in \(layout.root.path) belongs to another library than its file LIBRARY says. Restore both from one backup."
        )
    }

    /// Opens a library with its database in memory and its files in a temporary folder.
    ///
    /// Closing it deletes both.
    package static func inMemory(environment: EngineEnvironment = .init()) throws -> Library {
        let folder = try FileOperations.makeTemporaryFolder()
        let layout = LibraryLayout(root: folder)
        var environment = environment
        environment.places = PlaceNames(layout.places, zones: layout.placeZones)
        for folder in layout.folders { try FileOperations.makeFolder(folder) }
        do {
            // The database has a name, so that connections to a part of it can be opened beside this one.
            let queue = try DatabaseQueue(
                path: "file:/\(folder.lastPathComponent)?vfs=memdb",
                configuration: Connection.configuration(readOnly: false, environment)
            )
            try Schema.migrator.migrate(queue)
            let identity = try queue.write { db in
                try LibraryCreation.fillDatabase(db, environment: environment)
                return try LibraryCreation.identity(db)
            }
            return Library(
                LibraryCore(
                    layout: layout,
                    identity: identity,
                    mode: .readWrite,
                    environment: environment,
                    database: queue,
                    commitLock: nil,
                    commitNotifier: nil,
                    temporaryFolder: folder
                )
            )
        } catch {
            throw StoreError(error)
        }
    }
}
