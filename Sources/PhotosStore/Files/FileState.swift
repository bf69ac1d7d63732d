package import Foundation
import Glibc

/// How a file looks on its volume without being read: another file at its path, or a write to it, gives another state.
package struct FileState: Hashable, Sendable {
    package var inode: Int64
    /// When the file's bytes, names or permissions changed last (`st_ctim`): nanoseconds since 1970.
    package var statusChange: Int64

    package init(inode: Int64, statusChange: Int64) {
        self.inode = inode
        self.statusChange = statusChange
    }

    init(_ facts: stat) {
        inode = Int64(bitPattern: UInt64(facts.st_ino))
        statusChange = FolderListing.nanoseconds(facts.st_ctim)
    }

    /// Nil where no file stands; a link is none.
    package init?(of url: URL) {
        var facts = stat()
        guard lstat(url.path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
        self.init(facts)
    }
}
