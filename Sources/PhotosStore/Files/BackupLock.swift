import Foundation
import Glibc

/// Keeps files of assets from being removed while a backup copies them.
///
/// The kernel lets it go when its holder dies. Files that stay meanwhile are remembered as released, and go later.
struct BackupLock {
    /// -1 where nobody could remove anything anyway.
    private let descriptor: Int32

    /// The lock of whoever is about to remove files; nil while a backup is under way.
    static func forRemoving(_ layout: LibraryLayout) throws -> BackupLock? {
        let descriptor = try FileOperations.open(layout.backupLock, O_RDWR | O_CREAT | O_NOFOLLOW)
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return BackupLock(descriptor: descriptor) }
        close(descriptor)
        return nil
    }

    /// The lock of a backup; waits for removals that are under way, which are short.
    static func forCopying(_ layout: LibraryLayout) throws -> BackupLock {
        var descriptor = open(
            layout.backupLock.path,
            O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC,
            0o644
        )
        if descriptor < 0, [EROFS, EACCES, EPERM].contains(errno) {
            descriptor = open(layout.backupLock.path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
            if descriptor < 0 { return BackupLock(descriptor: -1) }
        }
        guard descriptor >= 0 else {
            throw StoreError.system("Opening", layout.backupLock.path, errno)
        }
        while flock(descriptor, LOCK_SH) != 0 {
            guard errno == EINTR else {
                let code = errno
                close(descriptor)
                throw StoreError.system("Locking", layout.backupLock.path, code)
            }
        }
        return BackupLock(descriptor: descriptor)
    }

    func release() { if descriptor >= 0 { close(descriptor) } }
}

extension LibraryLayout {
    /// Shared by backups, and held alone by whoever removes files of assets.
    var backupLock: URL { databaseFolder.appendingPathComponent("backup.lock") }
}
