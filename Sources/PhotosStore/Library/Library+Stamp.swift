import Foundation
import Glibc
import Synchronization

/// Stands for the state of a library that was read: another one means that something was committed since.
package struct LibraryStamp: Hashable, Sendable {
    var commits: Int
    var tone: UInt64
    /// Of the write-ahead log: a process that dies between its commit and its ring is noticed too.
    var logMark: [Int]

    package init(commits: Int, tone: UInt64, logMark: [Int]) {
        (self.commits, self.tone, self.logMark) = (commits, tone, logMark)
    }

    /// Whether the log has not been written to for a while.
    ///
    /// The log is written before its commit can be seen, and its time has a resolution: two states in one moment may
    /// have the same stamp.
    var isSettled: Bool { logMark.count < 2 || logMark[1] + 1 < time(nil) }
}

/// Makes the stamps of a library.
final class LibraryStamps: Sendable {
    /// How often this object has committed.
    private let commits = Atomic<Int>(0)
    private let bell: Doorbell?
    private let log: URL

    init(_ bell: Doorbell?, _ layout: LibraryLayout) {
        self.bell = bell
        log = URL(fileURLWithPath: layout.database.path + "-wal")
    }

    var present: LibraryStamp {
        LibraryStamp(
            commits: commits.load(ordering: .acquiring),
            tone: bell?.tone ?? 0,
            logMark: FileOperations.writingMark(log)
        )
    }

    func noteCommit() { commits.add(1, ordering: .releasing) }
}

extension Library {
    /// The stamp of the present state, had without a statement; nil where the library cannot hear of others' commits.
    ///
    /// Take it before reading what it is to stand for.
    package var stamp: LibraryStamp? {
        // A library in memory has no bell and nobody else to hear of.
        bell == nil && temporaryFolder == nil ? nil : stamps.present
    }

    /// Tells everyone, in this process and others, that something was committed.
    func ringBell() {
        stamps.noteCommit()
        if environment.losesRing() { return }
        // The process is mixed in, lest two with the same seed ring alike.
        bell?.ring(tone: environment.random() ^ UInt64(getpid()) &* 0x9E37_79B9_7F4A_7C15)
    }
}
