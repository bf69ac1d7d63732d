import Glibc
import PhotosBase

extension Descriptor {
    /// Opens a file for reading; nil if the file does not exist, cannot be read, or is no regular file.
    convenience init?(regularFile path: String) {
        // An ordinary open of a named pipe would block.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            return nil
        }
        self.init(descriptor)
    }
}
