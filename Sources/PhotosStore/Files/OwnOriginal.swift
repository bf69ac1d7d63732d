import CPhotosSystem
import Foundation
import Glibc

/// Makes sure that a file of the library has no other names and no other writers.
enum OwnOriginal {
    /// Replaces a file that has other names, or that another program may write to, with a copy.
    ///
    /// - Parameters:
    ///   - url: The file, which is not followed if it is a symbolic link.
    ///   - checksum: The checksum that the file must have, or nil to accept any content.
    ///   - mode: The mode of the copy.
    ///   - scratch: A folder of the same file system for the copy while it is made.
    /// - Throws: ``StoreError``; the file is then unchanged.
    static func separateFile(
        at url: URL,
        checksum: [UInt8]?,
        mode: mode_t,
        scratch: URL
    ) throws {
        let input = try FileOperations.open(url, flags: O_RDONLY | O_NOFOLLOW)
        defer { close(input) }
        let copy = scratch.appendingPathComponent("copy-\(url.lastPathComponent)")
        try FileOperations.unlink(copy)
        let output = try FileOperations.open(copy, flags: O_RDWR | O_CREAT | O_EXCL, mode: mode)
        defer { close(output) }
        do {
            let isCloned = photos_clone_file(output, input) == 0
            let found = try SourceFile.read(isCloned ? output : input, at: url) { bytes in
                if !isCloned { try FileOperations.write(bytes, to: output, at: copy) }
            }
            guard checksum == nil || checksum == found else { throw SourceFile.changed(url) }
            try FileOperations.sync(output, at: copy)
            guard rename(copy.path, url.path) == 0 else {
                throw StoreError.system("Renaming to", path: url.path, code: errno)
            }
        } catch {
            try? FileOperations.unlink(copy)
            throw error
        }
        try FileOperations.syncFolder(url.deletingLastPathComponent())
    }

    /// Finishes a file of a block whose process ended before it could do so.
    ///
    /// A file with another name is replaced with a copy. A file that its owner can write to gets the mode of originals.
    static func finishFile(_ file: String, in layout: LibraryLayout, scratch: URL) throws {
        guard LibraryLayout.isOriginalName(file) else { return }
        let url = layout.original(file)
        let descriptor = open(url.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        // A check reports files that are missing or are no regular files.
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return }
        let mode = facts.st_mode & 0o444
        if facts.st_nlink > 1, Int(facts.st_nlink) > 1 + ClientFiles.linkCount(of: file, layout) {
            try separateFile(at: url, checksum: nil, mode: mode, scratch: scratch)
        } else if facts.st_mode & 0o7777 != mode {
            fchmod(descriptor, mode)
        }
    }
}
