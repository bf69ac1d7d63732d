import CPhotosSystem
import Foundation
import Glibc

/// Memory of a fixed size that this process shares with a worker.
///
/// Nothing changes here but the bytes, which the worker may write at any time: they are copied out before anyone looks at
/// them. The memory ends with this object.
@safe final class SharedMemory: @unchecked Sendable {
    // The pointer is set once, and reading bytes that another process writes gives old or new ones.
    private let bytes: UnsafeMutableRawPointer
    let descriptor: Int32
    let byteCount: Int

    /// Memory that was touched and is kept between requests, in bytes: many small pictures, or some for a screen.
    private static let kept = 8 << 20

    /// Room for at least so many bytes.
    init(byteCount: Int) throws(MediaWorkerError) {
        // Few different sizes, so that a worker seldom needs another memory.
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

    /// A copy of some bytes.
    func copy(_ range: Range<Int>) -> Data {
        precondition(range.lowerBound >= 0 && range.upperBound <= byteCount)
        return unsafe Data(bytes: bytes + range.lowerBound, count: range.count)
    }

    /// Gives back what large pictures took.
    func trim(used: Int) {
        guard used > Self.kept else { return }
        photos_forget_memory(descriptor, off_t(Self.kept), off_t(byteCount - Self.kept))
    }
}
