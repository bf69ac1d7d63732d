import Foundation
import Glibc

/// The engine's own lock between processes, held during commits and checkpoints.
///
/// The lock separates commits from checkpoints in every version of SQLite. A race between them, present up to SQLite
/// 3.51.2, can lose a committed transaction. The kernel releases the lock when its holder ends. Waiting processes queue
/// on a second lock, so that a process that commits without pause does not keep the others out.
final class CommitLock: Sendable {
    private let descriptor: Int32
    private let turn: Int32

    init(_ layout: LibraryLayout) throws {
        descriptor = try FileOperations.open(layout.commitLock, flags: O_RDWR | O_CREAT)
        do {
            turn = try FileOperations.open(layout.turnLock, flags: O_RDWR | O_CREAT)
        } catch {
            close(descriptor)
            throw error
        }
    }

    deinit {
        close(descriptor)
        close(turn)
    }

    /// Runs `body` while no other process holds the lock.
    ///
    /// - Throws: ``StoreError`` with code `busy` if the lock stays taken for `timeout` seconds.
    func withLock<Result>(timeout: Double, _ body: () throws -> Result) throws -> Result {
        let deadline = ContinuousClock.now + .seconds(timeout)
        try acquireLock(turn, until: deadline, timeout: timeout)
        do {
            try acquireLock(descriptor, until: deadline, timeout: timeout)
        } catch {
            flock(turn, LOCK_UN)
            throw error
        }
        flock(turn, LOCK_UN)
        defer { flock(descriptor, LOCK_UN) }
        return try body()
    }

    private func acquireLock(
        _ descriptor: Int32,
        until deadline: ContinuousClock.Instant,
        timeout: Double
    ) throws {
        var pause: UInt32 = 50
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            // A call that does not wait is not interrupted: flock(2).
            guard errno == EWOULDBLOCK else {
                throw StoreError.system("Locking", path: "the library", code: errno)
            }
            guard ContinuousClock.now < deadline else {
                throw StoreError(
                    .busy,
                    "Another process has been writing to the library for \(Int(timeout)) seconds. Try again when it is done."
                )
            }
            usleep(pause)
            pause = min(pause * 2, 2_000)
        }
    }
}
