import Foundation
import PhotosMedia

/// A file's bytes, mapped to memory for the decoders without a copy.
///
/// If the file shrinks while it is read, the process ends. The library then starts another worker.
final class MappedFile {
    /// The largest file in bytes.
    ///
    /// The address space of the whole process is limited, and no larger pictures are known.
    static let maximumSize: Int64 = 512 << 20

    /// The error for a file that is larger than `maximumSize`, which does not mean that its content is damaged.
    struct TooLong: Error {
        let byteCount: Int64

        /// The error that the library gets.
        var failure: MediaFileError {
            let limit = maximumSize >> 20
            // The size is rounded up, so that the stated size always exceeds the limit.
            let size = (byteCount + (1 << 20) - 1) >> 20
            return MediaFileError(.memory, "a file of \(size) MiB, limit \(limit) MiB")
        }
    }

    let bytes: UnsafeRawBufferPointer

    init(descriptor: Int32, byteCount: Int64) throws {
        guard byteCount > 0 else { throw MediaFileError(.notMedia, "it is empty") }
        guard byteCount <= Self.maximumSize else { throw TooLong(byteCount: byteCount) }
        let size = Int(byteCount)
        guard let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0),
            start != MAP_FAILED
        else {
            throw MediaFileError(.unreadable, systemMessage(errno))
        }
        bytes = UnsafeRawBufferPointer(start: start, count: size)
    }

    deinit {
        munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    }
}

extension MappedFile: ByteSource {
    var byteCount: Int64 { Int64(bytes.count) }

    func bytes(at offset: Int64, count: Int) throws(MediaFileError) -> [UInt8] {
        guard offset >= 0, offset < byteCount, count > 0 else { return [] }
        let start = Int(offset)
        return [UInt8](bytes[start..<start + min(count, bytes.count - start)])
    }
}
