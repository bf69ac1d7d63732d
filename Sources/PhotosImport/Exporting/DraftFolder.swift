import CPhotosSystem
import Foundation
import Glibc
import PhotosStore

/// The open folder of temporary files.
///
/// Its files are opened by their names alone: a path through the file system for each of many small files would take
/// longer than to write them. Safe on any thread.
final class DraftFolder: Sendable {
    /// The folder, for messages.
    let url: URL
    private let descriptor: Int32

    /// - Throws: ``StoreError`` where the folder cannot be opened.
    init(_ url: URL) throws {
        self.url = url
        descriptor = try FileOperations.open(url, flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    }

    deinit { close(descriptor) }

    /// The file of a name, for messages.
    func url(of name: String) -> URL { url.appendingPathComponent(name, isDirectory: false) }

    /// Makes a file, open for reading and writing.
    ///
    /// - Throws: ``StoreError`` where the file exists, or cannot be made.
    func createFile(named name: String) throws -> Int32 {
        try openFile(named: name, flags: O_RDWR | O_CREAT | O_EXCL)
    }

    /// Reads a written file back from the disk, past the system's cache.
    ///
    /// - Parameters:
    ///   - name: The name of the file.
    ///   - isQuickAlso: Whether to find the quick checksum as well.
    /// - Returns: The checksums and the number of bytes.
    /// - Throws: ``StoreError`` where the file cannot be read.
    func readContent(of name: String, isQuickAlso: Bool) throws -> WrittenFile.Content {
        let direct = photos_open_direct(descriptor, name)
        if direct >= 0 {
            defer { close(direct) }
            if let content = try WrittenFile.readDirectly(
                direct,
                url: url(of: name),
                isQuickAlso: isQuickAlso
            ) {
                return content
            }
        }
        let file = try openFile(named: name, flags: O_RDONLY)
        defer { close(file) }
        return try WrittenFile.readSynced(file, url: url(of: name), isQuickAlso: isQuickAlso)
    }

    private func openFile(named name: String, flags: Int32) throws -> Int32 {
        let file = openat(descriptor, name, flags | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard file >= 0 else {
            throw StoreError.system("Opening", path: url(of: name).path, code: errno)
        }
        return file
    }
}
