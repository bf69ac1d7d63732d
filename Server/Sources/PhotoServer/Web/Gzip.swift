import CZlib
import NIOCore

/// Bytes in the form of gzip.
enum Gzip {
    /// Compresses bytes.
    ///
    /// - Parameters:
    ///   - bytes: The bytes, at most 2 GiB.
    ///   - level: From 1 (fast) to 9 (small).
    /// - Returns: The compressed bytes; nil where they would not be fewer.
    static func compressed(_ bytes: ByteBuffer, level: Int32) -> ByteBuffer? {
        let count = bytes.readableBytes
        guard count > 32, count <= Int(Int32.max) else { return nil }
        var stream = z_stream()
        guard photos_begin_gzip(&stream, level) == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        var result = ByteBuffer()
        // Whatever does not fit into less than before is of no use.
        let isDone = bytes.withUnsafeReadableBytes { source in
            result.writeWithUnsafeMutableBytes(minimumWritableBytes: count - 1) { target in
                stream.next_in = UnsafeMutablePointer(
                    mutating: source.bindMemory(to: UInt8.self).baseAddress
                )
                stream.avail_in = UInt32(count)
                stream.next_out = target.bindMemory(to: UInt8.self).baseAddress
                stream.avail_out = UInt32(count - 1)
                guard deflate(&stream, Z_FINISH) == Z_STREAM_END else { return 0 }
                return count - 1 - Int(stream.avail_out)
            } > 0
        }
        return isDone ? result : nil
    }
}
