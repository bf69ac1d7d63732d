import Foundation
import Glibc

extension Library {
    /// The stamp of the present state, had without a statement; nil where the library cannot hear of others' commits.
    ///
    /// Take it before reading what it is to stand for.
    package var version: LibraryVersion? {
        // A library in memory has no bell and nobody else to hear of.
        commitNotifier == nil && temporaryFolder == nil ? nil : versions.present
    }

    /// Tells everyone, in this process and others, that something was committed.
    func notifyOfCommit() {
        versions.noteCommit()
        if environment.losesNotification() { return }
        // The process is mixed in, lest two with the same seed ring alike.
        commitNotifier?.notify(
            sequence: environment.random() ^ UInt64(getpid()) &* 0x9E37_79B9_7F4A_7C15
        )
    }
}
