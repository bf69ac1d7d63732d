import Foundation
import Glibc
import Synchronization

/// Stands for the state of a library that was read: another one means that something was committed since.
package struct LibraryStamp: Hashable, Sendable {
    var ring: LibraryRing
    /// Of the write-ahead log: a process that dies between its commit and its ring is noticed too.
    ///
    /// Nil where there is no log.
    var logMark: WritingMark?

    package init(commits: Int, tone: UInt64, logMark: WritingMark?) {
        ring = LibraryRing(commits: commits, tone: tone)
        self.logMark = logMark
    }

    /// Whether the log has not been written to for a while.
    ///
    /// The log is written before its commit can be seen, and its time has a resolution: two states in one moment may
    /// have the same stamp.
    var isSettled: Bool { logMark.map { $0.seconds + 1 < time(nil) } ?? true }
}

/// What every commit that was acknowledged has told, of this object and of others; had for less than a stamp.
struct LibraryRing: Hashable, Sendable {
    var commits: Int
    var tone: UInt64
}

/// What differs once a file has been written to: its size, and when that was.
package struct WritingMark: Hashable, Sendable {
    var size: Int
    var seconds: Int
    var nanoseconds: Int

    package init(size: Int, seconds: Int, nanoseconds: Int) {
        (self.size, self.seconds, self.nanoseconds) = (size, seconds, nanoseconds)
    }

    /// Of the file at a path, which is not opened; nil where there is none.
    init?(path: String) {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return nil }
        self.init(
            size: facts.st_size,
            seconds: facts.st_mtim.tv_sec,
            nanoseconds: facts.st_mtim.tv_nsec
        )
    }
}

/// Makes the stamps of a library.
final class LibraryStamps: Sendable {
    /// How often this object has committed.
    private let commits = Atomic<Int>(0)
    private let bell: Doorbell?
    /// As a path: each read asks for it, and an URL takes longer to give its own than the system to answer.
    private let log: String

    init(_ bell: Doorbell?, _ layout: LibraryLayout) {
        self.bell = bell
        log = layout.database.path + "-wal"
    }

    var present: LibraryStamp {
        let ring = ring
        return LibraryStamp(
            commits: ring.commits,
            tone: ring.tone,
            logMark: WritingMark(path: log)
        )
    }

    var ring: LibraryRing {
        LibraryRing(commits: commits.load(ordering: .acquiring), tone: bell?.tone ?? 0)
    }

    func noteCommit() { commits.add(1, ordering: .releasing) }
}
