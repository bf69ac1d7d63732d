import Foundation
import GRDB

/// The copy of a library at the path where it is restored, which the restoration replaces.
///
/// The copy may be the best one that there is. So it is replaced only by a state that knows its last change. All that it
/// has is then in that state, or was deleted since.
enum ReplacedCopy {
    /// Checks that a restored state continues the copy at its destination.
    ///
    /// A first restoration that was interrupted has no database yet, and is continued.
    ///
    /// - Parameters:
    ///   - target: The folder that is filled.
    ///   - restored: The database of the restored state.
    /// - Throws: ``StoreError`` if the copy has changes that the state does not know, or if nobody can tell.
    static func check(_ target: BackupTarget, isKnownTo restored: URL) throws {
        let database = target.layout.database
        if target.isNew, FileOperations.size(database) == nil { return }
        let position = try? Connection.copy(at: database).unsafeRead { db in
            try ChangeLog.current(db)
        }
        let path = target.layout.root.path
        guard let position else {
            throw StoreError(
                .changeNotSupported,
                "The database of the backup \(path) is missing or cannot be read, so nobody can tell which of its files only it has. Restore to another folder."
            )
        }
        let isKnown = try Connection.copy(at: restored).unsafeRead { db in
            try ChangeLog.knows(position, in: db)
        }
        guard isKnown else {
            throw StoreError(
                .changeNotSupported,
                "\(path) has changes that the restored state does not know, and restoring there would remove the photos that only it has. Restore to another folder, and keep this one until you have compared them."
            )
        }
    }
}
