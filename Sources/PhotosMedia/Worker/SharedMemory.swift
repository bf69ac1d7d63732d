import CPhotosSystem
import Foundation
import Glibc

/// Memory of a fixed size that this process shares with a worker.
///
/// Nothing changes here except the bytes. The worker may write them at any time, so they are copied before they are
/// used. The memory is unmapped with this object.
@safe final class SharedMemory: @unchecked Sendable {
    // The pointer is set once. A read during a write by the other process returns old or new bytes.
    private let bytes: UnsafeMutableRawPointer
    let descriptor: Int32
    let byteCount: Int

    /// The number of used bytes that are kept between requests: many small pictures, or a few of screen size.
    private static let kept = 8 << 20

    /// Creates memory of at least `byteCount` bytes.
    init(byteCount: Int) throws(MediaWorkerError) {
        // There are few different sizes, so that a worker seldom needs another memory.
        var size = Self.kept
        while size < byteCount { size *= 2 }
        let descriptor = photos_sealed_memory(size)
        guard descriptor >= 0 else {
            throw MediaWorkerError(.noMemory, systemMessage(-descriptor))
        }
        let start = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        guard let start = unsafe start, unsafe start != MAP_FAILED else {
            let code = errno
            close(descriptor)
            throw MediaWorkerError(.noMemory, systemMessage(code))
        }
        unsafe bytes = unsafe start
        self.descriptor = descriptor
        self.byteCount = size
    }

    deinit {
        unsafe munmap(bytes, byteCount)
        close(descriptor)
    }

    /// Returns a copy of a range of bytes.
    func copy(_ range: Range<Int>) -> Data {
        precondition(range.lowerBound >= 0 && range.upperBound <= byteCount)
        return unsafe Data(bytes: bytes + range.lowerBound, count: range.count)
    }

    /// Writes bytes at an offset.
    func write(_ data: Data, at offset: Int) {
        precondition(offset >= 0 && offset <= byteCount && data.count <= byteCount - offset)
        unsafe data.copyBytes(
            to: (bytes + offset).assumingMemoryBound(to: UInt8.self),
            count: data.count
        )
    }

    /// Returns to the system the memory that large pictures used.
    func trim(used: Int) {
        guard used > Self.kept else { return }
        photos_forget_memory(descriptor, off_t(Self.kept), off_t(byteCount - Self.kept))
    }
}
