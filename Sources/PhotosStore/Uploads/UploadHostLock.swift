import Foundation
import Glibc
import PhotosBase

/// The right to carry out the upload jobs of a library, which one process has at a time.
///
/// It ends with this object, and with the process.
package final class UploadHostLock: Sendable {
    private let descriptor: Int32

    fileprivate init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { FileOperations.closeLocked(descriptor) }
}

extension LibraryUploadJobs {
    /// Makes this process the host of the library's jobs.
    ///
    /// - Returns: The lock; nil while another process is the host.
    /// - Throws: ``StoreError``.
    package func lockHost() throws -> UploadHostLock? {
        let files = try core.uploadFiles()
        // It makes the folder.
        _ = try files.lockForWriting()
        let url = files.folder.appendingPathComponent("host.lock", isDirectory: false)
        let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC
        let descriptor = open(url.path, flags, 0o600)
        guard descriptor >= 0 else {
            throw StoreError.system("Opening", path: url.path, code: errno)
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
        return UploadHostLock(descriptor)
    }
}
