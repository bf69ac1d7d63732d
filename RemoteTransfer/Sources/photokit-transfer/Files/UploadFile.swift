import Foundation
import PhotosBase
import TransferRules

/// An open local file that is uploaded.
final class UploadFile: Sendable {
    let path: String
    let bytes: Int64
    private let descriptor: Int32

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - bytes: The length that the file must have.
    /// - Throws: `TransferFailure`.
    init(_ path: String, bytes: Int64) throws(TransferFailure) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw FileProblem.unusableFile(path, code: errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw TransferFailure(.localFile, "\(path) is no file that can be copied.")
        }
        guard Int64(status.st_size) == bytes else {
            close(descriptor)
            throw FileProblem.changedFile(path)
        }
        self.path = path
        self.bytes = bytes
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Fills a buffer with the bytes from an offset on.
    ///
    /// - Throws: `TransferFailure` with `changed`, where the file ends before the buffer is full.
    func read(_ buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(TransferFailure) {
        let count: Int
        do throws(SystemError) {
            count = unsafe try DescriptorBytes.fill(buffer, from: descriptor, at: offset)
        } catch {
            throw FileProblem.unusableFile(path, code: error.code)
        }
        guard count == buffer.count else { throw FileProblem.changedFile(path) }
    }
}
