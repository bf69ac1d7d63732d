/// Checks a file's end without decoding the file, which detects most files that were cut off.
///
/// The check may suspect a complete file of unusual form. A decoder then decides.
package enum FileEnd {
    /// The distance from the end within which the end marker is searched.
    ///
    /// Cameras append previews and notes to it.
    private static let searched: Int64 = 64 << 10

    /// Returns the reason to suspect that a file is cut off; nil if there is none.
    ///
    /// In a motion photo, the movie follows the picture, so the picture's end is searched before the movie.
    package static func suspicion(
        about header: MediaHeader,
        movie: Range<Int64>?,
        from reader: inout BoundedReader
    ) -> String? {
        if let suspicion = header.suspicion { return suspicion }
        let end = movie?.lowerBound ?? reader.byteCount
        switch header.type {
        case .jpeg:
            let start = header.pixels ?? 0
            return isMarked(with: [0xFF, 0xD9], in: start..<max(start, end), from: &reader)
                ? nil : missingMark
        case .png:
            return isMarked(with: Array("IEND".utf8), in: 0..<end, from: &reader)
                ? nil : missingMark
        case .webp, .avi:
            guard let size = try? reader.uint32(at: 4, .little) else { return nil }
            let stated = Int64(size) + 8
            return stated > reader.byteCount ? cutOff(at: reader.byteCount, of: stated) : nil
        default:
            return nil
        }
    }

    /// Returns a sentence that states where a file ends, and where it should.
    ///
    /// - Parameters:
    ///   - byteCount: The number of bytes in the file.
    ///   - stated: The number of bytes that the file should have; nil if that is unknown, but more than it has.
    /// - Returns: The sentence.
    package static func cutOff(at byteCount: Int64, of stated: Int64?) -> String {
        guard let stated, stated > byteCount else { return "cut off at byte \(byteCount)" }
        return "cut off at byte \(byteCount) of \(stated)"
    }

    private static let missingMark = "the mark of its end is missing"

    private static func isMarked(
        with mark: [UInt8],
        in range: Range<Int64>,
        from reader: inout BoundedReader
    ) -> Bool {
        for length in [16, searched] {
            let start = max(range.lowerBound, range.upperBound - length)
            let count = Int(range.upperBound - start)
            guard let bytes = try? reader.bytes(at: start, count: count) else {
                continue
            }
            if searchBytes(bytes, for: mark) { return true }
        }
        return false
    }

    private static func searchBytes(_ bytes: ArraySlice<UInt8>, for mark: [UInt8]) -> Bool {
        var rest = bytes
        while let index = rest.lastIndex(of: mark[0]) {
            if bytes[index...].starts(with: mark) { return true }
            rest = bytes[bytes.startIndex..<index]
        }
        return false
    }
}
