import Foundation
import Glibc

/// Excludes other processes from writing to the same remote of a library.
///
/// The kernel releases the lock when its holder ends. So what one process stores is never what another one removes.
package final class RemoteLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock.
    ///
    /// - Throws: ``StoreError`` with code `busy` if another process has it.
    package init(_ remote: RemoteRow, of core: LibraryCore) throws {
        let url = core.layout.databaseFolder
            .appendingPathComponent("remote-\(remote.id).lock", isDirectory: false)
        descriptor = try FileOperations.open(url, flags: O_RDWR | O_CREAT | O_NOFOLLOW)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw StoreError(
                .busy,
                "Another process sends files to the remote \(remote.name) now. Wait until it has ended."
            )
        }
    }

    deinit {
        FileOperations.closeLocked(descriptor)
    }
}
