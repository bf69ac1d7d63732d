/// The parts of a JPEG with broken segments that a decoder understands.
package struct JPEGMending {
    private let ranges: [Range<Int64>]

    package var byteCount: Int { 2 + Int(ranges.reduce(0) { $0 + Int64($1.count) }) }

    /// Finds the parts of a file.
    ///
    /// - Throws: `MediaFileError` if no picture can be found.
    package init(_ source: any ByteSource) throws(MediaFileError) {
        var reader = BoundedReader(source)
        let parts = try JPEGSegments(from: &reader)
        guard let pixels = parts.pixels else {
            throw MediaFileError(.damaged, "a JPEG without pixels")
        }
        ranges =
            parts.segments.filter { !$0.hasWrongLength }.map(\.whole) + [pixels..<source.byteCount]
    }

    /// Writes the repaired file.
    ///
    /// - Parameters:
    ///   - file: The bytes of the original file.
    ///   - buffer: Memory of `byteCount` bytes.
    package func write(
        from file: UnsafeRawBufferPointer,
        into buffer: UnsafeMutableRawBufferPointer
    ) {
        unsafe buffer.copyBytes(from: [0xFF, 0xD8])
        var offset = 2
        for range in ranges {
            let part = unsafe file[Int(range.lowerBound)..<Int(range.upperBound)]
            unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[offset...]).copyBytes(from: part)
            offset += range.count
        }
    }
}
