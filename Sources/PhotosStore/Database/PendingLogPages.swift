import GRDB
import GRDBSQLite
import Synchronization

/// The number of pages in SQLite's write-ahead log that wait for a checkpoint, updated after every commit.
///
/// The size of the log's file does not show this number. The file keeps its size when a checkpoint lets the next commit
/// start the log again from its beginning.
final class PendingLogPages: Sendable {
    private let pages = Atomic<Int>(0)
    private let checkpointed = Atomic<Int>(0)

    /// Observes the commits of a connection, which must be closed before this object is released.
    func attach(to db: Database) {
        sqlite3_wal_hook(
            db.sqliteConnection,
            { gauge, _, _, pages in
                if let gauge {
                    Unmanaged<PendingLogPages>.fromOpaque(gauge).takeUnretainedValue().setCount(
                        Int(pages)
                    )
                }
                return SQLITE_OK
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }

    private func setCount(_ count: Int) {
        pages.store(count, ordering: .relaxed)
        // The log was started again from its beginning.
        if count < checkpointed.load(ordering: .relaxed) {
            checkpointed.store(0, ordering: .relaxed)
        }
    }

    /// The number of pages in the log.
    var count: Int { pages.load(ordering: .relaxed) }

    /// The number of pages written after the last checkpoint of this process.
    var waiting: Int {
        pages.load(ordering: .relaxed) - checkpointed.load(ordering: .relaxed)
    }

    func noteCheckpoint() {
        checkpointed.store(pages.load(ordering: .relaxed), ordering: .relaxed)
    }
}
