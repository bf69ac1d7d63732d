import Foundation
package import GRDB
import Synchronization

/// The core that all parts of an open library share: the only owner of its database connections and change feed, and the way
/// to read and write.
///
/// Safe on any thread. Reads run in parallel on snapshots of the database. Commits run one after another, in
/// this process and across processes, under ``CommitLock``.
package final class LibraryCore: Sendable {
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
    let pendingLogPages = PendingLogPages()
    let logRoom: LogRoom
    let checkpoints = CheckpointQueue()
    let logHead: LogHeadReader
    /// The folder of a temporary library, deleted when the library is closed.
    let temporaryFolder: URL?
    /// All uses of the database.
    ///
    /// A use lasts from the first access check to the last step of a block.
    let uses: UseCount
    let versions: LibraryVersions
    let accessControl: AccessControl
    /// Identifies the folder that was opened, in case another one replaces it; nil for libraries in memory.
    let presence: LibraryPresence?
    /// The reason why a library that was to be opened for writing is read-only.
    package let refusal: StoreError?
    /// The work that the parts of the library finish when it is closed.
    private let endings = Mutex<[@Sendable () -> Void]>([])
    /// The part that lets files leave where the volume is full.
    let roomMaker = Mutex<(any RoomMaker)?>(nil)

    init(
        layout: LibraryLayout,
        identity: LibraryIdentity,
        mode: Mode,
        environment: EngineEnvironment,
        database: any DatabaseWriter,
        commitLock: CommitLock?,
        commitNotifier: CommitNotifier?,
        presence: LibraryPresence? = nil,
        temporaryFolder: URL? = nil,
        refusal: StoreError? = nil
    ) {
        self.presence = presence ?? (temporaryFolder == nil ? LibraryPresence(layout) : nil)
        self.refusal = refusal
        self.layout = layout
        self.identity = identity
        self.mode = mode
        self.environment = environment
        self.database = database
        self.commitLock = commitLock
        self.commitNotifier = commitNotifier
        self.temporaryFolder = temporaryFolder
        logRoom = LogRoom(pages: environment.tuning.checkpointPages)
        let versions = LibraryVersions(commitNotifier, layout)
        self.versions = versions
        let uses = UseCount()
        self.uses = uses
        let logHead = LogHeadReader(database, environment)
        self.logHead = logHead
        let isListening = commitNotifier != nil
        // A library in memory has no commit notifier, and no other process can commit to it.
        let hasListener = isListening || temporaryFolder != nil
        let accessControl = AccessControl(
            database,
            environment,
            logHead,
            hasListener ? versions : nil
        )
        self.accessControl = accessControl
        feed = ChangeFeed(commitNotifier: commitNotifier) {
            isListening ? versions.present : nil
        } current: {
            try? uses.use { try accessControl.end().position.sequence }
        }
        if commitLock != nil {
            database.writeWithoutTransaction { db in pendingLogPages.attach(to: db) }
        }
    }

    /// Has a part finish its work when the library is closed, in the order of these calls.
    func atEnd(_ body: @escaping @Sendable () -> Void) { endings.withLock { $0.append(body) } }

    /// Closes the database, and all that belongs to it, as ``Library/close()`` states.
    func close() {
        guard uses.beginClosing() == .now else { return }
        finishClosing()
    }

    /// Releases everything after the last use has ended.
    private func finishClosing() {
        defer { uses.finish() }
        feed.stop()
        // The parts hold the core, so this also lets go of them.
        let endings = endings.withLock { list in
            defer { list = [] }
            return list
        }
        roomMaker.withLock { $0 = nil }
        for ending in endings { ending() }
        logHead.close()
        accessControl.close()
        if mode == .readWrite { try? unguardedCheckpoint(truncating: true) }
        try? database.close()
        if let temporaryFolder { try? FileManager.default.removeItem(at: temporaryFolder) }
    }

    /// Runs `body` as a use of the library.
    ///
    /// Closing waits for it.
    func using<Result>(_ body: () throws -> Result) throws -> Result {
        try uses.use(closing: { finishClosing() }, body)
    }

    /// Runs `body` on one consistent state of the part that the library's client may see.
    func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try readSeeing { db, _ in try body(db) }
    }

    /// Does the same as ``read(_:)``, and also passes the read scope to `body`.
    func readSeeing<Result>(_ body: (Database, ReadScope) throws -> Result) throws -> Result {
        try reading { database in
            let grant = try accessControl.grant()
            let readScope = grant.access.readScope
            if let part = grant.part { return try part.read { db in try body(db, readScope) } }
            return try Self.readAll(from: database) { db in try body(db, readScope) }
        }
    }

    /// Runs `body` on one consistent state of the whole library, for the engine's own work.
    func readAll<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try reading { database in try Self.readAll(from: database, body: body) }
    }

    private static func readAll<Result>(
        from database: any DatabaseWriter,
        body: (Database) throws -> Result
    ) throws -> Result {
        // A single connection has one consistent state anyway. GRDB's own `read` would make it read-only for
        // a while, which would discard all its prepared statements.
        if let queue = database as? DatabaseQueue { return try queue.unsafeRead(body) }
        return try database.read(body)
    }

    /// Returns the present access of the library's client.
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
    package func onWriter<Result>(_ body: (Database) throws -> Result) throws -> Result {
        do {
            return try using { try database.writeWithoutTransaction(body) }
        } catch {
            throw StoreError(error)
        }
    }

    /// Runs `body` in one durable transaction.
    ///
    /// No other process commits meanwhile.
    ///
    /// `objects` is the approximate number of objects that the transaction changes. `committed` is called after the
    /// commit, before another process can commit.
    func write<Result>(
        objects: Int = 0,
        committed: () -> Void = {},
        _ body: (Database) throws -> Result
    ) throws -> Result {
        try checkIsWritable()
        try checkpointIfOverdue()
        let result = try onWriter { db in
            try locked {
                try checkIsPresent()
                var result: Result?
                do {
                    try db.cachedStatement(sql: "BEGIN IMMEDIATE").execute()
                    result = try Connection.withCache(
                        forObjects: objects,
                        tuning: environment.tuning,
                        in: db
                    ) { try body(db) }
                    try db.cachedStatement(sql: "COMMIT").execute()
                } catch {
                    if db.isInsideTransaction { try? db.rollback() }
                    // If there is a result, `body` succeeded and the commit failed.
                    throw result == nil ? StoreError(error) : StoreError(commitFailure: error)
                }
                committed()
                guard let result else {
                    throw StoreError(.inputOutput, "The transaction gave no result.")
                }
                return result
            }
        }
        scheduleLogWorkIfDue()
        return result
    }

    func locked<Result>(_ body: () throws -> Result) throws -> Result {
        guard let commitLock else { return try body() }
        return try commitLock.withLock(timeout: Double(environment.tuning.patience), body)
    }
}
