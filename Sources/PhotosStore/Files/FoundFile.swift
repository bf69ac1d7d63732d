package import Foundation
import Glibc

/// A file that was found where an import was told to look.
package struct FoundFile: Hashable, Sendable {
    package var url: URL
    package var byteCount: Int64
    package var inode: Int64
    /// Nanoseconds since 1970.
    package var modification: Int64
    /// Whether somebody named the file itself, and not only a folder that holds it.
    var isNamed = false

    package init(url: URL, byteCount: Int64, inode: Int64 = 0, modification: Int64) {
        self.url = url
        self.byteCount = byteCount
        self.inode = inode
        self.modification = modification
    }

    init(_ entry: FolderListing.Entry, of listing: FolderListing, in folder: URL) {
        self.init(
            url: folder.appendingPathComponent(listing.name(of: entry)),
            byteCount: entry.byteCount,
            inode: entry.inode,
            modification: entry.modification
        )
    }

    /// Nil where nothing can be looked at, or what is there is no file.
    init?(at url: URL) {
        var facts = stat()
        guard stat(url.path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
        let time = facts.st_mtim
        self.init(
            url: url,
            byteCount: Int64(facts.st_size),
            inode: Int64(bitPattern: UInt64(facts.st_ino)),
            modification: Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
                .partialValue &+ Int64(time.tv_nsec)
        )
    }

    /// Whether the file that was found is the one that was opened by its path: a folder on the way may have become a
    /// link meanwhile.
    func isOpen(as descriptor: Int32) -> Bool {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { return false }
        if inode == 0 || inode == Int64(bitPattern: UInt64(facts.st_ino)) { return true }
        // Of a link the listing tells its own number.
        return lstat(url.path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK
            && inode == Int64(bitPattern: UInt64(facts.st_ino))
    }

    package var name: String { url.lastPathComponent }

    package var modificationDate: Date {
        Date(timeIntervalSince1970: Double(modification) / 1e9)
    }
}
