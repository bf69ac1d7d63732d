import Foundation
import Glibc
import PhotosBase

/// Writes files that appear whole, or not at all.
enum DestinationFile {
    /// Writes a file to a path, and replaces the regular file that is there.
    ///
    /// A replaced file's mode stays. Symbolic links are followed. Devices, pipes and folders are not replaced.
    ///
    /// - Returns: Whether the file was written. If not, what was at the path before is still there.
    static func write(_ bytes: Data, to path: String) -> Bool {
        var status = stat()
        let exists = stat(path, &status) == 0
        var target = path
        if exists {
            guard status.st_mode & S_IFMT == S_IFREG, let real = realpath(path, nil) else {
                return false
            }
            target = String(cString: real)
            free(real)
        } else if lstat(path, &status) == 0 {
            // A link to nowhere.
            return false
        }
        let folder = URL(fileURLWithPath: target).deletingLastPathComponent()
        let draft = folder.appendingPathComponent(".photokit-\(UUID().uuidString)").path
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { return false }
        var isDone = (try? DescriptorBytes.write(bytes, to: descriptor)) != nil
        if exists { isDone = isDone && fchmod(descriptor, status.st_mode & 0o7777) == 0 }
        isDone = isDone && fsync(descriptor) == 0
        isDone = close(descriptor) == 0 && isDone
        isDone = isDone && rename(draft, target) == 0
        if !isDone { unlink(draft) }
        return isDone
    }
}
