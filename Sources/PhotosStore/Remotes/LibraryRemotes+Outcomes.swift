import Foundation
import Glibc

extension LibraryRemotes {
    /// Notes what a fetch has shown about an object of a remote.
    ///
    /// A copy of the library notes nothing about the remotes of another one.
    func recordOutcome(_ outcome: RemoteOutcome, of resource: ResourceRecord, in remote: RemoteRow)
    {
        guard remote.incarnation == core.identity.incarnation else { return }
        let object = RemoteObject(checksum: resource.checksum, byteCount: resource.byteCount)
        let now = core.environment.now()
        // The next check of the remote finds it out again.
        try? core.write { db in
            try RemoteLedger(db).recordOutcome(outcome, of: object, in: remote.id, on: now)
        }
    }
}
