import CPhotosSystem
import Foundation
import Glibc

/// Folders of one process each: a file in such a folder is locked as long as its process lives.
enum OwnedFolder {
    /// Begins the names of folders whose owner is not settled yet.
    static let draftPrefix = "new-"

    /// Makes a folder of this process.
    ///
    /// - Parameters:
    ///   - id: Names the folder.
    ///   - parent: The folder that it is made in.
    /// - Returns: The folder, and the descriptor that holds its lock until it is closed.
    /// - Throws: ``StoreError``.
    static func make(_ id: UUID, in parent: URL) throws -> (url: URL, owner: Int32) {
        let name = id.uuidString.lowercased()
        let folder = parent.appendingPathComponent(name, isDirectory: true)
        // Under a name that a recovery leaves in peace, until the lock is held.
        let draft = parent.appendingPathComponent(draftPrefix + name, isDirectory: true)
        try FileOperations.makeFolder(draft)
        let owner = try FileOperations.open(
            draft.appendingPathComponent("owner"),
            O_RDWR | O_CREAT | O_EXCL
        )
        do {
            guard flock(owner, LOCK_EX | LOCK_NB) == 0 else {
                throw StoreError.system("Locking", draft.path, errno)
            }
            let code = photos_rename_exclusive(draft.path, folder.path)
            guard code == 0 else { throw StoreError.system("Renaming to", folder.path, code) }
        } catch {
            close(owner)
            throw error
        }
        return (folder, owner)
    }

    /// The right to remove a folder, held until it goes.
    final class Claim {
        private let owner: Int32

        fileprivate init(_ owner: Int32) { self.owner = owner }

        deinit { if owner >= 0 { close(owner) } }
    }

    /// Claims a folder whose process has ended.
    ///
    /// - Returns: nil where the process lives, or where that cannot be told.
    static func claim(_ folder: URL) -> Claim? {
        // A process between its first steps, whose lock must not even be tried: it would find it taken.
        if StagingRecovery.isYoungDraft(folder) { return nil }
        let owner = open(
            folder.appendingPathComponent("owner").path,
            O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        )
        // A folder without an owner is one that somebody was about to remove; one that cannot be asked may be alive.
        guard owner >= 0 else { return FileOperations.tellsOfNoFile(errno) ? Claim(owner) : nil }
        guard flock(owner, LOCK_EX | LOCK_NB) == 0 else {
            close(owner)
            return nil
        }
        return Claim(owner)
    }
}
