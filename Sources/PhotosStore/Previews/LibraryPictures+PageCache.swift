import Foundation
import Glibc

extension LibraryPictures {
    /// The size in bytes from which a file's pages are removed from the cache.
    ///
    /// For a smaller file, the calls cost more than its pages.
    private static let leastUncached: Int64 = 1 << 20

    /// Removes the pages of a large original from the system's page cache.
    ///
    /// An import copies more bytes than the cache holds. Without this call, the kernel has to find an old page for each
    /// new one, and gives up pages that other programs use. Call it when the file is on the disk, and nobody is about
    /// to read the file. A failure is ignored, because the call is only advice to the kernel.
    package func removeFromPageCache(_ file: String, byteCount: Int64) {
        guard byteCount >= Self.leastUncached else { return }
        let path = core.layout.original(file).path
        let descriptor = Glibc.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
        Glibc.close(descriptor)
    }
}
