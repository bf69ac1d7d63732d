import CPhotosSystem
import Foundation
import Glibc
import PhotosStore

/// The open folder that an export writes to.
///
/// All paths are relative to the folder that was opened, and no symbolic link on the way is followed. If another
/// folder replaces the opened one at its path, nothing is written there. Used on the thread of the export alone, except
/// for ``url(of:)``.
final class TargetFolder {
    /// The state of a file: what changes when a program writes to it.
    struct State: Hashable {
        var byteCount: Int64
        /// Nanoseconds since 1970.
        var modification: Int64
        var isFile: Bool
        var isLink: Bool
    }

    /// The folder of the export's own files.
    static let own = ".photokit-export"
    static let drafts = own + "/drafts"

    let path: String
    let descriptor: Int32
    private var folders: [String: (descriptor: Int32, lastUse: Int)] = [:]
    private var useCount = 0
    /// The folders with new names since the last call of ``takeChanged()``.
    private var changed: Set<String> = []

    private static let mostOpen = 64

    init(_ url: URL) throws {
        path = url.standardizedFileURL.path
        do {
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: true
            )
        } catch {
            throw StoreError(
                .readOnly,
                (error as? CocoaError)?.code == .fileWriteVolumeReadOnly
                    ? "The folder \(path) cannot be created: its file system is read-only. Choose another folder."
                    : "The folder \(path) cannot be created. Check the path and its permissions.",
                cause: error
            )
        }
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0, faccessat(descriptor, ".", W_OK, 0) == 0 else {
            let isReadOnly = errno == EROFS
            throw StoreError(
                .readOnly,
                isReadOnly
                    ? "The folder \(path) cannot be written: its file system is read-only. Choose another folder."
                    : "The folder \(path) cannot be written. Check its permissions."
            )
        }
    }

    deinit {
        for folder in folders.values { close(folder.descriptor) }
        if descriptor >= 0 { close(descriptor) }
    }

    /// A URL through the open folder, for calls that need a path.
    func url(of relative: String) -> URL {
        // Without the statement that it is no folder, each URL would ask the file system.
        URL(fileURLWithPath: "/proc/self/fd/\(descriptor)/\(relative)", isDirectory: false)
    }

    func shown(_ relative: String) -> URL {
        URL(fileURLWithPath: path + "/" + relative, isDirectory: false)
    }

    // MARK: Folders

    /// Returns the open folder that holds a path, and the last name of the path.
    ///
    /// - Returns: Nil if a folder on the way does not exist and `creates` is false.
    func place(_ relative: String, creates: Bool = false) throws -> (folder: Int32, name: String)? {
        let (above, name) = Self.split(relative)
        guard !above.isEmpty else { return (descriptor, name) }
        guard let folder = try openFolder(at: above, creates: creates) else { return nil }
        return (folder, name)
    }

    static func split(_ relative: String) -> (above: String, name: String) {
        guard let slash = relative.utf8.lastIndex(of: 0x2F) else { return ("", relative) }
        let name = relative.utf8.index(after: slash)
        return (String(relative[..<slash]), String(relative[name...]))
    }

    private func openFolder(at relative: String, creates: Bool) throws -> Int32? {
        useCount += 1
        if let known = folders[relative] {
            folders[relative]?.lastUse = useCount
            return known.descriptor
        }
        guard let (above, name) = try place(relative, creates: creates) else { return nil }
        var opened = openat(above, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        if opened < 0, errno == ENOENT, creates {
            guard mkdirat(above, name, 0o755) == 0 || errno == EEXIST else {
                throw StoreError.system(
                    "Making the folder",
                    path: shown(relative).path,
                    code: errno
                )
            }
            recordChangedFolder(of: relative)
            opened = openat(above, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        }
        guard opened >= 0 else {
            let code = errno
            if code == ENOENT, !creates { return nil }
            guard code == ELOOP || code == ENOTDIR else {
                throw StoreError.system("Opening", path: shown(relative).path, code: code)
            }
            if !creates { return nil }
            throw StoreError(
                .changeNotSupported,
                "\(shown(relative).path) is a file or a link, and the export needs a folder of that name. Rename it, or choose another pattern of paths."
            )
        }
        // The folders used last stay open, because a caller may hold two of them.
        if folders.count >= Self.mostOpen,
            let oldest = folders.min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            folders[oldest.key] = nil
            close(oldest.value.descriptor)
        }
        folders[relative] = (opened, useCount)
        return opened
    }

    /// Returns the names in a folder; none if there is no folder.
    func names(in relative: String) throws -> [String] {
        guard try relative.isEmpty || openFolder(at: relative, creates: false) != nil else {
            return []
        }
        let folder = url(of: relative.isEmpty ? "." : relative)
        return try FileManager.default.contentsOfDirectory(atPath: folder.path)
    }

    // MARK: Files

    /// Returns the state of what is at a path; nil if there is nothing.
    func state(_ relative: String) throws -> State? {
        guard let (folder, name) = try place(relative) else { return nil }
        var facts = stat()
        guard fstatat(folder, name, &facts, AT_SYMLINK_NOFOLLOW) == 0 else {
            // A name that is too long for the file system is taken by nothing.
            if errno == ENOENT || errno == ENOTDIR || errno == ENAMETOOLONG { return nil }
            throw StoreError.system("Looking at", path: shown(relative).path, code: errno)
        }
        return State(facts)
    }

    /// Returns the SHA-256 checksum of a regular file; nil if there is none.
    func checksum(_ relative: String) throws -> [UInt8]? {
        guard let (folder, name) = try place(relative) else { return nil }
        let file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var facts = stat()
        guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
        return try SourceFile.read(file, at: shown(relative)) { _ in }
    }

    func linkTarget(_ relative: String) throws -> String? {
        guard let (folder, name) = try place(relative) else { return nil }
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = bytes.withUnsafeMutableBytes { buffer in
            buffer.baseAddress.map { readlinkat(folder, name, $0, buffer.count) } ?? -1
        }
        return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    /// The result of giving a file its final name.
    enum Placing: Hashable {
        case done
        /// Something is at the path.
        case taken
    }

    /// Renames a file, and never replaces another.
    func rename(_ from: String, to: String) throws -> Placing {
        guard let (oldFolder, oldName) = try place(from),
            let (folder, name) = try place(to, creates: true)
        else { throw StoreError.system("Renaming to", path: shown(to).path, code: ENOENT) }
        let code = photos_rename_exclusive_into(oldFolder, oldName, folder, name)
        switch code {
        case 0: break
        case EEXIST: return .taken
        default: throw StoreError.system("Renaming to", path: shown(to).path, code: code)
        }
        recordChangedFolder(of: from)
        recordChangedFolder(of: to)
        return .done
    }

    /// Renames a file over one that the export wrote.
    func replace(_ to: String, with from: String) throws {
        guard let (oldFolder, oldName) = try place(from), let (folder, name) = try place(to),
            renameat(oldFolder, oldName, folder, name) == 0
        else { throw StoreError.system("Renaming to", path: shown(to).path, code: errno) }
        recordChangedFolder(of: to)
    }

    /// Makes a symbolic link, and never replaces anything.
    func link(_ relative: String, to target: String) throws -> Placing {
        guard let (folder, name) = try place(relative, creates: true) else { return .taken }
        guard symlinkat(target, folder, name) == 0 else {
            if errno == EEXIST { return .taken }
            throw StoreError.system("Making the link", path: shown(relative).path, code: errno)
        }
        recordChangedFolder(of: relative)
        return .done
    }

    func remove(_ relative: String) throws {
        guard let (folder, name) = try place(relative) else { return }
        guard unlinkat(folder, name, 0) == 0 || errno == ENOENT else {
            throw StoreError.system("Removing", path: shown(relative).path, code: errno)
        }
        recordChangedFolder(of: relative)
    }

    /// Removes folders that have become empty, the innermost first.
    func removeEmptyFolders(above relative: String) {
        var (above, _) = Self.split(relative)
        while !above.isEmpty {
            if let known = folders.removeValue(forKey: above) {
                close(known.descriptor)
            }
            guard let (folder, name) = try? place(above), unlinkat(folder, name, AT_REMOVEDIR) == 0
            else { return }
            changed.remove(above)
            (above, _) = Self.split(above)
        }
    }

    /// Notes that a folder has a new name or lost one; which temporary files there are need not be durable.
    private func recordChangedFolder(of relative: String) {
        let (above, _) = Self.split(relative)
        if above != Self.drafts { changed.insert(above) }
    }

    /// Returns the folders with new names since the last call.
    func takeChanged() -> [URL] {
        defer { changed = [] }
        return changed.sorted().map { url(of: $0) }
    }
}

extension TargetFolder.State {
    init(_ facts: stat) {
        byteCount = Int64(facts.st_size)
        modification = FolderListing.nanoseconds(facts.st_mtim)
        isFile = facts.st_mode & S_IFMT == S_IFREG
        isLink = facts.st_mode & S_IFMT == S_IFLNK
    }
}
