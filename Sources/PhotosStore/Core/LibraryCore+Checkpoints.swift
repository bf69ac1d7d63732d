import Foundation
import GRDB

extension LibraryCore {
    /// Checkpoints a log that is long enough, and lets the file of a shorter one grow, on a thread of its own.
    ///
    /// Called after a commit. The caller of the commit does not wait for either.
    func scheduleLogWorkIfDue() {
        guard commitLock != nil, isCheckpointDue || logRoom.isDue(pages: pendingLogPages.count)
        else { return }
        checkpoints.schedule { [weak self] in
            try? self?.checkpointIfDue()
            try? self?.extendLogIfDue()
        }
    }

    private var isCheckpointDue: Bool {
        pendingLogPages.waiting >= environment.tuning.checkpointPages
    }

    private func extendLogIfDue() throws {
        guard logRoom.isDue(pages: pendingLogPages.count) else { return }
        try using {
            try database.writeWithoutTransaction { db in
                try locked {
                    guard logRoom.isDue(pages: pendingLogPages.count) else { return }
                    logRoom.extend(db)
                }
            }
        }
    }

    /// Checkpoints the log before a commit if a checkpoint is due that has not begun.
    ///
    /// The log would grow without limit if commits came faster than the thread of the checkpoints starts.
    func checkpointIfOverdue() throws {
        guard pendingLogPages.waiting >= 2 * environment.tuning.checkpointPages else { return }
        // The block does not depend on the checkpoint, so a failed checkpoint must not make the block fail.
        try? checkpointIfDue()
    }

    /// Checkpoints the log if it is long enough.
    private func checkpointIfDue() throws {
        guard isCheckpointDue else { return }
        try using {
            try database.writeWithoutTransaction { db in
                try locked {
                    guard isCheckpointDue else { return }
                    // The size comes from the folder, not from an open file. Closing a file of the database
                    // that was opened outside of SQLite would drop SQLite's locks.
                    let log = URL(fileURLWithPath: layout.database.path + "-wal")
                    let size = FileOperations.size(log) ?? 0
                    let isLong = size > environment.tuning.truncatingCheckpoint
                    try runCheckpoint(isLong ? .truncate : .passive, in: db)
                    // If a reader prevents the checkpoint, a later commit tries again.
                    pendingLogPages.noteCheckpoint()
                }
            }
        }
    }

    /// Checkpoints without waiting for readers, because every other writer would wait for the lock meanwhile.
    private func runCheckpoint(_ kind: Database.CheckpointMode, in db: Database) throws {
        try db.execute(sql: "PRAGMA busy_timeout = 0")
        _ = try? db.checkpoint(kind)
        if kind == .truncate { logRoom.noteTruncation() }
        try db.execute(sql: "PRAGMA busy_timeout = \(environment.tuning.patience * 1_000)")
    }

    package func checkpoint(truncating: Bool) throws {
        try using { try unguardedCheckpoint(truncating: truncating) }
    }

    /// Waits until the checkpoints that earlier commits made due have ended.
    package func waitForCheckpoints() { checkpoints.wait() }

    /// Checkpoints while the library is being closed, or as a part of a use.
    func unguardedCheckpoint(truncating: Bool) throws {
        guard commitLock != nil else { return }
        _ = try database.writeWithoutTransaction { db in
            try locked { try runCheckpoint(truncating ? .truncate : .passive, in: db) }
        }
    }
}
