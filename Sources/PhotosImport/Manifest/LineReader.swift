package import Foundation
import Glibc
import PhotosStore

/// Reads the lines of an open file one after another, with bounded memory.
package struct LineReader {
    private let descriptor: Int32
    private let url: URL
    private var buffer: [UInt8] = []
    private var start = 0
    private var offset: off_t = 0
    private var isAtEnd = false

    /// The largest line in bytes; a longer one is an error.
    private static let longest = 64 << 20
    private static let chunk = 1 << 20

    /// - Parameters:
    ///   - descriptor: The open file, which stays open.
    ///   - url: The path for messages.
    package init(_ descriptor: Int32, url: URL) {
        self.descriptor = descriptor
        self.url = url
    }

    /// The number of bytes of the complete lines so far.
    package private(set) var completeBytes: Int64 = 0

    /// Returns the next complete line without its line break; nil at the end.
    ///
    /// Bytes behind the last line break are no line.
    package mutating func next() throws -> Data? { try nextBytes().map { Data($0) } }

    /// Does the same as ``next()``, and returns the bytes of the line.
    package mutating func nextBytes() throws -> ArraySlice<UInt8>? {
        var searched = start
        while true {
            if let end = lineBreak(from: searched) {
                let line = buffer[start..<end]
                completeBytes += Int64(end + 1 - start)
                start = end + 1
                return line
            }
            searched = buffer.count
            guard !isAtEnd else { return nil }
            guard buffer.count - start <= Self.longest else {
                throw StoreError(
                    .invalidResource,
                    "\(url.path) has a line of more than 64 MB. Restore the file from a copy, or remove it."
                )
            }
            searched -= start
            buffer.removeFirst(start)
            start = 0
            try fill()
        }
    }

    /// Returns the index of the first line break at or behind an index.
    private func lineBreak(from index: Int) -> Int? {
        buffer.withUnsafeBytes { bytes in
            guard index < bytes.count, let start = bytes.baseAddress?.advanced(by: index),
                let found = memchr(start, Int32(UInt8(ascii: "\n")), bytes.count - index)
            else { return nil }
            return index + (UnsafeRawPointer(found) - start)
        }
    }

    private mutating func fill() throws {
        var code: Int32 = 0
        // The room is not filled with zeros before, because builds for tests do that byte by byte.
        let part = [UInt8](unsafeUninitializedCapacity: Self.chunk) { bytes, count in
            let read = pread(descriptor, bytes.baseAddress, bytes.count, offset)
            if read < 0 { code = errno }
            count = max(0, read)
        }
        guard code == 0 else { throw StoreError.system("Reading", path: url.path, code: code) }
        buffer += part
        offset += off_t(part.count)
        isAtEnd = part.isEmpty
    }
}
