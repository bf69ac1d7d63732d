import Foundation
import Glibc

extension LibraryCore {
    /// The version of the present state, read without a statement.
    ///
    /// Read the version before you read the state that it is to identify. The version is nil where the
    /// library cannot receive the commit notifications of other processes.
    package var version: LibraryVersion? {
        // A library in memory needs no commit notifier, because no other process can commit to it.
        commitNotifier == nil && temporaryFolder == nil ? nil : versions.present
    }

    /// Notifies this process and others that something was committed.
    ///
    /// The feed of this object is not notified. Callers that hold ``CommitLock`` may tell the feed their position alone:
    /// the notification then comes after those of all earlier commits. Others have the feed read the log.
    func notifyOfCommit() {
        versions.noteCommit()
        // The process identifier is mixed in, so that two processes with the same random seed send different
        // values.
        commitNotifier?.notify(
            sequence: environment.random() ^ UInt64(getpid()) &* 0x9E37_79B9_7F4A_7C15
        )
    }
}
