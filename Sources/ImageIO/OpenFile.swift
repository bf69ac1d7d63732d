import Glibc

/// A file that is open for reading until the last reference goes.
final class OpenFile: Sendable {
    let descriptor: Int32

    /// Nil where the file is not there, must not be read, or is no regular file.
    init?(_ path: String) {
        // A named pipe would keep an ordinary open waiting.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }
}
