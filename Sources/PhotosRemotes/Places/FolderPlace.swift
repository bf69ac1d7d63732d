import CPhotosSystem
import Crypto
package import Foundation
import Glibc
import PhotosBase
package import PhotosStore

/// A place that is a folder, best on another disk.
///
/// The folder stays open while this object exists. So its disk cannot be unmounted meanwhile, and nothing is written
/// below a bare mount point.
package final class FolderPlace: RemotePlace {
    let path: String
    private let descriptor: Int32

    package let parallelism = 2

    /// Opens a folder.
    ///
    /// - Parameter path: The absolute path of a folder that exists.
    /// - Throws: ``RemoteFailure`` with code `unreachable` if it does not exist.
    package init(_ path: String) throws {
        self.path = path
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw RemoteFailure(
                .unreachable,
                "The folder \(path) cannot be opened (\(Self.errorText(of: errno))). Connect its disk, or check the path."
            )
        }
    }

    deinit { close(descriptor) }

    /// The folder's path while it is open, wherever it is moved.
    var base: String { "/proc/self/fd/\(descriptor)/" }

    private func fileURL(of name: String) -> URL {
        URL(fileURLWithPath: base + name, isDirectory: false)
    }

    // MARK: Objects

    package func putObject(
        _ name: String,
        from file: URL,
        byteCount: Int64,
        checksum: [UInt8]?,
        watch: TransferWatch
    ) throws {
        let target = fileURL(of: name)
        if let size = fileSize(at: target) {
            guard size == byteCount else { throw differingObject(name) }
            return watch.moved(byteCount)
        }
        try makeFolders(above: name)
        let folder = target.deletingLastPathComponent()
        let part = folder.appendingPathComponent(
            Self.partPrefix + String(UInt64.random(in: .min ... .max), radix: 16)
        )
        do {
            try copyFile(file, to: part, byteCount: byteCount, checksum: checksum, watch: watch)
            try moveDraft(part, to: target)
        } catch {
            unlink(part.path)
            throw error
        }
        try syncFolder(folder)
    }

    private func copyFile(
        _ file: URL,
        to part: URL,
        byteCount: Int64,
        checksum: [UInt8]?,
        watch: TransferWatch
    ) throws {
        let input = open(file.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard input >= 0 else { throw localFailure(file, code: errno) }
        defer { close(input) }
        let output = open(part.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o444)
        guard output >= 0 else { throw folderFailure("written", code: errno) }
        defer { close(output) }
        var hash = SHA256()
        var rest = byteCount
        var unsynced = 0
        do {
            try SourceFile.forEachPiece(of: input, at: file) { bytes in
                try watch.check()
                if checksum != nil { hash.update(data: bytes) }
                rest -= Int64(bytes.count)
                try write(bytes, to: output)
                unsynced += bytes.count
                if unsynced >= Self.mostUnsynced {
                    guard fdatasync(output) == 0 else {
                        throw folderFailure("written", code: errno)
                    }
                    unsynced = 0
                }
                watch.moved(Int64(bytes.count))
            }
        } catch let error as StoreError {
            throw RemoteFailure(.localFile, error.message)
        }
        guard rest == 0, checksum.map({ $0 == Array(hash.finalize()) }) != false else {
            throw RemoteFailure(
                .changed,
                "A file of the library has other bytes than were recorded, and was not sent. Run `photokit check --read`."
            )
        }
        guard fsync(output) == 0 else { throw folderFailure("written", code: errno) }
    }

    /// The most bytes that the system may hold back.
    ///
    /// A slow stick would otherwise take gigabytes at once, and stand still for minutes at the end, as a disk that hangs does.
    private static let mostUnsynced = 64 << 20

    private func write(_ bytes: ArraySlice<UInt8>, to output: Int32) throws {
        do throws(SystemError) {
            try DescriptorBytes.write(bytes, to: output)
        } catch {
            throw folderFailure("written", code: error.code)
        }
    }

    private func moveDraft(_ part: URL, to target: URL) throws {
        let code = photos_rename_exclusive(part.path, target.path)
        // Another process stored the same object.
        if code == EEXIST {
            unlink(part.path)
        } else if code != 0 {
            throw folderFailure("written", code: code)
        }
    }

    package func proveObject(
        _ name: String,
        expecting object: RemoteObject,
        hashesParts: Bool,
        watch: TransferWatch
    ) throws -> PartHashes? {
        var hasher = PartHasher()
        try readBytes(of: name, expecting: object, watch: watch) { bytes in
            if hashesParts { hasher.add(bytes) }
        }
        return hashesParts ? hasher.finish(object) : nil
    }

    package func readObject(
        _ name: String,
        range: Range<Int64>,
        of object: RemoteObject,
        watch: TransferWatch
    ) throws -> Data {
        try watch.check()
        let input = try openObject(name)
        defer { close(input) }
        let data: Data
        do {
            data = try FileRange.read(input, at: fileURL(of: name), range: range)
        } catch is StoreError {
            // The file ends before, or the disk cannot return the bytes.
            throw unreadableObject(name)
        }
        watch.moved(Int64(data.count))
        return data
    }

    package func getObject(
        _ name: String,
        to file: URL,
        expecting object: RemoteObject,
        watch: TransferWatch
    ) throws {
        let output = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o444)
        guard output >= 0 else { throw localFailure(file, code: errno) }
        defer { close(output) }
        do {
            try readBytes(of: name, expecting: object, watch: watch) { bytes in
                do {
                    try FileOperations.write(bytes, to: output, at: file)
                } catch let error as StoreError {
                    throw RemoteFailure(
                        error.code == .diskFull ? .noSpace : .localFile,
                        error.message
                    )
                }
            }
        } catch {
            unlink(file.path)
            throw error
        }
    }

    private func readBytes(
        of name: String,
        expecting object: RemoteObject,
        watch: TransferWatch,
        body: (ArraySlice<UInt8>) throws -> Void
    ) throws {
        let file = fileURL(of: name)
        let input = try openObject(name)
        defer { close(input) }
        // Pages in the system's cache would prove nothing about the disk.
        posix_fadvise(input, 0, 0, POSIX_FADV_DONTNEED)
        var byteCount: Int64 = 0
        let checksum: [UInt8]
        do {
            checksum = try SourceFile.read(input, at: file) { bytes in
                try watch.check()
                byteCount += Int64(bytes.count)
                try body(bytes)
                watch.moved(Int64(bytes.count))
            }
        } catch is StoreError {
            throw unreadableObject(name)
        }
        guard checksum == object.checksum, byteCount == object.byteCount else {
            throw differingObject(name)
        }
    }

    package func streamObject(
        _ name: String,
        byteCount: Int64,
        watch: TransferWatch,
        body: (ArraySlice<UInt8>) throws -> Void
    ) throws {
        let file = fileURL(of: name)
        let input = try openObject(name)
        defer { close(input) }
        // Pages in the system's cache would prove nothing about the disk.
        posix_fadvise(input, 0, 0, POSIX_FADV_DONTNEED)
        var rest = byteCount
        do {
            try SourceFile.forEachPiece(of: input, at: file) { bytes in
                try watch.check()
                rest -= Int64(bytes.count)
                guard rest >= 0 else { throw differingObject(name) }
                try body(bytes)
                watch.moved(Int64(bytes.count))
            }
        } catch is StoreError {
            throw unreadableObject(name)
        }
        guard rest == 0 else { throw differingObject(name) }
    }

    package func readObject(_ name: String, atMost limit: Int64) throws -> Data {
        let input = try openObject(name)
        defer { close(input) }
        var data = Data()
        do {
            try SourceFile.forEachPiece(of: input, at: fileURL(of: name)) { bytes in
                guard Int64(data.count + bytes.count) <= limit else { throw differingObject(name) }
                data.append(contentsOf: bytes)
            }
        } catch is StoreError {
            throw unreadableObject(name)
        }
        return data
    }

    /// Opens the file of an object.
    ///
    /// Whatever else has its name (a link, a folder, a pipe that nobody writes to) is not the object, and costs nothing but it.
    private func openObject(_ name: String) throws -> Int32 {
        let input = open(fileURL(of: name).path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard input >= 0 else {
            switch errno {
            case ENOENT: throw missingObject(name)
            case EACCES, EPERM: throw forbiddenObject(name, code: errno)
            // The disk answers: somebody put a link where an object belongs, also the only marker.
            case ELOOP where isLink(name): throw differingObject(name)
            default: throw unreadableObject(name)
            }
        }
        var facts = stat()
        guard fstat(input, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            close(input)
            throw differingObject(name)
        }
        return input
    }

    private func isLink(_ name: String) -> Bool {
        var facts = stat()
        return lstat(fileURL(of: name).path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK
    }

    package func removeObject(_ name: String) throws {
        guard unlink(fileURL(of: name).path) != 0, errno != ENOENT else { return }
        let code = errno
        guard code == EISDIR else { throw folderFailure("changed", code: code) }
        throw RemoteFailure(
            .refused,
            "\(path)/\(name) is a folder, where a file of the remote belongs. Move it away, and sync again."
        )
    }

    package func size(of name: String) throws -> Int64? {
        var facts = stat()
        guard lstat(fileURL(of: name).path, &facts) == 0 else {
            guard errno == ENOENT else { throw folderFailure("read", code: errno) }
            return nil
        }
        // Something else than a file under the name is not the object.
        return facts.st_mode & S_IFMT == S_IFREG ? Int64(facts.st_size) : nil
    }

    // MARK: Lists

    package func listObjects(
        withPrefix prefix: String,
        body: (_ name: String, _ byteCount: Int64) throws -> Void
    ) throws {
        let start = prefix.hasSuffix("/") || prefix.isEmpty ? prefix : prefix + "/"
        guard access(base + start, F_OK) == 0 else { return }
        try listFolder(start, body: body)
    }

    /// Why a folder cannot be read, in the system's words.
    private func readingProblem(_ folder: String) -> String {
        let descriptor = open(base + folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return Self.errorText(of: errno) }
        close(descriptor)
        return Self.errorText(of: EIO)
    }

    private func names(in folder: String) throws -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: base + folder)
        } catch {
            throw RemoteFailure(
                .unreachable,
                "\(path)/\(folder) cannot be read (\(readingProblem(folder))). Check its permissions, and the disk for faults."
            )
        }
    }

    private func listFolder(
        _ folder: String,
        body: (_ name: String, _ byteCount: Int64) throws -> Void
    ) throws {
        for name in try names(in: folder) where !name.hasPrefix(Self.partPrefix) {
            var facts = stat()
            guard lstat(base + folder + name, &facts) == 0 else { continue }
            switch facts.st_mode & S_IFMT {
            case S_IFDIR: try listFolder(folder + name + "/", body: body)
            case S_IFREG: try body(folder + name, Int64(facts.st_size))
            default: break
            }
        }
    }

    package func removeDrafts(olderThan date: Date) throws {
        try removeDrafts(olderThan: date, in: "")
    }

    private func removeDrafts(olderThan date: Date, in folder: String) throws {
        for name in try names(in: folder) {
            var facts = stat()
            guard lstat(base + folder + name, &facts) == 0 else { continue }
            let isOld = Double(facts.st_mtim.tv_sec) < date.timeIntervalSince1970
            switch facts.st_mode & S_IFMT {
            case S_IFDIR: try removeDrafts(olderThan: date, in: folder + name + "/")
            case S_IFREG where isOld && name.hasPrefix(Self.partPrefix):
                try removeObject(folder + name)
            default: break
            }
        }
    }

    // MARK: The folder itself

    package func probe() throws {
        let name = "probe-" + UUID().uuidString.lowercased()
        let output = open(fileURL(of: name).path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard output >= 0 else { throw folderFailure("written", code: errno) }
        close(output)
        try removeObject(name)
    }

    package var diskMarks: Set<String> {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { return [] }
        let lines = SystemText.read("/proc/self/fdinfo/\(descriptor)")?.split(separator: "\n") ?? []
        let mount = lines.first { $0.hasPrefix("mnt_id:") }.map { line in
            line.dropFirst("mnt_id:".count).trimmingCharacters(in: .whitespaces)
        }
        return BlockDevices.system.marks(of: UInt64(facts.st_dev), mount: mount)
    }

    package func warning(for library: Library) -> String? {
        var (here, there) = (stat(), stat())
        guard fstat(descriptor, &there) == 0, stat(library.layout.root.path, &here) == 0,
            here.st_dev == there.st_dev
        else { return nil }
        return
            "\(path) is on the same file system as the library. If that disk fails, both are lost: choose a folder on another disk."
    }

    private func makeFolders(above name: String) throws {
        let parts = name.split(separator: "/").dropLast()
        for count in parts.indices.map({ $0 + 1 }) {
            let folder = fileURL(of: parts.prefix(count).joined(separator: "/"))
            if mkdir(folder.path, 0o755) == 0 {
                try syncFolder(folder.deletingLastPathComponent())
            } else if errno != EEXIST {
                throw folderFailure("written", code: errno)
            }
        }
    }

    private func syncFolder(_ folder: URL) throws {
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw folderFailure("written", code: errno) }
        defer { close(descriptor) }
        let code = photos_sync_folder(descriptor)
        guard code == 0 else { throw folderFailure("written", code: code) }
    }

    private func fileSize(at url: URL) -> Int64? {
        var facts = stat()
        return lstat(url.path, &facts) == 0 ? Int64(facts.st_size) : nil
    }

    /// The beginning of the names of files that are being written.
    static let partPrefix = ".part-"
}
