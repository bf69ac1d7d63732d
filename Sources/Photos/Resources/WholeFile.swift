import Foundation
import Glibc
import PhotosStore

/// Writes files that are there whole, or not at all.
enum WholeFile {
    /// Writes a file, over the one that has its name.
    ///
    /// - Parameters:
    ///   - url: Where it is to stand, in a folder that exists. Any name that a file can have will do.
    ///   - body: Writes the bytes.
    /// - Throws: What `body` throws, and `StoreError` with code `inputOutput`; what stood there before is then untouched.
    static func write(to url: URL, _ body: (FileHandle) throws -> Void) throws {
        // Without the file's own name, which may be as long as names can be.
        let draft = url.deletingLastPathComponent().appendingPathComponent(
            ".openphotokit-" + String(UInt64.random(in: .min ... .max), radix: 16)
        )
        let descriptor = open(draft.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw failure(url, errno) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try body(file)
            try file.close()
            guard rename(draft.path, url.path) == 0 else { throw failure(url, errno) }
        } catch {
            unlink(draft.path)
            throw error
        }
    }

    private static func failure(_ url: URL, _ code: Int32) -> StoreError {
        StoreError(
            .inputOutput,
            "\(url.path) cannot be written: \(String(cString: strerror(code))). Check that its folder exists and may be written."
        )
    }
}
