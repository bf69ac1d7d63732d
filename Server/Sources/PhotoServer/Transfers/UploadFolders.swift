import Foundation
import Glibc
import HTTPTypes
import ServeRules
import Synchronization

/// Files that clients upload before they are imported, in folders of the server's own.
///
/// The mutex guards the list.
final class UploadFolders: Sendable {
    struct Upload: Sendable {
        var session: String
        var url: URL
        var files = 0
        var bytes: Int64 = 0
        var isImporting = false
    }

    /// The most uploads at once.
    private static let limit = 32
    /// The most files of one upload.
    static let mostFiles = 100_000

    private let root: URL
    private let uploads = Mutex<[String: Upload]>([:])

    init(_ folder: StateFolder) {
        root = folder.url.appendingPathComponent("uploads", isDirectory: true)
    }

    /// Removes what an earlier server left.
    ///
    /// This is called when no other server of the library runs.
    func removeLeftovers() { try? FileManager.default.removeItem(at: root) }

    func beginUpload(session: String) throws -> String {
        let id = Secret.randomIdentifier()
        let url = root.appendingPathComponent(id, isDirectory: true)
        try uploads.withLock { uploads in
            guard uploads.count < Self.limit else {
                throw Problem(.conflict, "full", "There are too many uploads. Give one up.")
            }
            try FileManager.default.createDirectory(
                at: url,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            uploads[id] = Upload(session: session, url: url)
        }
        return id
    }

    /// Counts a file of an upload, and returns the path where it goes.
    func addFile(_ path: String, to id: String, session: String) throws -> URL {
        let names = try UploadPath.names(in: path)
        let url = try uploads.withLock { uploads in
            guard var upload = uploads[id], upload.session == session else {
                throw Problem.notFound
            }
            guard !upload.isImporting, upload.files < Self.mostFiles else {
                throw Problem(.conflict, "full", "This upload takes no more files.")
            }
            upload.files += 1
            uploads[id] = upload
            return upload.url
        }
        return names.reduce(url) { $0.appendingPathComponent($1) }
    }

    /// Returns the folder of an upload, which from now on is imported.
    func beginImport(of id: String, session: String) throws -> URL {
        try uploads.withLock { uploads in
            guard let upload = uploads[id], upload.session == session, !upload.isImporting else {
                throw Problem.notFound
            }
            uploads[id]?.isImporting = true
            return upload.url
        }
    }

    /// Removes an upload with its files.
    ///
    /// - Returns: Whether there was one of the session that is not being imported.
    func removeUpload(_ id: String, session: String, isImported: Bool = false) -> Bool {
        let url = uploads.withLock { uploads -> URL? in
            guard let upload = uploads[id], upload.session == session,
                upload.isImporting == isImported
            else { return nil }
            uploads[id] = nil
            return upload.url
        }
        guard let url else { return false }
        try? FileManager.default.removeItem(at: url)
        return true
    }
}

/// The path of an uploaded file.
enum UploadPath {
    /// Returns the names of folders and file.
    ///
    /// - Throws: ``Problem`` for a path that could leave the upload's folder, or that no file system takes.
    static func names(in path: String) throws -> [String] {
        let names = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard names.allSatisfy(isName), names.count <= 32, path.utf8.count <= 3000 else {
            throw Problem.badRequest("The path of the file is malformed.")
        }
        return names
    }

    /// Returns whether a text is the name of a file that file systems take and that leads nowhere else.
    static func isName(_ name: String) -> Bool {
        !name.isEmpty && name != "." && name != ".." && name.utf8.count <= 255
            && !name.utf8.contains(0) && !name.utf8.contains(UInt8(ascii: "/"))
    }
}
