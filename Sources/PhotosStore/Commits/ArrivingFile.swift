package import Foundation
import Glibc
import PhotosBase
import Synchronization

/// A file that is being fetched, as far as its bytes were compared with their checksums.
///
/// Its bytes stay readable while this object exists, even when the fetch has failed. Safe on any thread; the mutex guards the
/// number of bytes.
package final class ArrivingFile: Sendable {
    private let descriptor: Int32
    private let url: URL
    private let checked = Mutex<Int64>(0)

    /// Makes a file where none is.
    init(_ url: URL) throws {
        self.url = url
        descriptor = try FileOperations.open(url, flags: O_RDWR | O_CREAT | O_EXCL, mode: 0o444)
    }

    deinit { close(descriptor) }

    /// The number of bytes from the beginning that were compared.
    package var byteCount: Int64 { checked.withLock { $0 } }

    /// Adds bytes that were compared.
    func append(_ data: Data) throws {
        try FileOperations.write(Array(data)[...], to: descriptor, at: url)
        checked.withLock { $0 += Int64(data.count) }
    }

    /// Returns bytes that were compared; none if all before the offset are not there yet.
    package func read(at offset: Int64, atMost count: Int) throws -> Data {
        let count = min(Int64(count), byteCount - offset)
        guard count > 0 else { return Data() }
        return try FileRange.read(descriptor, at: url, range: offset..<offset + count)
    }
}

/// Reading of ranges of open files.
package enum FileRange {
    /// Returns the bytes of a range.
    ///
    /// - Throws: ``StoreError`` where they cannot be read, or the file ends before.
    package static func read(_ descriptor: Int32, at url: URL, range: Range<Int64>) throws -> Data {
        var data = Data(count: range.count)
        let count: Int
        do {
            count = try data.withUnsafeMutableBytes {
                try DescriptorBytes.fill($0, from: descriptor, at: range.lowerBound)
            }
        } catch let error as SystemError {
            throw StoreError.system("Reading", path: url.path, code: error.code)
        }
        guard count == range.count else {
            throw StoreError(
                .inputOutput,
                "\(url.path) is shorter than it was. Run `photokit check --read`."
            )
        }
        return data
    }
}
