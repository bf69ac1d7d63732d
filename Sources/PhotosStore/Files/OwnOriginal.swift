import CPhotosSystem
import Foundation
import Glibc

/// Makes a file of the library one that the library alone has.
enum OwnOriginal {
    /// Puts a copy in the place of a file that has other names, or that somebody else may write to.
    ///
    /// - Parameters:
    ///   - url: The file, which is not followed where it is a link.
    ///   - checksum: What it must hold; nil for what it holds.
    ///   - mode: The mode of the copy.
    ///   - scratch: A folder of the same file system for the copy while it is made.
    /// - Throws: ``StoreError``; the file is then as it was.
    static func separate(
        _ url: URL,
        _ checksum: [UInt8]?,
        mode: mode_t,
        scratch: URL
    ) throws {
        let input = try FileOperations.open(url, O_RDONLY | O_NOFOLLOW)
        defer { close(input) }
        let copy = scratch.appendingPathComponent("copy-\(url.lastPathComponent)")
        try FileOperations.unlink(copy)
        let output = try FileOperations.open(copy, O_RDWR | O_CREAT | O_EXCL, mode: mode)
        defer { close(output) }
        do {
            let isCloned = photos_clone_file(output, input) == 0
            let found = try SourceFile.read(isCloned ? output : input, url) { bytes in
                if !isCloned { try FileOperations.write(bytes, to: output, copy) }
            }
            guard checksum == nil || checksum == found else { throw SourceFile.changed(url) }
            try FileOperations.sync(output, copy)
            guard rename(copy.path, url.path) == 0 else {
                throw StoreError.system("Renaming to", url.path, errno)
            }
        } catch {
            try? FileOperations.unlink(copy)
            throw error
        }
        try FileOperations.syncFolder(url.deletingLastPathComponent())
    }

    /// Settles a file of a block whose process ended before it could: one with another name becomes a copy, and one that
    /// its owner can write to is given the mode of originals.
    static func settle(_ file: String, _ layout: LibraryLayout, scratch: URL) throws {
        guard LibraryLayout.isOriginalName(file) else { return }
        let url = layout.original(file)
        let descriptor = open(url.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        // What is not there, or is no file, is for a check to tell.
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return }
        let mode = facts.st_mode & 0o444
        if facts.st_nlink > 1, Int(facts.st_nlink) > 1 + ClientFiles.linkCount(of: file, layout) {
            try separate(url, nil, mode: mode, scratch: scratch)
        } else if facts.st_mode & 0o7777 != mode {
            fchmod(descriptor, mode)
        }
    }
}
