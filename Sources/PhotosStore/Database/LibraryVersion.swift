import Foundation
import Glibc
import Synchronization

/// Identifies a state of the library; a different version means that something was committed in between.
package struct LibraryVersion: Hashable, Sendable {
    var signal: CommitSignal
    /// The modification of the write-ahead log, or nil if there is no log.
    ///
    /// The log also shows the commit of a process that ended before it sent its notification.
    var logMark: FileModification?

    package init(commits: Int, sequence: UInt64, logMark: FileModification?) {
        self.init(CommitSignal(commits: commits, sequence: sequence), logMark: logMark)
    }

    init(_ signal: CommitSignal, logMark: FileModification?) {
        self.signal = signal
        self.logMark = logMark
    }

    /// Whether the log has not been written to for more than a second.
    ///
    /// The log is written before its commit becomes visible, and its modification time has a limited resolution. Two
    /// states at one moment may therefore have the same version.
    var isSettled: Bool { logMark.map { $0.seconds + 1 < time(nil) } ?? true }
}

/// The signals of all acknowledged commits by this object and by others, which cost less to read than a version.
struct CommitSignal: Hashable, Sendable {
    var commits: Int
    var sequence: UInt64
}

/// The size and modification time of a file, which differ after a write.
package struct FileModification: Hashable, Sendable {
    var size: Int
    var seconds: Int
    var nanoseconds: Int

    package init(size: Int, seconds: Int, nanoseconds: Int) {
        (self.size, self.seconds, self.nanoseconds) = (size, seconds, nanoseconds)
    }

    /// Reads the modification of the file at a path without opening the file, or returns nil if there is none.
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

/// Makes the versions of a library.
final class LibraryVersions: Sendable {
    /// The number of commits by this object.
    private let commits = Atomic<Int>(0)
    private let commitNotifier: CommitNotifier?
    /// The path of the write-ahead log.
    ///
    /// Each read uses it, and a URL takes longer to return its path than the system to answer.
    private let log: String

    init(_ commitNotifier: CommitNotifier?, _ layout: LibraryLayout) {
        self.commitNotifier = commitNotifier
        log = layout.database.path + "-wal"
    }

    var present: LibraryVersion {
        LibraryVersion(signal, logMark: FileModification(path: log))
    }

    var signal: CommitSignal {
        CommitSignal(
            commits: commits.load(ordering: .acquiring),
            sequence: commitNotifier?.sequence ?? 0
        )
    }

    func noteCommit() { commits.add(1, ordering: .releasing) }
}
