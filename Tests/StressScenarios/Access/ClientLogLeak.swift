import Foundation
import GRDB

/// Copies changes that a limited client must not see into its log, as an engine does that does not filter it.
final class ClientLogLeak {
    private let queue: DatabaseQueue

    init(_ database: URL) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        queue = try DatabaseQueue(path: database.path, configuration: configuration)
    }

    /// Copies the latest change as a whole, for each limited client that has no part of it.
    func copyChanges() throws {
        try queue.write { db in
            try db.execute(
                sql: """
                    INSERT OR IGNORE INTO client_change
                        (client_id, sequence, mark, date, work, author_id, body)
                    SELECT client.id, sequence, mark, date, work, author_id, body FROM change, client
                    WHERE read_write = 4 AND sequence = (SELECT max(sequence) FROM change)
                    """
            )
        }
    }
}
