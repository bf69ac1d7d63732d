package import Foundation
import Glibc
import PhotosStore

/// A file without a name, which is gone when nothing refers to it any more.
package final class TemporaryCopy: Sendable {
    /// The descriptor, open for reading and writing.
    package let descriptor: Int32

    /// Makes an empty file in the folder for temporary files.
    package init() throws {
        let folder = FileManager.default.temporaryDirectory
        var template = Array(folder.appendingPathComponent("photokit-XXXXXX").path.utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0, fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else {
            throw StoreError.system("Making a file in", path: folder.path, code: errno)
        }
        unlink(template)
    }

    deinit { close(descriptor) }

    /// A path that leads to the file as long as this object exists.
    package var url: URL { URL(fileURLWithPath: "/proc/self/fd/\(descriptor)") }
}
