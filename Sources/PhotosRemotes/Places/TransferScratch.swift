import Foundation
import Glibc
import PhotosBase
import PhotosStore

/// A file in the temporary folder for bytes that the program `photokit-transfer` passes to this process.
///
/// The file is removed with this object. Only one thread at a time may use it.
final class TransferScratch {
    let url = FileManager.default.temporaryDirectory
        .appendingPathComponent("openphotokit-\(UUID().uuidString)", isDirectory: false)

    deinit { unlink(url.path) }

    /// The number of bytes that are read at once.
    ///
    /// The memory allocator of glibc gives freed memory back to the system where more of it is free than twice the
    /// largest block so far. Blocks that are larger than the chunks of sealed objects keep it from doing so at each
    /// chunk, which took a quarter of the time of opening them.
    private static let step = 1 << 20

    /// Passes the bytes of the file to `body`.
    ///
    /// - Throws: ``RemoteFailure``, and the errors of `body`.
    func readPieces(_ body: (ArraySlice<UInt8>) throws -> Void) throws {
        do {
            let input = try FileOperations.open(url, flags: O_RDONLY)
            defer { close(input) }
            try SourceFile.forEachPiece(of: input, at: url, size: Self.step, body: body)
        } catch let error as StoreError {
            throw RemoteFailure(.localFile, error.message)
        }
    }

    /// Returns the bytes of the file.
    ///
    /// - Throws: ``RemoteFailure``.
    func readAll() throws -> Data {
        var data = Data()
        try readPieces { data.append(contentsOf: $0) }
        return data
    }
}
