package import Foundation
import Glibc

/// A file that an import found at a path that it was given, or below it.
package struct FoundFile: Hashable, Sendable {
    package var url: URL
    package var byteCount: Int64
    package var inode: Int64
    /// The modification time in nanoseconds since 1970.
    package var modification: Int64
    /// Whether the caller named the file itself, and not only a folder that holds it.
    package var isNamed = false

    package init(url: URL, byteCount: Int64, inode: Int64 = 0, modification: Int64) {
        self.url = url
        self.byteCount = byteCount
        self.inode = inode
        self.modification = modification
    }

    package init(_ entry: FolderListing.Entry, of listing: FolderListing, in folder: URL) {
        self.init(
            url: folder.appendingPathComponent(listing.name(of: entry)),
            byteCount: entry.byteCount,
            inode: entry.inode,
            modification: entry.modification
        )
    }

    /// Returns nil if nothing at the path can be read, or if it is not a regular file.
    package init?(at url: URL) {
        var facts = stat()
        guard stat(url.path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
        self.init(
            url: url,
            byteCount: Int64(facts.st_size),
            inode: Int64(bitPattern: UInt64(facts.st_ino)),
            modification: Self.nanoseconds(facts.st_mtim)
        )
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000).partialValue
            &+ Int64(time.tv_nsec)
    }

    /// Whether another file, or other bytes, have the path now.
    ///
    /// A path without a file has not changed: the bytes that were read are all there is.
    package var hasChanged: Bool {
        guard let present = FoundFile(at: url) else { return false }
        return present.byteCount != byteCount || present.modification != modification
    }

    /// Returns whether a program that has the file open for writing changes it within a time.
    ///
    /// - Parameters:
    ///   - descriptor: The open file.
    ///   - patience: The seconds without a change after which a file that is still open counts as complete.
    ///   - now: The present time.
    /// - Returns: Whether it has other bytes or another date than when it was found.
    package func isBeingWritten(
        _ descriptor: Int32,
        patience: Double,
        now: Date
    ) -> Bool {
        let age = now.timeIntervalSince(modificationDate)
        // A date in the future says nothing about the age.
        let left = Duration.seconds(min(patience, max(0, patience - max(0, age))))
        let clock = ContinuousClock()
        let end = clock.now + left
        // Each attempt to take a lease on a file that is open for writing takes 0.1 s.
        while case .busy = FileLease.acquireLease(on: descriptor) {
            guard isOpen(as: descriptor) else { return true }
            if clock.now >= end { return false }
        }
        return !isOpen(as: descriptor)
    }

    /// Returns whether the file that was found is the one that was opened by its path, and has not changed since.
    ///
    /// A folder on the path may have been replaced by a link meanwhile.
    package func isOpen(as descriptor: Int32) -> Bool {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, Int64(facts.st_size) == byteCount,
            Self.nanoseconds(facts.st_mtim) == modification
        else { return false }
        if inode == 0 || inode == Int64(bitPattern: UInt64(facts.st_ino)) { return true }
        // For a symbolic link, the listing has the inode number of the link itself.
        return lstat(url.path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK
            && inode == Int64(bitPattern: UInt64(facts.st_ino))
    }

    package var name: String { url.lastPathComponent }

    package var modificationDate: Date {
        Date(timeIntervalSince1970: Double(modification) / 1e9)
    }
}
