import GRDB
import Synchronization

/// Leads every read of a library's client to the part that it may see.
///
/// What was decided about the client is asked again when something was committed since: at once where the bell rang for it,
/// and else, where somebody died between a commit and its ring or could not ring, ``patience`` later at most. The mutex
/// guards what is known of it, and the connections that show a part.
final class AccessGate: Sendable {
    /// What is shown at present, and the connections that show it.
    struct Passage: Sendable {
        var access: ClientAccess
        /// Nil where everything is shown, which the library's own connections do.
        var part: (any DatabaseReader)?
    }

    private struct Known {
        var passage: Passage
        /// Nil where the library cannot hear of others' commits: then it is asked each time.
        var stamp: LibraryStamp?
        /// When the stamp was the present one.
        var moment: ContinuousClock.Instant
        /// The end of the library's log when the client was asked about, or before.
        var end: LogPosition
    }

    /// How long a ring stands for a stamp: each read asks, and a stamp takes longer than a ring.
    private static let patience = Duration.milliseconds(125)

    private let database: any DatabaseWriter
    private let environment: EngineEnvironment
    private let logEnd: LogEndReader
    private let stamps: LibraryStamps?
    private let known = Mutex<Known?>(nil)

    /// `stamps` are nil where the library cannot hear of others' commits.
    init(
        _ database: any DatabaseWriter,
        _ environment: EngineEnvironment,
        _ logEnd: LogEndReader,
        _ stamps: LibraryStamps?
    ) {
        self.database = database
        self.environment = environment
        self.logEnd = logEnd
        self.stamps = stamps
    }

    var isOwner: Bool { environment.client == .owner }

    /// What the client may do now, and how it reads.
    func passage() throws -> Passage {
        if isOwner { return Passage(access: .everything, part: nil) }
        let moment = ContinuousClock.now
        let ring = stamps?.ring
        return try known.withLock { known in
            if let known, let ring, known.stamp?.ring == ring,
                moment - known.moment < Self.patience
            {
                return known.passage
            }
            // Taken before the question: what is committed in between makes the next one ask again.
            let stamp = stamps?.present
            if stamp != nil, known?.stamp == stamp, let passage = known?.passage {
                known?.moment = moment
                return passage
            }
            // In this order: what is committed in between is then behind the end, too.
            let (end, access) = try logEnd.ask { db in
                (try ChangeLog.current(db), try ClientAccess.read(environment.client, db))
            }
            var part = known?.passage.part
            if known?.passage.access.realm != access.realm {
                part = access.realm == .everything ? nil : try open(access.realm)
            }
            let passage = Passage(access: access, part: part)
            known = Known(passage: passage, stamp: stamp, moment: moment, end: end)
            return passage
        }
    }

    /// The end of the log that the client reads, and the part that it sees.
    func end() throws -> (position: LogPosition, realm: Realm) {
        if isOwner { return (try logEnd.position(), .everything) }
        let known = known.withLock { $0 }
        if known?.passage.access.realm == .everything {
            let position = try logEnd.position()
            // Nothing was committed since the client was asked about, which is all that the bell would tell.
            if known?.end == position { return (position, .everything) }
        }
        let passage = try passage()
        let realm = passage.access.realm
        guard let part = passage.part else { return (try logEnd.position(), realm) }
        return (try part.read { db in try ChangeLog.current(db) }, realm)
    }

    /// Lets the connections go, when the last read that is under way has ended.
    func close() { known.withLock { $0 = nil } }

    private func open(_ realm: Realm) throws -> any DatabaseReader {
        var configuration = Connection.configuration(readOnly: true, environment)
        configuration.prepareDatabase { db in
            // Twice SQLite's own: each asset is looked up in the selection, too.
            try db.execute(sql: "PRAGMA cache_size = -4000")
            try AccessViews.install(realm, in: db)
        }
        if database is DatabasePool {
            return try DatabasePool(path: database.path, configuration: configuration)
        }
        return try DatabaseQueue(path: database.path, configuration: configuration)
    }
}
