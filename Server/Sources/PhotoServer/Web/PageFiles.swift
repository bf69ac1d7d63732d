import Crypto
import Foundation
import Glibc
import NIOCore
import PhotosBase
import ServeRules
import Synchronization

/// The files of the page in memory, each read again when it changes on disk.
///
/// The mutexes guard the files and the edition. All functions block for the disk.
final class PageFiles: Sendable {
    /// A file as it is answered.
    struct File: Sendable {
        let bytes: ByteBuffer
        let tag: EntityTag
        fileprivate let state: State
    }

    /// Differs when a file was changed or replaced.
    fileprivate struct State: Hashable, Sendable {
        let number: UInt
        let size: Int
        let seconds: Int
        let nanoseconds: Int

        init(_ path: String) throws {
            var status = stat()
            guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                throw Problem.notFound
            }
            number = UInt(status.st_ino)
            size = Int(status.st_size)
            seconds = status.st_mtim.tv_sec
            nanoseconds = status.st_mtim.tv_nsec
        }
    }

    /// The largest file, in bytes.
    private static let limit = 8 << 20

    private let folder: URL
    private let files = Mutex<[String: File]>([:])
    private let lastEdition = Mutex<String?>(nil)

    init(_ folder: URL) { self.folder = folder }

    /// Returns a file.
    ///
    /// - Parameter names: The names from the page's folder to the file.
    /// - Returns: The file.
    /// - Throws: ``Problem/notFound`` where there is none, or where a link leads out of the folder.
    func file(_ names: [String]) throws -> File {
        let name = names.joined(separator: "/")
        let path = folder.path + "/" + name
        let state = try State(path)
        if let known = files.withLock({ $0[name] }), known.state == state { return known }
        let root = folder.resolvingSymlinksInPath().path
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        guard target.hasPrefix(root + "/"), state.size <= Self.limit,
            let data = FileManager.default.contents(atPath: target)
        else { throw Problem.notFound }
        let file = File(
            bytes: ByteBuffer(bytes: data),
            tag: EntityTag(Self.digest(data)),
            state: state
        )
        files.withLock { $0[name] = file }
        return file
    }

    /// Returns a text that changes when any file of the page does.
    ///
    /// The edition is part of the files' addresses, so that browsers keep them without asking.
    func edition() throws -> String {
        var names: [String] = []
        let found = FileManager.default.enumerator(atPath: folder.path)
        while let name = found?.nextObject() as? String { names.append(name) }
        var digest = Insecure.SHA1()
        for name in names.sorted() {
            guard let state = try? State(folder.path + "/" + name) else { continue }
            let text = "\(name) \(state.size) \(state.seconds).\(state.nanoseconds)\n"
            digest.update(data: Data(text.utf8))
        }
        let edition = String(Hexadecimal.digits(of: digest.finalize()).prefix(16))
        lastEdition.withLock { $0 = edition }
        return edition
    }

    /// Returns whether an edition is the one that `index.html` was last answered with.
    func isPresent(_ edition: String) throws -> Bool {
        try (lastEdition.withLock { $0 } ?? self.edition()) == edition
    }

    /// Returns a text that differs for other bytes.
    static func digest(_ data: Data) -> String {
        Hexadecimal.digits(of: Insecure.SHA1.hash(data: data))
    }
}
