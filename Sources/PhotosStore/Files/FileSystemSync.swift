import CPhotosSystem
import Foundation
import Glibc

/// Makes files and folders durable: several by one call for their file system, which costs one journal entry for all.
///
/// To be made before anything is written: of a failed write the kernel tells every descriptor that was open by then, but
/// of the others only the first that asks, which may be another program's.
final class FileSystemSync: Sendable {
    private let root: URL
    private let descriptor: Int32

    init(of root: URL) throws {
        self.root = root
        descriptor = try FileOperations.open(root, O_RDONLY | O_DIRECTORY)
    }

    deinit { close(descriptor) }

    func syncContents(_ files: [URL]) throws {
        if files.count >= Self.manyFiles, Self.isTrustworthy { return try syncAll() }
        for file in files { try FileOperations.syncFile(file) }
    }

    func syncFolders(_ folders: [URL]) throws {
        if folders.count >= Self.manyFiles, Self.isTrustworthy { return try syncAll() }
        for folder in folders { try FileOperations.syncFolder(folder) }
    }

    private func syncAll() throws {
        let code = photos_sync_file_system(descriptor)
        guard code == 0 else { throw StoreError.system("Writing", root.path, code) }
    }

    /// From here on the whole file system is synced at once.
    private static let manyFiles = 8

    /// Whether the kernel tells of failed writes when a whole file system is synced: from Linux 5.8 on (syncfs(2)).
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
