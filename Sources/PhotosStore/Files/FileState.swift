package import Foundation
import Glibc

/// The state of a file on its volume, which is known without reading the file.
///
/// Another file at the path, or a write to the file, gives another state.
package struct FileState: Hashable, Sendable {
    package var inode: Int64
    /// The time when the file's bytes, names or permissions last changed (`st_ctim`), in nanoseconds since 1970.
    package var statusChange: Int64

    package init(inode: Int64, statusChange: Int64) {
        self.inode = inode
        self.statusChange = statusChange
    }

    init(_ facts: stat) {
        inode = Int64(bitPattern: UInt64(facts.st_ino))
        statusChange = FolderListing.nanoseconds(facts.st_ctim)
    }

    /// Returns nil if there is no regular file at the path; a symbolic link is none.
    package init?(of url: URL) {
        var facts = stat()
        guard lstat(url.path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
        self.init(facts)
    }
}
