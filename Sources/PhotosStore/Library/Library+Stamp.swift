import Foundation
import Glibc
import Synchronization

/// Stands for the state of a library that was read: another one means that something was committed since.
package struct LibraryStamp: Hashable, Sendable {
    fileprivate var commits: Int
    fileprivate var tone: UInt64
    /// Of the write-ahead log: a process that dies between its commit and its ring is noticed too.
    fileprivate var logMark: [Int]
}

extension Library {
    /// The stamp of the present state, had without a statement; nil where the library cannot hear of others' commits.
    ///
    /// Take it before reading what it is to stand for.
    package var stamp: LibraryStamp? {
        // A library in memory has no bell and nobody else to hear of.
        if bell == nil, temporaryFolder == nil { return nil }
        return LibraryStamp(
            commits: commits.load(ordering: .acquiring),
            tone: bell?.tone ?? 0,
            logMark: FileOperations.writingMark(
                URL(fileURLWithPath: layout.database.path + "-wal")
            )
        )
    }

    /// Tells everyone, in this process and others, that something was committed.
    func ringBell() {
        commits.add(1, ordering: .releasing)
        // The process is mixed in, lest two with the same seed ring alike.
        bell?.ring(tone: environment.random() ^ UInt64(getpid()) &* 0x9E37_79B9_7F4A_7C15)
    }
}
