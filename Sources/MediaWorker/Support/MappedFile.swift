import Foundation
import PhotosMedia

/// A file's bytes as the decoders take them, without a copy.
///
/// A file that shrinks while it is read ends this process, which is what the process is for.
final class MappedFile {
    /// Address space is limited for the whole process; larger pictures than this are not known.
    static let maximumSize: Int64 = 512 << 20

    /// A file that is longer than that, which is no fault of its content.
    struct TooLong: Error {
        let byteCount: Int64

        /// What the library is told.
        var failure: MediaFileError {
            let limit = maximumSize >> 20
            // Rounded up: no file of the limit's own size is refused.
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
