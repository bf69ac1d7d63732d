import Foundation
import Glibc
import PhotosBase
import PhotosMedia

/// A new file of an export, which is complete or not there.
struct NewMovieFile {
    private let path: String
    private let descriptor: Int32

    /// Makes a file at a path where nothing is yet, and removes it again if a closure throws.
    static func write(to path: String, _ body: (NewMovieFile) throws -> Void) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            if errno == EEXIST {
                throw AVError(
                    .fileAlreadyExists,
                    "\(path) is there already. Remove it, or choose another outputURL."
                )
            }
            throw AVError.ofFile("\(path) cannot be written", errno)
        }
        do {
            try body(NewMovieFile(path: path, descriptor: descriptor))
        } catch {
            close(descriptor)
            unlink(path)
            throw error
        }
        guard close(descriptor) == 0 else {
            let code = errno
            unlink(path)
            throw AVError.ofFile("\(path) cannot be written", code)
        }
    }

    /// Writes bytes at the end.
    func append(_ bytes: some ContiguousBytes) throws {
        try failingPlainly { () throws(SystemError) in
            try DescriptorBytes.write(bytes, to: descriptor)
        }
    }

    /// Writes bytes over others.
    func write(_ bytes: some ContiguousBytes, at offset: Int64) throws {
        try failingPlainly { () throws(SystemError) in
            try DescriptorBytes.write(bytes, to: descriptor, at: offset)
        }
    }

    private func failingPlainly(_ body: () throws(SystemError) -> Void) throws {
        do throws(SystemError) {
            try body()
        } catch {
            throw AVError.ofFile("\(path) cannot be written", error.code)
        }
    }
}

extension AVError {
    /// The error for what the system says about a file.
    static func ofFile(_ sentence: String, _ code: Int32) -> AVError {
        AVError(
            code == ENOSPC ? .diskFull : .exportFailed,
            "\(sentence): \(systemMessage(code))"
        )
    }
}
