import CPhotosSystem
package import Foundation
import Glibc

/// Creates files in memory, for functions that need a descriptor.
package enum MemoryFile {
    /// Calls `body` with the descriptor of a read-only file with the given bytes.
    ///
    /// The file ends with the call.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - body: The closure that gets the descriptor. The descriptor's position is the end of the file, so read at
    ///     offsets.
    /// - Returns: The result of `body`.
    /// - Throws: `MediaFileError` if the system gives no memory, and the errors of `body`.
    package static func withDescriptor<Result>(
        of bytes: Data,
        perform body: (Int32) throws -> Result
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
