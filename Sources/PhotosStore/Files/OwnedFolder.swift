import CPhotosSystem
import Foundation
import Glibc

/// Folders that belong to one process each.
///
/// Each folder contains a file that stays locked as long as the process runs.
enum OwnedFolder {
    /// The prefix of the names of folders that are not locked yet.
    static let draftPrefix = "new-"

    /// Makes a folder of this process.
    ///
    /// - Parameters:
    ///   - id: The identifier that names the folder.
    ///   - parent: The folder in which it is made.
    /// - Returns: The folder, and the descriptor that holds its lock until it is closed.
    /// - Throws: ``StoreError``.
    static func makeFolder(_ id: UUID, in parent: URL) throws -> (url: URL, owner: Int32) {
        let name = id.uuidString.lowercased()
        let folder = parent.appendingPathComponent(name, isDirectory: true)
        // A recovery ignores this draft name until the lock is held.
        let draft = parent.appendingPathComponent(draftPrefix + name, isDirectory: true)
        try FileOperations.makeFolder(draft)
        let owner = try FileOperations.open(
            draft.appendingPathComponent("owner"),
            flags: O_RDWR | O_CREAT | O_EXCL
        )
        do {
            guard flock(owner, LOCK_EX | LOCK_NB) == 0 else {
                throw StoreError.system("Locking", path: draft.path, code: errno)
            }
            let code = photos_rename_exclusive(draft.path, folder.path)
            guard code == 0 else {
                throw StoreError.system("Renaming to", path: folder.path, code: code)
            }
        } catch {
            FileOperations.closeLocked(owner)
            throw error
        }
        return (folder, owner)
    }

    /// The right to remove a folder, held until this object is released.
    final class Claim {
        private let owner: Int32

        fileprivate init(_ owner: Int32) { self.owner = owner }

        deinit { if owner >= 0 { FileOperations.closeLocked(owner) } }
    }

    /// Claims a folder whose process has ended.
    ///
    /// - Returns: The claim, or nil if the process still runs or if its state is unknown.
    static func claim(_ folder: URL) -> Claim? {
        // The process that made a young draft may be about to lock it. Trying the lock here could make that process
        // find it taken.
        if StagingRecovery.isYoungDraft(folder) { return nil }
        let owner = open(
            folder.appendingPathComponent("owner").path,
            O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        )
        // A folder without an owner file was about to be removed. If opening the file failed for another reason, its
        // process may still run.
        guard owner >= 0 else { return FileOperations.meansNoFile(errno) ? Claim(owner) : nil }
        guard flock(owner, LOCK_EX | LOCK_NB) == 0 else {
            close(owner)
            return nil
        }
        return Claim(owner)
    }
}
