import GRDB
import GRDBSQLite
import Synchronization

/// Knows how much of SQLite's write-ahead log waits for a checkpoint: pages, told behind every commit.
///
/// The log's file does not tell: it keeps its size when a checkpoint lets the next commit begin it anew.
final class PendingLogPages: Sendable {
    private let pages = Atomic<Int>(0)
    private let checkpointed = Atomic<Int>(0)

    /// Listens to the commits of a connection, which must not outlive the gauge.
    func attach(to db: Database) {
        sqlite3_wal_hook(
            db.sqliteConnection,
            { gauge, _, _, pages in
                if let gauge {
                    Unmanaged<PendingLogPages>.fromOpaque(gauge).takeUnretainedValue().note(
                        Int(pages)
                    )
                }
                return SQLITE_OK
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }

    private func note(_ count: Int) {
        pages.store(count, ordering: .relaxed)
        // The log began anew.
        if count < checkpointed.load(ordering: .relaxed) {
            checkpointed.store(0, ordering: .relaxed)
        }
    }

    /// The pages that came in behind the last checkpoint of this process.
    var waiting: Int {
        pages.load(ordering: .relaxed) - checkpointed.load(ordering: .relaxed)
    }

    func noteCheckpoint() {
        checkpointed.store(pages.load(ordering: .relaxed), ordering: .relaxed)
    }
}
