import Foundation
import Glibc
import Synchronization

/// Stands for the state of a library that was read: another one means that something was committed since.
package struct LibraryVersion: Hashable, Sendable {
    var signal: CommitSignal
    /// Of the write-ahead log: a process that dies between its commit and its ring is noticed too.
    ///
    /// Nil where there is no log.
    var logMark: FileModification?

    package init(commits: Int, sequence: UInt64, logMark: FileModification?) {
        signal = CommitSignal(commits: commits, sequence: sequence)
        self.logMark = logMark
    }

    /// Whether the log has not been written to for a while.
    ///
    /// The log is written before its commit can be seen, and its time has a resolution: two states in one moment may
    /// have the same stamp.
    var isSettled: Bool { logMark.map { $0.seconds + 1 < time(nil) } ?? true }
}

/// What every commit that was acknowledged has told, of this object and of others; had for less than a stamp.
struct CommitSignal: Hashable, Sendable {
    var commits: Int
    var sequence: UInt64
}

/// What differs once a file has been written to: its size, and when that was.
package struct FileModification: Hashable, Sendable {
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
final class LibraryVersions: Sendable {
    /// How often this object has committed.
    private let commits = Atomic<Int>(0)
    private let commitNotifier: CommitNotifier?
    /// As a path: each read asks for it, and an URL takes longer to give its own than the system to answer.
    private let log: String

    init(_ commitNotifier: CommitNotifier?, _ layout: LibraryLayout) {
        self.commitNotifier = commitNotifier
        log = layout.database.path + "-wal"
    }

    var present: LibraryVersion {
        let signal = signal
        return LibraryVersion(
            commits: signal.commits,
            sequence: signal.sequence,
            logMark: FileModification(path: log)
        )
    }

    var signal: CommitSignal {
        CommitSignal(
            commits: commits.load(ordering: .acquiring),
            sequence: commitNotifier?.sequence ?? 0
        )
    }

    func noteCommit() { commits.add(1, ordering: .releasing) }
}
