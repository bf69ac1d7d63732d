import Foundation
import Glibc
import PhotosBase

/// Excludes other processes from freeing space of the same library.
final class SpaceLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock; nil if somebody else has it still.
    ///
    /// - Parameters:
    ///   - core: The core of the library.
    ///   - seconds: How long to wait until another process or thread has given the lock back; nil waits as long as it takes.
    /// - Throws: ``StoreError``.
    init?(of core: LibraryCore, atMost seconds: Double? = 0) throws {
        let url = core.layout.databaseFolder
            .appendingPathComponent("space.lock", isDirectory: false)
        let descriptor = try FileOperations.open(url, flags: O_RDWR | O_CREAT | O_NOFOLLOW)
        let end = seconds.map { ContinuousClock.now + .seconds($0) }
        while true {
            do throws(SystemError) {
                try SystemCall.repeating {
                    flock(descriptor, end == nil ? LOCK_EX : LOCK_EX | LOCK_NB)
                }
                break
            } catch {
                guard error.code == EWOULDBLOCK, let end, ContinuousClock.now < end else {
                    close(descriptor)
                    return nil
                }
                usleep(20_000)
            }
        }
        self.descriptor = descriptor
    }

    deinit {
        FileOperations.closeLocked(descriptor)
    }
}
