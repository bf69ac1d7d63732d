import Foundation
import Glibc

/// The server's own folder for one library: sessions, password, one-time codes, uploads under way.
///
/// The folder has mode 0700 and its files 0600. The folder lies outside the library, so that no backup of photos
/// has it.
struct StateFolder: Sendable {
    let url: URL

    /// Returns the folder of a library, below `$XDG_STATE_HOME` or `~/.local/state`.
    static func defaultURL(forLibrary library: UUID, environment: [String: String]) -> URL {
        let named = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let home = environment["HOME"] ?? NSHomeDirectory()
        return URL(fileURLWithPath: named ?? home + "/.local/state", isDirectory: true)
            .appendingPathComponent("photokit/serve/\(library.uuidString.lowercased())")
    }

    /// Makes the folder if it is missing.
    ///
    /// - Throws: ``StateFolderError`` where it cannot be made, or others may read it.
    init(_ url: URL) throws {
        self.url = url
        do {
            try FileManager.default.createDirectory(
                at: url,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw StateFolderError("\(url.path) cannot be made. Check its permissions.")
        }
        try Self.checkIsPrivate(url.path)
    }

    /// Reads a file; nil where there is none.
    func readFile(_ name: String) throws -> Data? {
        let path = url.appendingPathComponent(name).path
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        try Self.checkIsPrivate(path)
        guard let data = FileManager.default.contents(atPath: path) else {
            throw StateFolderError("\(path) cannot be read. Check its permissions.")
        }
        return data
    }

    /// Returns the names of all files.
    func fileNames() -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    }

    /// Writes a file, whole or not at all.
    func write(_ data: Data, to name: String) throws {
        let path = url.appendingPathComponent(name).path
        let draft = path + ".draft-\(getpid())-\(Secret.randomIdentifier())"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw StateFolderError("\(path) cannot be written. Check its folder and the disk.")
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try file.write(contentsOf: data)
            try file.synchronize()
            try file.close()
            guard rename(draft, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
        } catch {
            unlink(draft)
            throw StateFolderError("\(path) cannot be written. Check its folder and the disk.")
        }
    }

    /// Removes a file.
    ///
    /// - Returns: Whether this call removed it: of several processes, one gets true.
    @discardableResult
    func removeFile(_ name: String) -> Bool { unlink(url.appendingPathComponent(name).path) == 0 }

    private static func checkIsPrivate(_ path: String) throws {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw StateFolderError("\(path) cannot be read. Check its permissions.")
        }
        guard status.st_uid == getuid(), status.st_mode & 0o077 == 0 else {
            throw StateFolderError(
                "\(path) holds secrets and must be yours alone. Run: chmod go= '\(path)'"
            )
        }
    }
}

/// A sentence about the server's own folder.
struct StateFolderError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
