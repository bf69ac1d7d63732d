import GRDB
import Synchronization

/// Reads the last position of the log, on a connection of its own.
///
/// Every check and every fetch asks for this position. A pool would take longer to lend a connection than SQLite to
/// answer. The mutex guards the connection, which is opened at the first question.
final class LogHeadReader: Sendable {
    private let database: any DatabaseWriter
    private let environment: EngineEnvironment
    private let connection = Mutex(State.unopened)

    private enum State {
        case unopened
        case open(DatabaseQueue)
        /// The library's own connections are used instead.
        case none
    }

    init(_ database: any DatabaseWriter, _ environment: EngineEnvironment) {
        self.database = database
        self.environment = environment
    }

    func position() throws -> LogPosition {
        // An empty log takes a second statement, and either answer is correct for the moment at which it is read.
        try runQuery { db in try ChangeLog.current(db) }
    }

    /// Runs a short query about the whole library, outside any transaction.
    func runQuery<Answer>(_ question: (Database) throws -> Answer) throws -> Answer {
        if let own { return try own.unsafeRead(question) }
        return try database.unsafeRead(question)
    }

    /// Releases the connection after the last query on it has ended.
    func close() { connection.withLock { $0 = .none } }

    private var own: DatabaseQueue? {
        connection.withLock { state in
            if case .unopened = state { state = open() }
            if case .open(let queue) = state { return queue }
            return nil
        }
    }

    private func open() -> State {
        guard let pool = database as? DatabasePool else { return .none }
        let configuration = Connection.configuration(readOnly: true, environment)
        let queue = try? DatabaseQueue(path: pool.path, configuration: configuration)
        try? queue?.inDatabase { db in try db.execute(sql: "PRAGMA cache_size = -64") }
        return queue.map(State.open) ?? .none
    }
}
