import GRDB
import Synchronization

/// Leads every read of a library's client to the part that it may see.
///
/// What was decided about the client is asked again when something was committed since: at once where the bell rang for it,
/// and else, where somebody died between a commit and its ring or could not ring, ``patience`` later at most. The mutex
/// guards what is known of it, and the connections that show a part.
final class AccessControl: Sendable {
    /// What is shown at present, and the connections that show it.
    struct Grant: Sendable {
        var access: ClientAccess
        /// Nil where everything is shown, which the library's own connections do.
        var part: (any DatabaseReader)?
    }

    private struct Known {
        var grant: Grant
        /// Nil where the library cannot hear of others' commits: then it is asked each time.
        var version: LibraryVersion?
        /// When the stamp was the present one.
        var moment: ContinuousClock.Instant
        /// The end of the library's log when the client was asked about, or before.
        var end: LogPosition
    }

    /// How long a ring stands for a stamp: each read asks, and a stamp takes longer than a ring.
    private static let patience = Duration.milliseconds(125)

    private let database: any DatabaseWriter
    private let environment: EngineEnvironment
    private let logHead: LogHeadReader
    private let versions: LibraryVersions?
    private let known = Mutex<Known?>(nil)

    /// `stamps` are nil where the library cannot hear of others' commits.
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

    /// What the client may do now, and how it reads.
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
            // Taken before the question: what is committed in between makes the next one ask again.
            let version = versions?.present
            if version != nil, known?.version == version, let grant = known?.grant {
                known?.moment = moment
                return grant
            }
            // In this order: what is committed in between is then behind the end, too.
            let (end, access) = try logHead.ask { db in
                (try ChangeLog.current(db), try ClientAccess.read(environment.client, db))
            }
            var part = known?.grant.part
            if known?.grant.access.readScope != access.readScope {
                part = access.readScope == .everything ? nil : try open(access.readScope)
            }
            let grant = Grant(access: access, part: part)
            known = Known(grant: grant, version: version, moment: moment, end: end)
            return grant
        }
    }

    /// The end of the log that the client reads, and the part that it sees.
    func end() throws -> (position: LogPosition, readScope: ReadScope) {
        if isOwner { return (try logHead.position(), .everything) }
        let known = known.withLock { $0 }
        if known?.grant.access.readScope == .everything {
            let position = try logHead.position()
            // Nothing was committed since the client was asked about, which is all that the bell would tell.
            if known?.end == position { return (position, .everything) }
        }
        let grant = try grant()
        let readScope = grant.access.readScope
        guard let part = grant.part else { return (try logHead.position(), readScope) }
        return (try part.read { db in try ChangeLog.current(db) }, readScope)
    }

    /// Lets the connections go, when the last read that is under way has ended.
    func close() { known.withLock { $0 = nil } }

    private func open(_ readScope: ReadScope) throws -> any DatabaseReader {
        var configuration = Connection.configuration(readOnly: true, environment)
        configuration.prepareDatabase { db in
            // Twice SQLite's own: each asset is looked up in the selection, too.
            try db.execute(sql: "PRAGMA cache_size = -4000")
            try AccessViews.install(readScope, in: db)
        }
        if database is DatabasePool {
            return try DatabasePool(path: database.path, configuration: configuration)
        }
        return try DatabaseQueue(path: database.path, configuration: configuration)
    }
}
