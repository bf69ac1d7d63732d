import Foundation
import Glibc
import Synchronization

/// The engine's own lock between processes: whoever commits or checkpoints holds it.
///
/// It keeps the two apart whatever SQLite's version (a race between them, present up to 3.51.2, can lose a committed
/// transaction), and the kernel lets it go when its holder dies.
final class CommitLock: Sendable {
    private let descriptor: Int32

    init(_ url: URL) throws {
        descriptor = try FileOperations.open(url, O_RDWR | O_CREAT)
    }

    deinit { close(descriptor) }

    /// Runs `body` while nobody else holds the lock.
    ///
    /// - Throws: ``StoreError`` with code `busy` when the lock stays taken for `timeout` seconds.
    func withLock<Result>(timeout: Double = 30, _ body: () throws -> Result) throws -> Result {
        try acquire(timeout: timeout)
        defer { flock(descriptor, LOCK_UN) }
        return try body()
    }

    private func acquire(timeout: Double) throws {
        let start = ContinuousClock.now
        var pause: UInt32 = 50
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else {
                throw StoreError.system("Locking", "the library", errno)
            }
            guard ContinuousClock.now - start < .seconds(timeout) else {
                throw StoreError(
                    .busy,
                    "Another process has been writing to the library for \(Int(timeout)) seconds. Try again when it is done.")
            }
            usleep(pause)
            pause = min(pause * 2, 2_000)
        }
    }
}
