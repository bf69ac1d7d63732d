import Foundation
import PhotosBase
import TransferRules

/// The system calls of a file that is downloaded.
struct LocalTarget: Sendable {
    let path: String
    let descriptor: Int32

    /// Opens or creates a file, with its present length.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - largest: The most bytes that a part of the object can have.
    /// - Returns: The file and its length.
    /// - Throws: `TransferFailure`.
    static func openFile(
        at path: String,
        largest: Int64
    ) throws(TransferFailure) -> (LocalTarget, Int64) {
        let descriptor = Glibc.open(
            path,
            O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK,
            0o600
        )
        guard descriptor >= 0 else { throw FileProblem.unusableFile(path, code: errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            Int64(status.st_size) <= largest
        else {
            Glibc.close(descriptor)
            throw TransferFailure(
                .localFile,
                "\(path) is no part of this object: it is longer, or no file. Name a new file."
            )
        }
        return (LocalTarget(path: path, descriptor: descriptor), Int64(status.st_size))
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(TransferFailure) {
        do throws(SystemError) {
            unsafe try DescriptorBytes.write(bytes, to: descriptor, at: offset)
        } catch {
            throw FileProblem.unusableFile(path, code: error.code)
        }
    }

    /// Reads up to as many bytes as the buffer has; fewer at the end of the file.
    func read(
        _ buffer: UnsafeMutableRawBufferPointer,
        at offset: Int64
    ) throws(TransferFailure) -> Int {
        do throws(SystemError) {
            return unsafe try DescriptorBytes.read(into: buffer, from: descriptor, at: offset)
        } catch {
            throw FileProblem.unusableFile(path, code: error.code)
        }
    }

    func truncate() throws(TransferFailure) {
        guard ftruncate(descriptor, 0) == 0 else {
            throw FileProblem.unusableFile(path, code: errno)
        }
    }

    func sync() throws(TransferFailure) {
        guard fsync(descriptor) == 0 else { throw FileProblem.unusableFile(path, code: errno) }
    }

    func close() { Glibc.close(descriptor) }
}
