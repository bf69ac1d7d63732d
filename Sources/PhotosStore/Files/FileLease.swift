import CPhotosSystem
import Glibc

/// Holds a file that nobody has open for writing, memory that is mapped for writing included.
///
/// Who opens the file for writing meanwhile waits for the end of the lease, and ``isBroken`` tells of it. The lease ends
/// with this object, and with the process.
final class FileLease: Sendable {
    /// What is known of the writers of a file.
    enum Finding: Sendable {
        /// There is none.
        case free(FileLease)
        /// Somebody has the file open for writing.
        case busy
        /// The file belongs to another user, or its file system has no leases.
        case unknown
    }

    let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Looks whether somebody has a file open for writing.
    ///
    /// - Parameter open: A descriptor of the file; the lease has one of its own.
    /// - Returns: A lease where nobody has.
    static func take(_ open: Int32) -> Finding {
        let flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC
        let descriptor = Glibc.open("/proc/self/fd/\(open)", flags)
        guard descriptor >= 0 else { return .unknown }
        let lease = FileLease(descriptor)
        switch photos_take_lease(descriptor) {
        case 0: return .free(lease)
        case EAGAIN: return .busy
        default: return .unknown
        }
    }

    /// Whether somebody has opened the file for writing, or waits to.
    var isBroken: Bool { photos_holds_lease(descriptor) == 0 }

    var facts: stat? {
        var facts = stat()
        return fstat(descriptor, &facts) == 0 ? facts : nil
    }
}
