import CPhotosSystem
import Glibc

/// Holds a file that no process has open for writing or mapped into memory for writing.
///
/// A process that opens the file for writing waits until the lease ends, and ``isBroken`` becomes true. The lease ends
/// with this object, or with the process.
final class FileLease: Sendable {
    /// The result of checking for writers of a file.
    enum Finding: Sendable {
        /// The file has no writer, and this is the lease on it.
        case free(FileLease)
        /// Another process has the file open for writing.
        case busy
        /// The file belongs to another user, or its file system has no leases.
        case unknown
    }

    let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Checks whether a process has a file open for writing.
    ///
    /// - Parameter open: A descriptor of the file; the lease opens its own.
    /// - Returns: A lease if no process has the file open for writing.
    static func acquireLease(on open: Int32) -> Finding {
        let flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC
        let descriptor = Glibc.open("/proc/self/fd/\(open)", flags)
        guard descriptor >= 0 else { return .unknown }
        let lease = FileLease(descriptor)
        for attempt in 1...Self.mostAttempts {
            switch photos_take_lease(descriptor) {
            case 0: return .free(lease)
            case EAGAIN:
                // A process that is just being started has the descriptors of this one until it runs its program. So a file
                // that was written a moment ago seems to have a writer.
                if attempt < Self.mostAttempts { usleep(Self.pause) }
            default: return .unknown
            }
        }
        return .busy
    }

    private static let mostAttempts = 20
    /// Microseconds between attempts.
    private static let pause: UInt32 = 5_000

    /// Whether a process has opened the file for writing, or waits to do so.
    var isBroken: Bool { photos_holds_lease(descriptor) == 0 }

    var facts: stat? {
        var facts = stat()
        return fstat(descriptor, &facts) == 0 ? facts : nil
    }
}
