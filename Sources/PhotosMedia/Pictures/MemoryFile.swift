import CPhotosSystem
package import Foundation
import Glibc

/// Bytes in memory as a file, for what works with descriptors only.
package enum MemoryFile {
    /// Lends the descriptor of a file that holds some bytes and can only be read, and that ends with the call.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - body: Gets the descriptor, which stands at the end of the file: read by position.
    /// - Returns: What `body` returns.
    /// - Throws: `MediaFileError` where the system gives no memory, and what `body` throws.
    package static func lend<Result>(
        _ bytes: Data,
        _ body: (Int32) throws -> Result
    ) throws -> Result {
        let descriptor = unsafe bytes.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in
            unsafe photos_memory_file(bytes.baseAddress, bytes.count)
        }
        guard descriptor >= 0 else {
            throw MediaFileError(.unreadable, systemMessage(-descriptor))
        }
        defer { close(descriptor) }
        return try body(descriptor)
    }
}
