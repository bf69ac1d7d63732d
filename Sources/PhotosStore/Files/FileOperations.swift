import CPhotosSystem
package import Foundation
import Glibc
import PhotosBase

/// System calls that throw an error with the reason and the path.
package enum FileOperations {
    /// Opens a file, and creates it for everyone to read where the flags say so.
    package static func open(_ url: URL, flags: Int32) throws -> Int32 {
        try open(url, flags: flags, mode: 0o644)
    }

    static func open(_ url: URL, flags: Int32, mode: mode_t) throws -> Int32 {
        let descriptor = Glibc.open(url.path, flags | O_CLOEXEC, mode)
        guard descriptor >= 0 else {
            throw StoreError.system("Opening", path: url.path, code: errno)
        }
        return descriptor
    }

    package static func sync(_ descriptor: Int32, at url: URL) throws {
        // A failed fsync is never repeated, because the kernel may have dropped the pages after the failure.
        guard fsync(descriptor) == 0 else {
            throw StoreError.system("Writing", path: url.path, code: errno)
        }
    }

    static func syncFile(_ url: URL) throws {
        let descriptor = try open(url, flags: O_RDONLY)
        defer { close(descriptor) }
        try sync(descriptor, at: url)
    }

    package static func syncFolder(_ url: URL) throws {
        let descriptor = try open(url, flags: O_RDONLY | O_DIRECTORY)
        defer { close(descriptor) }
        let code = photos_sync_folder(descriptor)
        guard code == 0 else { throw StoreError.system("Writing", path: url.path, code: code) }
    }

    /// Starts writing the file's bytes to the disk, so that a later sync waits less.
    static func startWriting(_ descriptor: Int32) {
        // The result is ignored, because the later sync writes the rest.
        photos_start_writing(descriptor)
    }

    /// Writes a small file so that it is complete, or unchanged, after any crash.
    static func replace(_ url: URL, with bytes: some Sequence<UInt8>) throws {
        let temporary = url.deletingLastPathComponent()
            .appendingPathComponent(".\(url.lastPathComponent).\(getpid())")
        try writeDraft(bytes, to: temporary)
        try replace(url, by: temporary)
    }

    /// Writes a small file completely to the disk, or leaves none.
    static func writeDraft(_ bytes: some Sequence<UInt8>, to url: URL) throws {
        let descriptor = try open(url, flags: O_WRONLY | O_CREAT | O_TRUNC)
        defer { close(descriptor) }
        do {
            try write(Array(bytes)[...], to: descriptor, at: url)
            try sync(descriptor, at: url)
        } catch {
            Glibc.unlink(url.path)
            throw error
        }
    }

    /// Renames a file of ``writeDraft(_:to:)`` to the name of the file that it replaces, which needs no space.
    static func replace(_ url: URL, by draft: URL) throws {
        guard rename(draft.path, url.path) == 0 else {
            throw StoreError.system("Renaming to", path: url.path, code: errno)
        }
        try syncFolder(url.deletingLastPathComponent())
    }

    package static func write(
        _ bytes: some ContiguousBytes,
        to descriptor: Int32,
        at url: URL
    ) throws {
        do throws(SystemError) {
            try DescriptorBytes.write(bytes, to: descriptor)
        } catch {
            throw StoreError.system("Writing", path: url.path, code: error.code)
        }
    }

    /// Makes a folder, or accepts an existing one.
    ///
    /// Returns whether the folder is new.
    @discardableResult
    package static func makeFolder(_ url: URL) throws -> Bool {
        if mkdir(url.path, 0o755) == 0 { return true }
        guard errno == EEXIST else {
            throw StoreError.system("Making the folder", path: url.path, code: errno)
        }
        return false
    }

    /// Makes a folder with an unused name in the temporary directory.
    package static func makeTemporaryFolder() throws -> URL {
        let parent = FileManager.default.temporaryDirectory
        var template = Array((parent.path + "/openphotokit-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else {
            throw StoreError.system("Making a folder in", path: parent.path, code: errno)
        }
        let path = String(
            decoding: template.dropLast().map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
        return URL(fileURLWithPath: path, isDirectory: true)
    }

    /// Removes a file, and accepts that it does not exist.
    static func unlink(_ url: URL) throws {
        guard Glibc.unlink(url.path) == 0 || errno == ENOENT else {
            throw StoreError.system("Removing", path: url.path, code: errno)
        }
    }

    /// Closes a file, and gives its lock back at once.
    ///
    /// A lock belongs to the open file. A program that is just being started has a copy of its descriptor until it runs, so
    /// closing alone does not release the lock. https://man7.org/linux/man-pages/man2/flock.2.html
    package static func closeLocked(_ descriptor: Int32) {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    package static func isLink(_ url: URL) -> Bool { isLink(url.path) }

    static func isLink(_ path: String) -> Bool {
        var facts = stat()
        return lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK
    }

    /// Returns the bytes that this user may still write on the volume of a file or folder; nil if the volume does not say.
    package static func freeBytes(onVolumeOf url: URL) -> Int64? {
        var facts = statvfs()
        // Some file systems, as of FUSE, state no size at all.
        guard statvfs(url.path, &facts) == 0, facts.f_blocks > 0 else { return nil }
        let (bytes, isTooLarge) = UInt64(facts.f_bavail)
            .multipliedReportingOverflow(by: UInt64(facts.f_frsize))
        return isTooLarge ? .max : Int64(clamping: bytes)
    }

    static func isFolder(_ url: URL) -> Bool {
        var facts = stat()
        return lstat(url.path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
    }

    /// Returns the bytes of one of the library's own small files.
    ///
    /// Returns nil if there is no such file, or if it is a link, another kind of entry, or larger than 16 MB. Throws an
    /// error if the file may exist but cannot be read.
    static func smallFile(_ url: URL) throws -> Data? {
        let descriptor = Glibc.open(url.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            if meansNoFile(errno) { return nil }
            throw StoreError.system("Opening", path: url.path, code: errno)
        }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else {
            throw StoreError.system("Reading", path: url.path, code: errno)
        }
        guard facts.st_mode & S_IFMT == S_IFREG, facts.st_size <= 16 << 20 else { return nil }
        var bytes = Data()
        _ = try SourceFile.read(descriptor, at: url) { bytes += $0 }
        return bytes
    }

    /// Returns whether an error of open(2) means that there is no usable file, and not only that the file is
    /// unreachable now.
    static func meansNoFile(_ code: Int32) -> Bool {
        [ENOENT, ENOTDIR, ELOOP, EISDIR, ENXIO].contains(code)
    }

    /// Removes a file of an asset without following symbolic links on the way.
    static func removeOriginal(_ file: String, in layout: LibraryLayout) throws {
        guard LibraryLayout.isOriginalName(file) else { return }
        guard let folder = try originalFolder(of: file, layout) else { return }
        defer { close(folder) }
        guard unlinkat(folder, String(file.dropFirst(3)), 0) == 0 || errno == ENOENT else {
            throw StoreError.system("Removing", path: layout.original(file).path, code: errno)
        }
    }

    /// Moves a file of an asset to its final path without following symbolic links.
    static func moveOriginal(_ url: URL, to file: String, in layout: LibraryLayout) throws {
        let target = layout.original(file)
        guard let folder = try originalFolder(of: file, layout) else {
            throw StoreError.system("Renaming to", path: target.path, code: ENOENT)
        }
        defer { close(folder) }
        let name = String(file.dropFirst(3))
        let code = photos_rename_exclusive_into(AT_FDCWD, url.path, folder, name)
        guard code == 0 else {
            throw StoreError.system("Renaming to", path: target.path, code: code)
        }
    }

    /// Gives a file of an asset to another asset, without following symbolic links.
    ///
    /// Nothing may exist at the new path, whose folder must exist.
    static func moveOriginal(_ file: String, to other: String, in layout: LibraryLayout) throws {
        let target = layout.original(other)
        guard let source = try originalFolder(of: file, layout) else {
            throw StoreError.system("Renaming to", path: target.path, code: ENOENT)
        }
        defer { close(source) }
        guard let folder = try originalFolder(of: other, layout) else {
            throw StoreError.system("Renaming to", path: target.path, code: ENOENT)
        }
        defer { close(folder) }
        let code = photos_rename_exclusive_into(
            source,
            String(file.dropFirst(3)),
            folder,
            String(other.dropFirst(3))
        )
        guard code == 0 else {
            throw StoreError.system("Renaming to", path: target.path, code: code)
        }
    }

    /// Moves a file of an asset away from its final path, and returns whether that succeeded.
    ///
    /// Nothing may exist at the new path.
    static func takeBackOriginal(_ file: String, to url: URL, in layout: LibraryLayout) -> Bool {
        guard let folder = try? originalFolder(of: file, layout) else { return false }
        defer { close(folder) }
        return renameat(folder, String(file.dropFirst(3)), AT_FDCWD, url.path) == 0
    }

    /// Opens the folder that holds the file of an asset, and returns nil if there is none.
    private static func originalFolder(of file: String, _ layout: LibraryLayout) throws -> Int32? {
        let originals = try open(layout.originals, flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
        defer { close(originals) }
        let name = String(file.prefix(2))
        let folder = openat(originals, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        if folder >= 0 { return folder }
        guard errno != ENOENT else { return nil }
        throw StoreError.system("Opening", path: layout.originals.path + "/" + name, code: errno)
    }

    /// Returns whether two paths lead to the same volume.
    static func areOnOneVolume(_ one: URL, and other: URL) -> Bool {
        var (first, second) = (stat(), stat())
        return stat(one.path, &first) == 0 && stat(other.path, &second) == 0
            && first.st_dev == second.st_dev
    }

    /// Returns when a file was made, in nanoseconds since 1970; nil if its file system does not record it.
    ///
    /// For a symbolic link, this is when the link was made.
    package static func birth(_ url: URL) -> Int64? {
        let birth = photos_birth_time(AT_FDCWD, url.path)
        return birth == 0 ? nil : birth
    }

    static func size(_ url: URL) -> Int64? {
        var facts = stat()
        return stat(url.path, &facts) == 0 ? Int64(facts.st_size) : nil
    }
}
