import CPhotosSystem
package import Foundation
import Glibc

/// Makes files and folders durable, eight or more of them with one call for the whole file system.
///
/// The call costs a single journal entry, and is used from Linux 5.8 on.
///
/// This object must be created before anything is written. The kernel reports a failed write to every descriptor that
/// was open at that time. Of the descriptors opened later, only the first that asks gets the error, and it may be
/// another program's.
package final class FileSystemSync: Sendable {
    private let root: URL
    private let descriptor: Int32

    package init(of root: URL) throws {
        self.root = root
        descriptor = try FileOperations.open(root, flags: O_RDONLY | O_DIRECTORY)
    }

    deinit { close(descriptor) }

    package func syncContents(_ files: [URL]) throws {
        if files.count >= Self.manyFiles, Self.isTrustworthy { return try syncAll() }
        for file in files { try FileOperations.syncFile(file) }
    }

    package func syncFolders(_ folders: [URL]) throws {
        if folders.count >= Self.manyFiles, Self.isTrustworthy { return try syncAll() }
        for folder in folders { try FileOperations.syncFolder(folder) }
    }

    private func syncAll() throws {
        let code = photos_sync_file_system(descriptor)
        guard code == 0 else { throw StoreError.system("Writing", path: root.path, code: code) }
    }

    /// The number of files from which the whole file system is synced at once.
    private static let manyFiles = 8

    /// Whether syncfs(2) reports failed writes, as it does from Linux 5.8 on.
    private static let isTrustworthy: Bool = {
        var name = utsname()
        guard uname(&name) == 0 else { return false }
        let release = withUnsafeBytes(of: name.release) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        let numbers = release.split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
        return numbers.count == 2 && (numbers[0], numbers[1]) >= (5, 8)
    }()
}
