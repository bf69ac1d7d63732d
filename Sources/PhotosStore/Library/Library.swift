import Foundation
import GRDB
import Synchronization

/// An open photo library: the one owner of its database connections, files and change feed.
///
/// Safe on any thread. Reads run side by side on snapshots of the database; commits run one after another, in this
/// process and across processes, under ``CommitLock``.
package final class Library: Sendable {
    package enum Mode: Sendable {
        case readWrite
        case readOnly
    }

    package let layout: LibraryLayout
    package let identity: LibraryIdentity
    package let mode: Mode
    package let environment: EngineEnvironment
    package let feed: ChangeFeed
    let database: any DatabaseWriter
    let commitLock: CommitLock?
    let commitNotifier: CommitNotifier?
    private let pendingLogPages = PendingLogPages()
    let logHead: LogHeadReader
    /// Held while a temporary library lives; its folder goes with it.
    let temporaryFolder: URL?
    /// The last stretches of the log that were asked for: observers of one commit ask for the same one.
    let rewinds = Mutex<[Rewind]>([])
    let results = HeldResults()
    /// Nil for libraries that live in memory.
    let savedLists: SavedLists?
    package let previews: PreviewStore
    /// What programs were given of the library's files.
    let clientFiles: ClientFiles
    /// Every use of the database, from the first look at the gate to the end of a block's last step.
    let uses: UseCount
    let versions: LibraryVersions
    let accessControl: AccessControl
    /// What tells the folder that was opened from another in its place; nil for libraries that live in memory.
    let presence: LibraryPresence?
    /// Why a library that was to be changed can only be read.
    package let refusal: StoreError?

    init(
        layout: LibraryLayout,
        identity: LibraryIdentity,
        mode: Mode,
        environment: EngineEnvironment,
        database: any DatabaseWriter,
        commitLock: CommitLock?,
        commitNotifier: CommitNotifier?,
        temporaryFolder: URL? = nil,
        refusal: StoreError? = nil
    ) {
        presence = temporaryFolder == nil ? LibraryPresence(layout) : nil
        self.refusal = refusal
        self.layout = layout
        self.identity = identity
        self.mode = mode
        self.environment = environment
        self.database = database
        self.commitLock = commitLock
        self.commitNotifier = commitNotifier
        self.temporaryFolder = temporaryFolder
        savedLists = temporaryFolder == nil ? SavedLists(layout) : nil
        previews = PreviewStore(
            layout,
            isWritable: mode == .readWrite,
            budget: environment.previewBudget,
            now: environment.now
        )
        clientFiles = ClientFiles(layout)
        let versions = LibraryVersions(commitNotifier, layout)
        self.versions = versions
        let uses = UseCount()
        self.uses = uses
        let logHead = LogHeadReader(database, environment)
        self.logHead = logHead
        let isHearing = commitNotifier != nil
        // A library in memory has no bell and nobody else to hear of.
        let isHeard = isHearing || temporaryFolder != nil
        let accessControl = AccessControl(database, environment, logHead, isHeard ? versions : nil)
        self.accessControl = accessControl
        feed = ChangeFeed(commitNotifier: commitNotifier) {
            isHearing ? versions.present : nil
        } current: {
            try? uses.use { try accessControl.end().position.sequence }
        }
        if commitLock != nil {
            database.writeWithoutTransaction { db in pendingLogPages.attach(to: db) }
        }
    }

    deinit { close() }

    /// Ends the work with the library; using it afterwards throws ``StoreError`` with code `libraryMissing`.
    ///
    /// Reads and changes that are under way on other threads are carried out first. Where this thread itself is inside one,
    /// later uses are turned away at once, and the library is closed at the end of that one.
    package func close() {
        guard uses.beginClosing() == .now else { return }
        finishClosing()
    }

    /// Nobody uses the library any more.
    private func finishClosing() {
        defer { uses.finish() }
        feed.stop()
        savedLists?.finish()
        previews.finish()
        logHead.close()
        accessControl.close()
        removeClientFiles()
        if mode == .readWrite { try? unguardedCheckpoint(truncating: true) }
        try? database.close()
        if let temporaryFolder { try? FileManager.default.removeItem(at: temporaryFolder) }
    }

    private func removeClientFiles() {
        let renewals = clientFiles.finish(isPresent: absence() == nil)
        guard mode == .readWrite, !renewals.isEmpty else { return }
        try? database.writeWithoutTransaction { db in
            try locked {
                try db.inTransaction {
                    try FileRenewal.note(renewals, db)
                    return .commit
                }
            }
        }
    }

    /// Runs `body` as a use of the library, which closing waits for.
    func using<Result>(_ body: () throws -> Result) throws -> Result {
        try uses.use(closing: { finishClosing() }, body)
    }

    /// Runs `body` on one consistent state of what the library's client may see.
    func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try readSeeing { db, _ in try body(db) }
    }

    /// The same, telling `body` which part of the library it sees.
    func readSeeing<Result>(_ body: (Database, ReadScope) throws -> Result) throws -> Result {
        try reading { database in
            let grant = try accessControl.grant()
            let readScope = grant.access.readScope
            if let part = grant.part { return try part.read { db in try body(db, readScope) } }
            return try Self.readAll(database) { db in try body(db, readScope) }
        }
    }

    /// Runs `body` on one consistent state of all of the library, for what the engine does on its own account.
    func readAll<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try reading { database in try Self.readAll(database, body) }
    }

    private static func readAll<Result>(
        _ database: any DatabaseWriter,
        _ body: (Database) throws -> Result
    ) throws -> Result {
        // One connection has one state anyway. Making it read-only for a while, as its own reads do, would cost
        // it all its prepared statements.
        if let queue = database as? DatabaseQueue { return try queue.unsafeRead(body) }
        return try database.read(body)
    }

    /// What the library's client may do at present.
    package func clientAccess() throws -> ClientAccess {
        try reading { _ in try accessControl.grant().access }
    }

    /// Runs `body` with the database, if the library is open.
    func reading<Result>(_ body: (any DatabaseWriter) throws -> Result) throws -> Result {
        do {
            return try using { try body(database) }
        } catch let problem as PositionProblem {
            throw problem
        } catch let problem as Rewind.TooLarge {
            throw problem
        } catch {
            throw StoreError(error)
        }
    }

    /// Runs `body` on the connection that commits, outside of any transaction.
    func onWriter<Result>(_ body: (Database) throws -> Result) throws -> Result {
        do {
            return try using { try database.writeWithoutTransaction(body) }
        } catch {
            throw StoreError(error)
        }
    }

    /// Runs `body` in one durable transaction, alone among all processes.
    ///
    /// `objects` says about how many objects it names.
    func write<Result>(
        objects: Int = 0,
        _ body: (Database) throws -> Result
    ) throws -> Result {
        try checkIsWritable()
        return try onWriter { db in
            try locked {
                try checkIsPresent()
                var result: Result?
                do {
                    try db.cachedStatement(sql: "BEGIN IMMEDIATE").execute()
                    result = try Connection.withCache(
                        forObjects: objects,
                        environment.tuning,
                        db
                    ) { try body(db) }
                    try db.cachedStatement(sql: "COMMIT").execute()
                } catch {
                    if db.isInsideTransaction { try? db.rollback() }
                    // With a result the transaction itself was done, and it was its commit that failed.
                    throw result == nil ? StoreError(error) : StoreError(commitFailure: error)
                }
                // The commit is durable, so nothing behind it may fail it.
                try? checkpointIfDue(db)
                guard let result else {
                    throw StoreError(.inputOutput, "The transaction gave no result.")
                }
                return result
            }
        }
    }

    private func locked<Result>(_ body: () throws -> Result) throws -> Result {
        guard let commitLock else { return try body() }
        return try commitLock.withLock(timeout: Double(environment.tuning.patience), body)
    }

    // MARK: Checkpoints

    /// Called under the lock, behind a commit.
    private func checkpointIfDue(_ db: Database) throws {
        guard pendingLogPages.waiting >= environment.tuning.checkpointPages else { return }
        // The size is asked of the folder: no file of an open database is ever opened by other means,
        // since closing it would drop SQLite's locks.
        let size = FileOperations.size(URL(fileURLWithPath: layout.database.path + "-wal")) ?? 0
        try checkpoint(size > environment.tuning.truncatingCheckpoint ? .truncate : .passive, db)
        // A reader in the way only means that a later commit tries again.
        pendingLogPages.noteCheckpoint()
    }

    /// Never waits for readers: that would make everybody else wait for the lock.
    private func checkpoint(_ kind: Database.CheckpointMode, _ db: Database) throws {
        try db.execute(sql: "PRAGMA busy_timeout = 0")
        _ = try? db.checkpoint(kind)
        try db.execute(sql: "PRAGMA busy_timeout = \(environment.tuning.patience * 1_000)")
    }

    package func checkpoint(truncating: Bool) throws {
        try using { try unguardedCheckpoint(truncating: truncating) }
    }

    private func unguardedCheckpoint(truncating: Bool) throws {
        guard commitLock != nil else { return }
        _ = try database.writeWithoutTransaction { db in
            try locked { try checkpoint(truncating ? .truncate : .passive, db) }
        }
    }
}
