import Foundation
import Glibc
import PhotosBase

/// The files with requests and answers of upload jobs, which may have credentials.
///
/// The folder is the user's own (mode 0700, files 0600) and outside the library, so that no copy of the library has it. Its
/// name has the identity of the library's database file and of the computer: a copy, and another computer, find none of the
/// files.
struct UploadFiles: Sendable {
    let folder: URL

    /// The kinds of files.
    enum Kind: String, CaseIterable {
        case request
        case answer
    }

    func url(_ name: UUID, _ kind: Kind) -> URL {
        folder.appendingPathComponent(
            "\(name.uuidString.lowercased()).\(kind.rawValue)",
            isDirectory: false
        )
    }

    /// The list of programs that may upload.
    var programs: URL { folder.appendingPathComponent("programs.json", isDirectory: false) }

    // MARK: Reading

    /// Returns the bytes of a file; nil where there is none that only this user may read.
    ///
    /// - Throws: ``StoreError`` where nobody knows, such as in a process with too many open files.
    func read(_ url: URL) throws -> Data? {
        let descriptor = open(url.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ELOOP { return nil }
            throw StoreError.system("Opening", path: url.path, code: errno)
        }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
            facts.st_uid == geteuid(), facts.st_mode & 0o077 == 0
        else { return nil }
        var bytes = Data()
        do throws(SystemError) {
            while true {
                let more = try DescriptorBytes.next(of: descriptor)
                if more.isEmpty { return bytes }
                bytes += more
            }
        } catch {
            throw StoreError.system("Reading", path: url.path, code: error.code)
        }
    }

    func request(_ name: UUID) throws -> StoredUploadRequest? {
        try read(url(name, .request)).flatMap {
            try? JSONDecoder().decode(StoredUploadRequest.self, from: $0)
        }
    }

    func answer(_ name: UUID) throws -> [String: String]? {
        try read(url(name, .answer)).flatMap {
            try? JSONDecoder().decode([String: String].self, from: $0)
        }
    }

    /// Returns the names of all requests.
    ///
    /// - Throws: ``StoreError`` where the folder cannot be read.
    func requests() throws -> Set<UUID> {
        Set(
            try names().filter { $0.hasSuffix(".request") }
                .compactMap { UUID(uuidString: String($0.dropLast(8))) }
        )
    }

    private func names() throws -> [String] {
        var facts = stat()
        if lstat(folder.path, &facts) != 0, errno == ENOENT { return [] }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder.path)
        } catch {
            throw StoreError(error)
        }
    }

    // MARK: Writing

    /// Writes files completely to the disk.
    ///
    /// The caller holds a lock of ``lockForWriting()`` until the commit that mentions the files.
    func write(_ files: [(url: URL, content: Data)]) throws {
        let sync = try FileSystemSync(of: folder)
        var written: [URL] = []
        do {
            for file in files {
                let descriptor = try FileOperations.open(
                    file.url,
                    flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW,
                    mode: 0o600
                )
                defer { close(descriptor) }
                written.append(file.url)
                try FileOperations.write(file.content, to: descriptor, at: file.url)
            }
            try sync.syncContents(written)
            try FileOperations.syncFolder(folder)
        } catch {
            for url in written { unlink(url.path) }
            throw error
        }
    }

    /// Writes a file in place of an earlier one.
    func replace(_ url: URL, with content: Data) throws {
        let draft = folder.appendingPathComponent(
            ".\(url.lastPathComponent).\(UUID().uuidString)",
            isDirectory: false
        )
        try write([(draft, content)])
        do {
            try FileOperations.replace(url, by: draft)
        } catch {
            unlink(draft.path)
            throw error
        }
    }

    /// Removes files that no job names any more.
    func remove(_ files: [URL]) { for file in files { unlink(file.path) } }

    /// Removes all files of jobs but those that are named, unless a process is just writing some.
    ///
    /// - Parameter named: Returns the names that jobs have; called while nobody writes.
    /// - Throws: The error of `named`, of the folder or of the lock.
    func sweep(keeping named: () throws -> Set<UUID>) throws {
        guard let lock = try lock(LOCK_EX | LOCK_NB) else { return }
        defer { withExtendedLifetime(lock) {} }
        let found = try names()
        let kept = try named()
        for name in found {
            let parts = name.split(separator: ".", omittingEmptySubsequences: false)
            let isDraft = name.hasPrefix(".programs.json.")
            let uuid =
                parts.count == 2 && Kind(rawValue: String(parts[1])) != nil
                ? UUID(uuidString: String(parts[0])) : nil
            guard isDraft || uuid.map({ !kept.contains($0) }) == true else { continue }
            unlink(folder.appendingPathComponent(name, isDirectory: false).path)
        }
    }

    // MARK: Locking

    /// The lock of a process that writes files before the commit that mentions them.
    final class Lock: Sendable {
        private let descriptor: Int32

        fileprivate init(_ descriptor: Int32) { self.descriptor = descriptor }

        deinit { FileOperations.closeLocked(descriptor) }
    }

    /// Makes the folder if it is missing, and keeps others from sweeping as long as the lock exists.
    func lockForWriting() throws -> Lock {
        try makeFolder()
        guard let lock = try lock(LOCK_SH) else {
            throw StoreError(.busy, "The folder of upload jobs is in use. Try again.")
        }
        return lock
    }

    /// Keeps others from changing the list of programs as long as the lock exists.
    func lockPrograms() throws -> Lock {
        try makeFolder()
        guard let lock = try lock(LOCK_EX, named: "programs.lock") else {
            throw StoreError(.busy, "The list of upload programs is in use. Try again.")
        }
        return lock
    }

    private func lock(_ operation: Int32, named name: String = "lock") throws -> Lock? {
        let url = folder.appendingPathComponent(name, isDirectory: false)
        let descriptor = open(url.path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw StoreError.system("Opening", path: url.path, code: errno)
        }
        do throws(SystemError) {
            try SystemCall.repeating { flock(descriptor, operation) }
            return Lock(descriptor)
        } catch {
            close(descriptor)
            return nil
        }
    }

    private func makeFolder() throws {
        if access(folder.path, F_OK) != 0 { try Self.makeFolders(folder) }
        var facts = stat()
        guard lstat(folder.path, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR,
            facts.st_uid == geteuid(), facts.st_mode & 0o077 == 0
        else {
            throw StoreError(
                .unsuitableFolder,
                "\(folder.path) is for requests with passwords, and must be a folder of yours alone. Run: chmod go= '\(folder.path)'"
            )
        }
    }

    /// Makes a folder and the missing ones above it, so that they last.
    private static func makeFolders(_ folder: URL) throws {
        let parent = folder.deletingLastPathComponent()
        if access(parent.path, F_OK) != 0, parent.path != "/" { try makeFolders(parent) }
        guard mkdir(folder.path, 0o700) == 0 || errno == EEXIST else {
            throw StoreError.system("Making the folder", path: folder.path, code: errno)
        }
        try FileOperations.syncFolder(parent)
    }
}
