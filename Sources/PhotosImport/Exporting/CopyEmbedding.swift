import Foundation
import Glibc
package import PhotosMedia
import PhotosStore

/// Writes metadata into the copy of a file; the parameters are the metadata, the original, and an empty file that is
/// open for reading and writing.
package typealias CopyEmbedder = @Sendable (WrittenMetadata, Int32, Int32) throws -> Void

/// Writing metadata into the copy of a file, where the file takes them.
enum CopyEmbedding {
    /// Writes a copy with metadata.
    ///
    /// - Parameters:
    ///   - embed: Writes metadata into copies.
    ///   - metadata: The metadata.
    ///   - input: The original, open for reading.
    ///   - output: An empty file, open for reading and writing. The file is empty again if it takes no metadata.
    ///   - folder: The folder of the empty file, for messages.
    /// - Returns: Whether the file takes metadata; if not, it gets a sidecar instead.
    /// - Throws: Errors of the target, and of a worker that cannot be used at all.
    static func writeCopy(
        with embed: CopyEmbedder,
        metadata: WrittenMetadata,
        from input: Int32,
        into output: Int32,
        folder: URL
    ) throws -> Bool {
        do {
            try embed(metadata, input, output)
            return true
        } catch let error as CopyTargetError {
            throw StoreError.system("Writing", path: folder.path, code: error.code)
        } catch let error as MediaWorkerError where error.isOfAllFiles {
            throw StoreError(
                .readerUnavailable,
                "No metadata can be written into files. \(error) Or export with sidecars.",
                cause: error
            )
        } catch let error as StoreError {
            throw error
        } catch {
            guard ftruncate(output, 0) == 0, lseek(output, 0, SEEK_SET) == 0 else {
                throw StoreError.system("Writing", path: folder.path, code: errno)
            }
            return false
        }
    }
}
