/// A cheap look at a file's end, which tells most files that were cut off from whole ones without decoding them.
///
/// It may suspect a whole file, which a decoder then clears, and never one of the usual form.
package enum FileEnd {
    /// How far before the end its mark is looked for: behind it cameras put previews and notes of their own.
    private static let searched: Int64 = 64 << 10

    /// What speaks for a file being cut off; nil where nothing does.
    ///
    /// The movie of a motion photo follows the picture, whose end is looked for before it.
    package static func suspicion(
        _ header: MediaHeader,
        movie: Range<Int64>?,
        _ reader: inout BoundedReader
    ) -> String? {
        if let suspicion = header.suspicion { return suspicion }
        let end = movie?.lowerBound ?? reader.byteCount
        switch header.type {
        case .jpeg:
            let start = header.pixels ?? 0
            return isMarked([0xFF, 0xD9], in: start..<max(start, end), &reader) ? nil : missingMark
        case .png:
            return isMarked(Array("IEND".utf8), in: 0..<end, &reader) ? nil : missingMark
        case .webp, .avi:
            guard let size = try? reader.uint32(at: 4, .little) else { return nil }
            let stated = Int64(size) + 8
            return stated > reader.byteCount ? cutOff(at: reader.byteCount, of: stated) : nil
        default:
            return nil
        }
    }

    /// Says where a file ends, and where it should.
    ///
    /// - Parameters:
    ///   - byteCount: The bytes that it has.
    ///   - stated: The bytes that it should have; nil where it does not say, and at least more than it has.
    /// - Returns: The sentence.
    package static func cutOff(at byteCount: Int64, of stated: Int64?) -> String {
        guard let stated, stated > byteCount else { return "cut off at byte \(byteCount)" }
        return "cut off at byte \(byteCount) of \(stated)"
    }

    private static let missingMark = "the mark of its end is missing"

    private static func isMarked(
        _ mark: [UInt8],
        in place: Range<Int64>,
        _ reader: inout BoundedReader
    ) -> Bool {
        for length in [16, searched] {
            let start = max(place.lowerBound, place.upperBound - length)
            let count = Int(place.upperBound - start)
            guard let bytes = try? reader.bytes(at: start, count: count) else {
                continue
            }
            if contains(bytes, mark) { return true }
        }
        return false
    }

    private static func contains(_ bytes: ArraySlice<UInt8>, _ mark: [UInt8]) -> Bool {
        var rest = bytes
        while let place = rest.lastIndex(of: mark[0]) {
            if bytes[place...].starts(with: mark) { return true }
            rest = bytes[bytes.startIndex..<place]
        }
        return false
    }
}
