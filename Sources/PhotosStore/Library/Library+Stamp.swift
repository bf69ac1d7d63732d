import Foundation
import Glibc

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
