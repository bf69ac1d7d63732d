import CPhotosSystem
import Crypto
import Foundation
import Glibc
import PhotosStore

/// Reads a file that was just written back from the disk, past the system's cache.
///
/// Bytes from the cache would prove nothing about the disk. Safe on any thread.
enum WrittenFile {
    /// The number of bytes that are read at once, a multiple of every disk's blocks.
    private static let chunk = 1 << 20
    private static let alignment = 4_096

    /// Reads a file to its end.
    ///
    /// - Parameter url: The file.
    /// - Returns: The SHA-256 checksum and the number of bytes.
    /// - Throws: ``StoreError`` where the file cannot be read.
    static func read(_ url: URL) throws -> (checksum: [UInt8], byteCount: Int64) {
        // The kernel writes the file to the disk before it reads it in this way.
        let direct = photos_open_direct(url.path)
        if direct >= 0 {
            defer { close(direct) }
            if let read = try read(direct, url) {
                posix_fadvise(direct, 0, 0, POSIX_FADV_DONTNEED)
                return read
            }
        }
        let descriptor = try FileOperations.open(url, O_RDONLY | O_NOFOLLOW)
        defer { close(descriptor) }
        try FileOperations.sync(descriptor, url)
        posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
        var byteCount: Int64 = 0
        let checksum = try SourceFile.read(descriptor, url) { byteCount += Int64($0.count) }
        posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
        return (checksum, byteCount)
    }

    /// Returns nil where the file system does not read past the cache.
    private static func read(
        _ descriptor: Int32,
        _ url: URL
    ) throws -> (checksum: [UInt8], byteCount: Int64)? {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else {
            throw StoreError.system("Looking at", url.path, errno)
        }
        // Most sidecars fit a single block.
        let chunk = Int(facts.st_size) < alignment ? alignment : chunk
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: chunk,
            alignment: alignment
        )
        defer { buffer.deallocate() }
        var hash = SHA256()
        var byteCount: Int64 = 0
        while true {
            let count = pread(descriptor, buffer.baseAddress, chunk, off_t(byteCount))
            if count < 0 {
                if errno == EINTR { continue }
                if errno == EINVAL { return nil }
                throw StoreError.system("Reading", url.path, errno)
            }
            hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            byteCount += Int64(count)
            // A short part is the last one; the next offset would not be one that the disk can read from.
            if count < chunk { return (Array(hash.finalize()), byteCount) }
        }
    }
}
