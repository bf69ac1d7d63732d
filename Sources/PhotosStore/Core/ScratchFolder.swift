package import Foundation
import Glibc

/// A folder inside the library, or outside where that is full, for files that are needed only while something is sent or brought.
///
/// The folder is removed together with this object. If the process ends first, the next opening of the library for
/// writing removes it.
package final class ScratchFolder: Sendable {
    package let url: URL
    private let owner: Int32
    /// The folder above it, where that is outside the library.
    private let outside: URL?

    package init(in core: LibraryCore) throws {
        outside = nil
        (url, owner) = try OwnedFolder.makeFolder(
            core.environment.makeUUID(),
            in: core.layout.staging
        )
    }

    /// Makes a folder for a copy of the database and other bytes.
    ///
    /// Where the library's volume has no room for them, it is in the system's folder for temporary files: files leave a full
    /// disk only for remotes with a copy of the database.
    package init(forDatabaseOf core: LibraryCore, andBytes byteCount: Int64) throws {
        let layout = core.layout
        let log = URL(fileURLWithPath: layout.database.path + "-wal", isDirectory: false)
        let needed = [layout.database, log].reduce(byteCount) {
            $0 + (FileOperations.size($1) ?? 0)
        }
        let isFull = FileOperations.freeBytes(onVolumeOf: layout.root).map { $0 < needed } ?? false
        // Nobody else may read the database there.
        let outside = isFull ? try FileOperations.makeTemporaryFolder() : nil
        self.outside = outside
        (url, owner) = try OwnedFolder.makeFolder(
            core.environment.makeUUID(),
            in: outside ?? layout.staging
        )
    }

    deinit {
        try? FileManager.default.removeItem(at: outside ?? url)
        FileOperations.closeLocked(owner)
    }
}
