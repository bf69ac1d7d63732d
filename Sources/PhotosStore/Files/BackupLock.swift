import Foundation
import Glibc
import PhotosBase

/// Prevents the removal of asset files while a backup copies them.
///
/// The kernel releases the lock when its holder ends. Files that cannot be removed meanwhile stay recorded as released,
/// and are removed later.
struct BackupLock {
    /// The open lock file, or -1 if it cannot be opened; nobody could remove files of such a library anyway.
    private let descriptor: Int32

    /// Returns the lock of a process that removes files, or nil while a backup runs.
    static func forRemoving(_ layout: LibraryLayout) throws -> BackupLock? {
        let descriptor = try FileOperations.open(
            layout.backupLock,
            flags: O_RDWR | O_CREAT | O_NOFOLLOW
        )
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return BackupLock(descriptor: descriptor) }
        close(descriptor)
        return nil
    }

    /// Returns the lock of a backup, after waiting for current removals, which are short.
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
            throw StoreError.system("Opening", path: layout.backupLock.path, code: errno)
        }
        do throws(SystemError) {
            try SystemCall.repeating { flock(descriptor, LOCK_SH) }
        } catch {
            close(descriptor)
            throw StoreError.system("Locking", path: layout.backupLock.path, code: error.code)
        }
        return BackupLock(descriptor: descriptor)
    }

    func release() {
        if descriptor >= 0 { FileOperations.closeLocked(descriptor) }
    }
}

extension LibraryLayout {
    /// The lock file that backups share, and that a process which removes asset files holds exclusively.
    var backupLock: URL {
        databaseFolder.appendingPathComponent("backup.lock", isDirectory: false)
    }
}
