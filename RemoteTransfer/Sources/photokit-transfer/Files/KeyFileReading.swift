import Foundation
import TransferRules

/// Reads files with keys and settings.
enum KeyFileReading {
    private static let largest = 1 << 20

    /// Reads a file of at most one mebibyte.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - mustBePrivate: Whether the file must belong to this user and be closed to all others.
    /// - Returns: Its text, or why there is none.
    static func readFile(at path: String, mustBePrivate: Bool) -> KeyFile {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return errno == ENOENT ? .missing : .unreadable }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            Int(status.st_size) <= largest
        else { return .unreadable }
        if mustBePrivate, status.st_mode & 0o077 != 0 || status.st_uid != geteuid() {
            return .exposed
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        guard let data = try? handle.read(upToCount: largest),
            let text = String(data: data, encoding: .utf8)
        else { return status.st_size == 0 ? .text("") : .unreadable }
        return .text(text)
    }
}
