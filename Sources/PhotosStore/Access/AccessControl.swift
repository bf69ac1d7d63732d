import GRDB
import Synchronization

/// Restricts the reads of a library's client to the part that it may see.
///
/// The client's access is read again after each commit: at once if a commit notification was received. If a
/// process died between its commit and the notification, or could not send one, access is read again after at
/// most ``patience``.
///
/// The mutex guards the access that was read last, and the connections that show a part of the library.
final class AccessControl: Sendable {
    /// The present access, and the connections that show the part.
    struct Grant: Sendable {
        var access: ClientAccess
        /// Connections that show a part of the library; nil where the library's own connections show
        /// everything.
        var part: (any DatabaseReader)?
    }

    private struct Known {
        var grant: Grant
        /// Nil where the library receives no commit notifications.
        ///
        /// Access is then read each time.
        var version: LibraryVersion?
        /// The time when the version was last compared with the present one.
        var moment: ContinuousClock.Instant
        /// The end of the library's log when access was read, or an earlier position.
        var end: LogPosition
    }

    /// The maximum time for which an unchanged notification signal is taken for an unchanged version.
    ///
    /// Each read checks the signal, because reading the version takes longer.
    private static let patience = Duration.milliseconds(125)

    private let database: any DatabaseWriter
    private let environment: EngineEnvironment
    private let logHead: LogHeadReader
    private let versions: LibraryVersions?
    private let known = Mutex<Known?>(nil)

    /// Creates an access control.
    ///
    /// `versions` is nil where the library receives no commit notifications.
    init(
        _ database: any DatabaseWriter,
        _ environment: EngineEnvironment,
        _ logHead: LogHeadReader,
        _ versions: LibraryVersions?
    ) {
        self.database = database
        self.environment = environment
        self.logHead = logHead
        self.versions = versions
    }

    var isOwner: Bool { environment.client == .owner }

    /// Returns the client's present access, and the connections for its reads.
    func grant() throws -> Grant {
        if isOwner { return Grant(access: .everything, part: nil) }
        let moment = ContinuousClock.now
        let signal = versions?.signal
        return try known.withLock { known in
            if let known, let signal, known.version?.signal == signal,
                moment - known.moment < Self.patience
            {
                return known.grant
            }
            // The version is read before the access, so that a commit in between leads to another read.
            let version = versions?.present
            if version != nil, known?.version == version, let grant = known?.grant {
                known?.moment = moment
                return grant
            }
            // The end is read first, so that a commit between the two reads is after `end`.
            let (end, access) = try logHead.runQuery { db in
                (try ChangeLog.current(db), try ClientAccess.read(of: environment.client, in: db))
            }
            var part = known?.grant.part
            if known?.grant.access.readScope != access.readScope {
                part = access.readScope == .everything ? nil : try openReader(access.readScope)
            }
            let grant = Grant(access: access, part: part)
            known = Known(grant: grant, version: version, moment: moment, end: end)
            return grant
        }
    }

    /// Takes over the access that the transaction of a commit by this object has read, if the client sees everything.
    ///
    /// Call this method after the commit's notification and before the commit lock is released. Nothing is committed in
    /// between, so the access belongs to the present version.
    func recordAccess(_ access: ClientAccess, at end: LogPosition) {
        guard !isOwner, access.readScope == .everything, let versions else { return }
        // The log's file is not looked at: the access is read again once ``patience`` is over.
        let version = LibraryVersion(versions.signal, logMark: nil)
        known.withLock { known in
            guard known?.grant.access.readScope == .everything else { return }
            known = Known(
                grant: Grant(access: access, part: nil),
                version: version,
                moment: .now,
                end: end
            )
        }
    }

    /// Returns the end of the log that the client reads, and the client's read scope.
    func end() throws -> (position: LogPosition, readScope: ReadScope) {
        if isOwner { return (try logHead.position(), .everything) }
        let known = known.withLock { $0 }
        if known?.grant.access.readScope == .everything {
            let position = try logHead.position()
            // Nothing was committed since access was read, so no notification can be missing.
            if known?.end == position { return (position, .everything) }
        }
        let grant = try grant()
        let readScope = grant.access.readScope
        guard let part = grant.part else { return (try logHead.position(), readScope) }
        return (try part.read { db in try ChangeLog.current(db) }, readScope)
    }

    /// Releases the connections, which close when the last running read has ended.
    func close() { known.withLock { $0 = nil } }

    private func openReader(_ readScope: ReadScope) throws -> any DatabaseReader {
        var configuration = Connection.configuration(readOnly: true, environment)
        configuration.prepareDatabase { db in
            // Twice SQLite's default, because each asset is looked up in the selection, too.
            try db.execute(sql: "PRAGMA cache_size = -4000")
            try AccessViews.install(readScope, in: db)
        }
        if database is DatabasePool {
            return try DatabasePool(path: database.path, configuration: configuration)
        }
        return try DatabaseQueue(path: database.path, configuration: configuration)
    }
}
