package import Foundation

/// Programs that a test writes and starts at once.
package enum ProgramFile {
    /// Writes a file that can be executed, or looks as if it could.
    ///
    /// - Throws: What writing says, and what ``waitForWriters(of:)`` throws.
    package static func write(_ bytes: Data, to path: String, permissions: Int = 0o700) throws {
        try bytes.write(to: URL(fileURLWithPath: path))
        guard chmod(path, mode_t(permissions)) == 0 else { throw lastError }
        try waitForWriters(of: path)
    }

    /// Writes a script for `/bin/sh`.
    package static func write(
        script text: String,
        to path: String,
        permissions: Int = 0o700
    ) throws {
        try write(Data("#!/bin/sh\n\(text)\n".utf8), to: path, permissions: permissions)
    }
    /// Waits until nobody has a file open for writing.
    ///
    /// The kernel refuses to start a program that is written to ("Text file busy"). A process that another test starts
    /// meanwhile has what this process had open, until it becomes a program of its own. The kernel gives a lease for
    /// reading only when nobody writes.
    ///
    /// - Throws: ``POSIXError`` where the file cannot be opened, or is written to for ten seconds.
    package static func waitForWriters(of path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw lastError }
        defer { close(descriptor) }
        let end = ContinuousClock.now + .seconds(10)
        while fcntl(descriptor, setLease, F_RDLCK) != 0 {
            guard errno == EAGAIN, ContinuousClock.now < end else { throw lastError }
            usleep(1_000)
        }
        _ = fcntl(descriptor, setLease, F_UNLCK)
    }

    /// `F_SETLEASE` of Linux: Swift imports no macro that computes.
    private static let setLease: Int32 = 1_024

    private static var lastError: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
