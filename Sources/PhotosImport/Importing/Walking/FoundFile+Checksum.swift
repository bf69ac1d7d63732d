import Glibc
import PhotosStore

extension FoundFile {
    /// Returns the SHA-256 of the file's bytes; nil where it cannot be read, or where another file has its path by now.
    func presentChecksum() -> [UInt8]? {
        guard let descriptor = try? FileOperations.open(url, flags: O_RDONLY | O_NONBLOCK) else {
            return nil
        }
        defer { close(descriptor) }
        let checksum = try? SourceFile.read(descriptor, at: url) { _ in }
        return isOpen(as: descriptor) ? checksum : nil
    }
}
