import CPhotosSystem
import Crypto
package import Foundation
import Glibc
import PhotosBase
import PhotosStore

/// Reads a file that was just written back from the disk, past the system's cache.
///
/// Bytes from the cache would prove nothing about the disk. Safe on any thread.
package enum WrittenFile {
    /// The number of bytes that are read at once, a multiple of every disk's blocks.
    private static let chunk = 1 << 20
    private static let alignment = 4_096

    /// The checksum and length that were read.
    package struct Content: Equatable {
        /// The SHA-256 checksum.
        package var checksum: [UInt8]
        package var byteCount: Int64
        /// The quick checksum; that of no bytes where it was not asked for.
        package var quick = QuickChecksum()
    }

    /// Reads a file to its end.
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - isQuickAlso: Whether to find the quick checksum as well.
    /// - Returns: The checksums and the number of bytes.
    /// - Throws: ``StoreError`` where the file cannot be read.
    package static func readContent(of url: URL, isQuickAlso: Bool = false) throws -> Content {
        try DraftFolder(url.deletingLastPathComponent())
            .readContent(of: url.lastPathComponent, isQuickAlso: isQuickAlso)
    }

    /// Reads a file that the system's cache may hold, after its bytes went to the disk and left the cache.
    static func readSynced(
        _ descriptor: Int32,
        url: URL,
        isQuickAlso: Bool
    ) throws -> Content {
        try FileOperations.sync(descriptor, at: url)
        posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
        var content = Content(checksum: [], byteCount: 0)
        content.checksum = try SourceFile.read(descriptor, at: url) { bytes in
            content.byteCount += Int64(bytes.count)
            if isQuickAlso { bytes.withUnsafeBytes { content.quick.add($0) } }
        }
        posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
        return content
    }

    /// Reads a file that was opened for reading past the cache.
    ///
    /// The kernel writes the file to the disk before it reads it in this way. Returns nil where the file system does not
    /// read past the cache.
    static func readDirectly(
        _ descriptor: Int32,
        url: @autoclosure () -> URL,
        isQuickAlso: Bool
    ) throws -> Content? {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else {
            throw StoreError.system("Looking at", path: url().path, code: errno)
        }
        // The kernel fills the whole buffer with zeros behind the end of the file, so small files get a small one. It has
        // room for a byte more than the file, so that one call reads to the end.
        let chunk = min(chunk, (Int(facts.st_size) / alignment + 1) * alignment)
        let buffer = try allocatePages(byteCount: chunk)
        defer { munmap(buffer.baseAddress, buffer.count) }
        var hash = SHA256()
        var content = Content(checksum: [], byteCount: 0)
        while true {
            let count: Int
            do throws(SystemError) {
                let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<chunk])
                count = try DescriptorBytes.read(
                    into: part,
                    from: descriptor,
                    at: content.byteCount
                )
            } catch {
                if error.code == EINVAL { return nil }
                throw StoreError.system("Reading", path: url().path, code: error.code)
            }
            let part = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            hash.update(bufferPointer: part)
            if isQuickAlso { content.quick.add(part) }
            content.byteCount += Int64(count)
            // A short part is the last one; the next offset would not be one that the disk can read from.
            if count < chunk {
                content.checksum = Array(hash.finalize())
                posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
                return content
            }
        }
    }

    /// Returns fresh pages of memory, which the caller unmaps.
    ///
    /// The allocator keeps an arena for each thread, and buffers of many sizes leave gaps there: an export of 10,000 files
    /// of a megabyte grew to 200 MB.
    private static func allocatePages(byteCount: Int) throws -> UnsafeMutableRawBufferPointer {
        let start = mmap(
            nil,
            byteCount,
            PROT_READ | PROT_WRITE,
            MAP_PRIVATE | MAP_ANONYMOUS,
            -1,
            0
        )
        guard start != MAP_FAILED else {
            throw StoreError.system(
                "Making room for",
                path: "a file that is read back",
                code: errno
            )
        }
        return UnsafeMutableRawBufferPointer(start: start, count: byteCount)
    }
}
