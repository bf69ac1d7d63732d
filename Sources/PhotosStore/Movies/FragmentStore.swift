package import Foundation
import Glibc
package import PhotosMedia
import Synchronization

/// The parts of made movies that a library keeps, in files of their own in the folder of derived files.
///
/// The folder may be deleted at any time, because all parts can be made again. Each file of the library has a folder, and
/// each part of it a file, whose name states the content, the recipe, the side and the number. No link is followed.
///
/// The store is safe on any thread and shared with other processes. The mutex `byteCount` guards the number of kept bytes, as
/// far as this process knows it.
package final class FragmentStore: Sendable {
    private let folder: URL
    private let isWritable: Bool
    private let budget: Int64
    private let now: @Sendable () -> Date
    private let byteCount = Mutex<Int64?>(nil)

    /// Prepares the store without opening a file.
    ///
    /// - Parameters:
    ///   - layout: The library's folder.
    ///   - isWritable: Whether parts may be kept.
    ///   - budget: The maximum number of bytes. Beyond it, the least recently used parts are removed.
    ///   - now: The present time.
    package init(
        _ layout: LibraryLayout,
        isWritable: Bool,
        budget: Int64,
        now: @escaping @Sendable () -> Date
    ) {
        folder = layout.movies
        self.isWritable = isWritable
        self.budget = budget
        self.now = now
    }

    /// Returns a kept part; nil where there is none, or where its file is damaged.
    package func part(_ request: MovieRequest, of resource: ResourceRecord) -> KeptPart? {
        guard let folder = openFolder(of: resource.file, creating: false) else { return nil }
        defer { close(folder) }
        let name = Self.name(request, of: resource)
        let file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        guard let bytes = Self.bytes(of: file) else { return nil }
        guard let part = KeptPart(file: bytes),
            part.layout.isPossible(longestSide: request.longestSide)
        else {
            if isWritable { unlinkat(folder, name, 0) }
            return nil
        }
        if isWritable { noteUse(of: file) }
        return part
    }

    /// Keeps a part.
    ///
    /// A disk without room keeps none.
    package func keep(_ part: KeptPart, as request: MovieRequest, of resource: ResourceRecord) {
        guard isWritable, let folder = openFolder(of: resource.file, creating: true) else { return }
        defer { close(folder) }
        let bytes = part.file
        let draft = Self.draftMark + String(UInt64.random(in: .min ... .max), radix: 16)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file = openat(folder, draft, flags, 0o600)
        guard file >= 0 else { return }
        // A file that a power cut empties is found by its checksum, so nothing waits for the disk.
        let isWritten = (try? FileOperations.write(bytes, to: file, at: self.folder)) != nil
        noteUse(of: file)
        close(file)
        guard isWritten,
            renameat(folder, draft, folder, Self.name(request, of: resource)) == 0
        else {
            unlinkat(folder, draft, 0)
            return
        }
        limitSize(added: Int64(bytes.count))
    }

    /// Removes all parts of files that the library no longer has.
    ///
    /// Returns false on failure.
    func remove(_ files: [String]) -> Bool {
        guard !files.isEmpty else { return true }
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        let all = open(self.folder.path, flags)
        // Neither a link nor a file has parts.
        guard all >= 0 else { return [ENOENT, ENOTDIR, ELOOP].contains(errno) }
        defer { close(all) }
        var hasRemovedAll = true
        for file in files where LibraryLayout.isOriginalName(file) {
            let name = Self.folderName(of: file)
            let folder = openat(all, name, flags)
            if folder >= 0 {
                defer { close(folder) }
                guard isWritable else { return false }
                for part in Self.names(in: folder) { unlinkat(folder, part, 0) }
            }
            guard isWritable else { continue }
            // A folder that still has parts, or cannot be opened, stays.
            if unlinkat(all, name, AT_REMOVEDIR) != 0, ![ENOENT, ENOTDIR].contains(errno) {
                hasRemovedAll = false
            }
        }
        byteCount.withLock { $0 = nil }
        return hasRemovedAll
    }

    // MARK: Size

    private struct Kept {
        var file: String
        var name: String
        var byteCount: Int64
        /// The last use, in seconds and nanoseconds.
        var used: (Int, Int)
    }

    /// The number of kept bytes.
    package func keptByteCount() -> Int64 { keptParts().reduce(0) { $0 + $1.byteCount } }

    /// Removes parts, the least recently used first, when they exceed the budget.
    private func limitSize(added: Int64) {
        byteCount.withLock { known in
            let total = known.map { $0 + added } ?? keptParts().reduce(0) { $0 + $1.byteCount }
            known = total
            guard total > budget else { return }
            // Other processes keep and remove parts, too.
            let parts = keptParts().sorted { $0.used < $1.used }
            var left = parts.reduce(0) { $0 + $1.byteCount }
            // Removes more than needed, so that this is not repeated with each new part.
            for part in parts where left > budget - budget / 16 {
                guard let folder = openFolder(named: part.file, creating: false) else { continue }
                if unlinkat(folder, part.name, 0) == 0 { left -= part.byteCount }
                close(folder)
                // A folder that still has parts stays.
                rmdir(self.folder.appendingPathComponent(part.file).path)
            }
            known = left
        }
    }

    private func keptParts() -> [Kept] {
        let all = open(folder.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard all >= 0 else { return [] }
        defer { close(all) }
        var parts: [Kept] = []
        for file in Self.names(in: all) {
            guard let folder = openFolder(named: file, creating: false) else { continue }
            defer { close(folder) }
            for name in Self.names(in: folder) {
                var facts = stat()
                guard fstatat(folder, name, &facts, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
                parts.append(
                    Kept(
                        file: file,
                        name: name,
                        byteCount: Int64(facts.st_size),
                        used: (facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec)
                    )
                )
            }
        }
        return parts
    }

    private func noteUse(of file: Int32) {
        let time = now().timeIntervalSince1970
        let seconds = time.rounded(.down)
        let stamp = timespec(tv_sec: Int(seconds), tv_nsec: Int((time - seconds) * 1e9))
        futimens(file, [stamp, stamp])
    }

    // MARK: Names

    private static let draftMark = ".draft-"

    /// Identifies the bytes of a file, because a file in a source may change under the same name.
    private static func name(_ request: MovieRequest, of resource: ResourceRecord) -> String {
        let content = resource.checksum.prefix(8).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
        let part = request.fragment.map(String.init) ?? "start"
        return "\(content)-\(MovieRequest.recipe)-\(request.longestSide)-\(part)"
    }

    /// The name of a file's folder: that of the original without its folder and extension.
    private static func folderName(of file: String) -> String {
        String(file.drop { $0 != "/" }.dropFirst().prefix { $0 != "." })
    }

    private func openFolder(of file: String, creating: Bool) -> Int32? {
        guard LibraryLayout.isOriginalName(file) else { return nil }
        return openFolder(named: Self.folderName(of: file), creating: creating)
    }

    private func openFolder(named name: String, creating: Bool) -> Int32? {
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        if creating { mkdir(folder.path, 0o700) }
        let all = open(folder.path, flags)
        guard all >= 0 else { return nil }
        defer { close(all) }
        if creating { mkdirat(all, name, 0o700) }
        let one = openat(all, name, flags)
        return one >= 0 ? one : nil
    }

    private static func names(in folder: Int32) -> [String] {
        // The list takes a descriptor of its own, and closes it.
        let copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { return [] }
        guard let list = fdopendir(copy) else {
            close(copy)
            return []
        }
        defer { closedir(list) }
        var names: [String] = []
        while let entry = readdir(list) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { start in
                start.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    private static func bytes(of file: Int32) -> Data? {
        var facts = stat()
        guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
            facts.st_size <= KeptPart.mostBytes
        else { return nil }
        return try? FileHandle(fileDescriptor: file, closeOnDealloc: false).readToEnd()
    }
}

extension LibraryLayout {
    /// The folder of parts of made movies, made when needed.
    var movies: URL { derived.appendingPathComponent("movies", isDirectory: true) }
}
