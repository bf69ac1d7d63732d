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
                "The folder \(path) cannot be opened (\(Self.reason(errno))). Connect its disk, or check the path."
            )
        }
    }

    deinit { close(descriptor) }

    /// The folder's path while it is open, wherever it is moved.
    var base: String { "/proc/self/fd/\(descriptor)/" }

    private func url(_ name: String) -> URL {
        URL(fileURLWithPath: base + name, isDirectory: false)
    }

    // MARK: Objects

    package func put(
        _ name: String,
        _ file: URL,
        _ byteCount: Int64,
        checksum: [UInt8]?,
        _ watch: TransferWatch
    ) throws {
        let target = url(name)
        if let size = size(target) {
            guard size == byteCount else { throw differs(name) }
            return watch.moved(byteCount)
        }
        try makeFolders(above: name)
        let folder = target.deletingLastPathComponent()
        let part = folder.appendingPathComponent(
            Self.partPrefix + String(UInt64.random(in: .min ... .max), radix: 16)
        )
        do {
            try copy(file, to: part, byteCount, checksum, watch)
            try move(part, to: target)
        } catch {
            unlink(part.path)
            throw error
        }
        try sync(folder)
    }

    private func copy(
        _ file: URL,
        to part: URL,
        _ byteCount: Int64,
        _ checksum: [UInt8]?,
        _ watch: TransferWatch
    ) throws {
        let input = open(file.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard input >= 0 else { throw localFile(file, errno) }
        defer { close(input) }
        let output = open(part.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o444)
        guard output >= 0 else { throw failure("written", errno) }
        defer { close(output) }
        var hash = SHA256()
        var rest = byteCount
        var unsynced = 0
        do {
            try SourceFile.pieces(input, file) { bytes in
                try watch.check()
                if checksum != nil { hash.update(data: bytes) }
                rest -= Int64(bytes.count)
                try write(bytes, to: output)
                unsynced += bytes.count
                if unsynced >= Self.mostUnsynced {
                    guard fdatasync(output) == 0 else { throw failure("written", errno) }
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
        guard fsync(output) == 0 else { throw failure("written", errno) }
    }

    /// The most bytes that the system may hold back.
    ///
    /// A slow stick would otherwise take gigabytes at once, and stand still for minutes at the end, as a disk that hangs does.
    private static let mostUnsynced = 64 << 20

    private func write(_ bytes: ArraySlice<UInt8>, to output: Int32) throws {
        do throws(SystemError) {
            try DescriptorBytes.write(bytes, to: output)
        } catch {
            throw failure("written", error.code)
        }
    }

    private func move(_ part: URL, to target: URL) throws {
        let code = photos_rename_exclusive(part.path, target.path)
        // Another process stored the same object.
        if code == EEXIST { unlink(part.path) } else if code != 0 { throw failure("written", code) }
    }

    package func prove(
        _ name: String,
        _ object: RemoteObject,
        hashesParts: Bool,
        _ watch: TransferWatch
    ) throws -> PartHashes? {
        var hasher = PartHasher()
        try read(name, object, watch) { bytes in if hashesParts { hasher.add(bytes) } }
        return hashesParts ? hasher.finish(object) : nil
    }

    package func read(
        _ name: String,
        _ range: Range<Int64>,
        of object: RemoteObject,
        _ watch: TransferWatch
    ) throws -> Data {
        try watch.check()
        let input = try openObject(name)
        defer { close(input) }
        let data: Data
        do {
            data = try FileRange.read(input, url(name), range)
        } catch is StoreError {
            // The file ends before, or the disk cannot return the bytes.
            throw unreadable(name)
        }
        watch.moved(Int64(data.count))
        return data
    }

    package func get(
        _ name: String,
        _ file: URL,
        _ object: RemoteObject,
        _ watch: TransferWatch
    ) throws {
        let output = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o444)
        guard output >= 0 else { throw localFile(file, errno) }
        defer { close(output) }
        do {
            try read(name, object, watch) { bytes in
                do {
                    try FileOperations.write(bytes, to: output, file)
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

    private func read(
        _ name: String,
        _ object: RemoteObject,
        _ watch: TransferWatch,
        _ body: (ArraySlice<UInt8>) throws -> Void
    ) throws {
        let file = url(name)
        let input = try openObject(name)
        defer { close(input) }
        // Pages in the system's cache would prove nothing about the disk.
        posix_fadvise(input, 0, 0, POSIX_FADV_DONTNEED)
        var byteCount: Int64 = 0
        let checksum: [UInt8]
        do {
            checksum = try SourceFile.read(input, file) { bytes in
                try watch.check()
                byteCount += Int64(bytes.count)
                try body(bytes)
                watch.moved(Int64(bytes.count))
            }
        } catch is StoreError {
            throw unreadable(name)
        }
        guard checksum == object.checksum, byteCount == object.byteCount else {
            throw differs(name)
        }
    }

    package func stream(
        _ name: String,
        _ byteCount: Int64,
        _ watch: TransferWatch,
        _ body: (ArraySlice<UInt8>) throws -> Void
    ) throws {
        let file = url(name)
        let input = try openObject(name)
        defer { close(input) }
        // Pages in the system's cache would prove nothing about the disk.
        posix_fadvise(input, 0, 0, POSIX_FADV_DONTNEED)
        var rest = byteCount
        do {
            try SourceFile.pieces(input, file) { bytes in
                try watch.check()
                rest -= Int64(bytes.count)
                guard rest >= 0 else { throw differs(name) }
                try body(bytes)
                watch.moved(Int64(bytes.count))
            }
        } catch is StoreError {
            throw unreadable(name)
        }
        guard rest == 0 else { throw differs(name) }
    }

    package func read(_ name: String, atMost limit: Int64) throws -> Data {
        let input = try openObject(name)
        defer { close(input) }
        var data = Data()
        do {
            try SourceFile.pieces(input, url(name)) { bytes in
                guard Int64(data.count + bytes.count) <= limit else { throw differs(name) }
                data.append(contentsOf: bytes)
            }
        } catch is StoreError {
            throw unreadable(name)
        }
        return data
    }

    /// Opens the file of an object.
    ///
    /// Whatever else has its name (a link, a folder, a pipe that nobody writes to) is not the object, and costs nothing but it.
    private func openObject(_ name: String) throws -> Int32 {
        let input = open(url(name).path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard input >= 0 else {
            switch errno {
            case ENOENT: throw missing(name)
            case EACCES, EPERM: throw forbidden(name, errno)
            // The disk answers: somebody put a link where an object belongs, also the only marker.
            case ELOOP where isLink(name): throw differs(name)
            default: throw unreadable(name)
            }
        }
        var facts = stat()
        guard fstat(input, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            close(input)
            throw differs(name)
        }
        return input
    }

    private func isLink(_ name: String) -> Bool {
        var facts = stat()
        return lstat(url(name).path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK
    }

    package func remove(_ name: String) throws {
        guard unlink(url(name).path) != 0, errno != ENOENT else { return }
        let code = errno
        guard code == EISDIR else { throw failure("changed", code) }
        throw RemoteFailure(
            .refused,
            "\(path)/\(name) is a folder, where a file of the remote belongs. Move it away, and sync again."
        )
    }

    package func size(of name: String) throws -> Int64? {
        var facts = stat()
        guard lstat(url(name).path, &facts) == 0 else {
            guard errno == ENOENT else { throw failure("read", errno) }
            return nil
        }
        // Something else than a file under the name is not the object.
        return facts.st_mode & S_IFMT == S_IFREG ? Int64(facts.st_size) : nil
    }

    // MARK: Lists

    package func list(
        _ prefix: String,
        _ body: (_ name: String, _ byteCount: Int64) throws -> Void
    ) throws {
        let start = prefix.hasSuffix("/") || prefix.isEmpty ? prefix : prefix + "/"
        guard access(base + start, F_OK) == 0 else { return }
        try listFolder(start, body)
    }

    /// Why a folder cannot be read, in the system's words.
    private func readingProblem(_ folder: String) -> String {
        let descriptor = open(base + folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return Self.reason(errno) }
        close(descriptor)
        return Self.reason(EIO)
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
        _ body: (_ name: String, _ byteCount: Int64) throws -> Void
    ) throws {
        for name in try names(in: folder) where !name.hasPrefix(Self.partPrefix) {
            var facts = stat()
            guard lstat(base + folder + name, &facts) == 0 else { continue }
            switch facts.st_mode & S_IFMT {
            case S_IFDIR: try listFolder(folder + name + "/", body)
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
            case S_IFREG where isOld && name.hasPrefix(Self.partPrefix): try remove(folder + name)
            default: break
            }
        }
    }

    // MARK: The folder itself

    package func probe() throws {
        let name = "probe-" + UUID().uuidString.lowercased()
        let output = open(url(name).path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard output >= 0 else { throw failure("written", errno) }
        close(output)
        try remove(name)
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
            let folder = url(parts.prefix(count).joined(separator: "/"))
            if mkdir(folder.path, 0o755) == 0 {
                try sync(folder.deletingLastPathComponent())
            } else if errno != EEXIST {
                throw failure("written", errno)
            }
        }
    }

    private func sync(_ folder: URL) throws {
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("written", errno) }
        defer { close(descriptor) }
        let code = photos_sync_folder(descriptor)
        guard code == 0 else { throw failure("written", code) }
    }

    private func size(_ url: URL) -> Int64? {
        var facts = stat()
        return lstat(url.path, &facts) == 0 ? Int64(facts.st_size) : nil
    }

    /// The beginning of the names of files that are being written.
    static let partPrefix = ".part-"
}
