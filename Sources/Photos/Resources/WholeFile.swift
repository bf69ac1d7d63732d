import Foundation
import Glibc
import PhotosStore

/// Writes files completely, or not at all.
enum WholeFile {
    /// Writes a file, and replaces an existing file of that name.
    ///
    /// - Parameters:
    ///   - url: The URL of the file, in a folder that exists. Any valid file name is possible.
    ///   - body: Writes the bytes.
    /// - Throws: Errors of `body`, and `StoreError` with code `inputOutput`. The existing file is then unchanged.
    static func write(to url: URL, _ body: (FileHandle) throws -> Void) throws {
        // The draft does not contain the file's name, which may have the greatest allowed length.
        let draft = url.deletingLastPathComponent().appendingPathComponent(
            ".openphotokit-" + String(UInt64.random(in: .min ... .max), radix: 16)
        )
        let descriptor = open(draft.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw writeFailure(at: url, code: errno) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try body(file)
            try file.close()
            guard rename(draft.path, url.path) == 0 else {
                throw writeFailure(at: url, code: errno)
            }
        } catch {
            unlink(draft.path)
            throw error
        }
    }

    private static func writeFailure(at url: URL, code: Int32) -> StoreError {
        StoreError(
            .inputOutput,
            "\(url.path) cannot be written: \(String(cString: strerror(code))). Check that its folder exists and may be written."
        )
    }
}
