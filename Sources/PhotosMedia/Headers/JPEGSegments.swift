/// The segments of a JPEG before its pixels, found by their lengths.
///
/// If a length does not lead to a marker, reading goes on at the next possible marker, as in decoders. The bytes in
/// between are lost. Alternatively, the length itself may be wrong: then the segment ends where another one begins
/// inside it. Both readings are tried, and the one that finds more of the picture is used.
struct JPEGSegments {
    struct Segment {
        let marker: Int
        /// The range of the segment, including its marker.
        let whole: Range<Int64>
        /// Whether the segment ends elsewhere than its length states.
        var hasWrongLength = false

        /// The range behind the marker and the length.
        var content: Range<Int64> { min(whole.lowerBound + 4, whole.upperBound)..<whole.upperBound }

        var isFrame: Bool {
            (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
        }

        /// Whether the pixels cannot be decoded without this segment.
        var isNeeded: Bool { isFrame || [0xC4, 0xDB, 0xDD].contains(marker) }
    }

    private(set) var segments: [Segment] = []
    /// The offset of the segment that begins the pixels; nil if the file ends before.
    private(set) var pixels: Int64?
    /// The first fault that was found in the segments.
    private(set) var fault: String?
    /// Whether a few bytes between segments were skipped; decoders skip them, too.
    private(set) var hasStrayBytes = false
    /// The offset of the first segment whose length does not lead to a marker.
    private var brokenSegment: Int64?
    private var lostBytes: Int64 = 0

    var frame: Segment? { segments.first(where: \.isFrame) }

    /// The greatest number of bytes between two segments that are no damage.
    ///
    /// Some programs leave a few bytes there, and libjpeg skips them with a warning.
    private static let longestStray: Int64 = 16

    /// The largest total number of bytes that are searched for next segments.
    private static let maximumLoss: Int64 = 1 << 20

    /// Reads the segments of a file.
    ///
    /// - Parameters:
    ///   - reader: The file.
    ///   - start: The offset of the JPEG in the file.
    /// - Throws: `MediaFileError` if no picture can be found.
    init(
        from reader: inout BoundedReader,
        at start: Int64 = 0
    ) throws(MediaFileError) {
        var failure = MediaFileError(.damaged, "a JPEG without a frame header")
        do throws(MediaFileError) {
            try followSegments(startingAt: start + 2, from: &reader)
        } catch {
            failure = error
        }
        if let other = try? enteringBrokenSegment(from: &reader), other.neededCount > neededCount {
            self = other
        }
        guard frame != nil else { throw failure }
    }

    private var neededCount: Int {
        frame == nil ? 0 : segments.count(where: \.isNeeded) + (pixels == nil ? 0 : 1)
    }

    /// Returns the segments when the first broken one ends where another begins inside it; nil if none is broken.
    private func enteringBrokenSegment(
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> JPEGSegments? {
        guard let start = brokenSegment else { return nil }
        let marker = try reader.uint8(at: start + 1)
        // Tables and frames of a different length cannot be decoded.
        guard marker >= 0xE0 else { return nil }
        var other = self
        other.segments.removeAll { $0.whole.lowerBound >= start }
        (other.pixels, other.lostBytes) = (nil, 0)
        guard let next = try other.nextSegment(startingAt: start + 4, from: &reader) else {
            return nil
        }
        other.segments.append(
            Segment(marker: marker, whole: start..<next, hasWrongLength: true)
        )
        other.fault = "the length of the segment at \(start) is wrong"
        try? other.followSegments(startingAt: next, from: &reader)
        return other
    }

    /// Follows the segments to the pixels.
    private mutating func followSegments(
        startingAt start: Int64,
        from reader: inout BoundedReader
    ) throws(MediaFileError) {
        var offset = start
        while true {
            try reader.step()
            // A file that is cut off behind the size still has a size.
            if frame != nil, offset + 4 > reader.byteCount { return }
            let isMark = try reader.uint8(at: offset) == 0xFF
            let marker = isMark ? try reader.uint8(at: offset + 1) : 0
            switch marker {
            case 0xFF:
                // Fill bytes may precede a marker.
                offset += 1
                continue
            case 0x01, 0xD0...0xD8:
                offset += 2
                continue
            case 0xDA:
                if frame != nil { pixels = offset }
                return
            case 0xD9:
                return
            default: break
            }
            let length = marker >= 0xC0 ? Int64(try reader.uint16(at: offset + 2)) : 0
            if length >= 2 {
                let end = min(offset + 2 + length, reader.byteCount)
                if end < offset + 2 + length { brokenSegment = brokenSegment ?? offset }
                segments.append(Segment(marker: marker, whole: offset..<end))
                offset += 2 + length
                continue
            }
            brokenSegment =
                brokenSegment ?? (marker >= 0xC0 ? offset : segments.last?.whole.lowerBound)
            guard let next = try nextSegment(startingAt: offset + (isMark ? 2 : 0), from: &reader)
            else {
                throw MediaFileError(.damaged, "a JPEG segment does not begin where it should")
            }
            let count = next - offset
            if try isStray(offset..<next, from: &reader) {
                hasStrayBytes = true
            } else {
                fault = fault ?? "\(count) unknown bytes at offset \(offset) between two segments"
            }
            offset = next
        }
    }

    /// Returns whether skipped bytes are no part of a segment, so that nothing is lost with them.
    ///
    /// Behind metadata, only zeros are none: other bytes may be the rest of metadata whose length is wrong.
    private func isStray(
        _ range: Range<Int64>,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> Bool {
        guard range.count <= Self.longestStray else { return false }
        let isBehindMetadata = segments.last.map { $0.marker >= 0xE0 } ?? false
        guard isBehindMetadata else { return true }
        return try reader.prefix(at: range.lowerBound, count: range.count).allSatisfy { $0 == 0 }
    }

    /// Returns the next offset where a segment can begin.
    ///
    /// Previews, which are complete JPEGs, are skipped.
    private mutating func nextSegment(
        startingAt start: Int64,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> Int64? {
        var offset = start
        var isInPreview = false
        while let mark = try nextMark(startingAt: offset, from: &reader) {
            try reader.step()
            let marker = try reader.uint8(at: mark + 1)
            offset = mark + 2
            if marker == 0xD8, try reader.prefix(at: offset, count: 1).first == 0xFF {
                isInPreview = true
            } else if marker == 0xD9 {
                isInPreview = false
            } else if !isInPreview, try isSegment(marker, at: mark, from: &reader) {
                return mark
            }
        }
        return nil
    }

    /// Returns the offset of the next byte 255 that is followed by neither 0 nor 255.
    private mutating func nextMark(
        startingAt start: Int64,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> Int64? {
        var offset = start
        while offset + 2 <= reader.byteCount, lostBytes < Self.maximumLoss {
            // Small pieces are served from the reader's window.
            let bytes = try reader.prefix(at: offset, count: 64)
            for index in bytes.indices.dropLast()
            where bytes[index] == 0xFF && bytes[index + 1] != 0 && bytes[index + 1] != 0xFF {
                let distance = Int64(index - bytes.startIndex)
                lostBytes += distance + 2
                return offset + distance
            }
            lostBytes += Int64(bytes.count - 1)
            offset += Int64(bytes.count - 1)
        }
        return nil
    }

    /// Whether the bytes at a marker have the structure of the segment that it names.
    private func isSegment(
        _ marker: Int,
        at offset: Int64,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> Bool {
        guard offset + 10 <= reader.byteCount else { return false }
        let length = try reader.uint16(at: offset + 2)
        guard length >= 2, offset + 2 + Int64(length) <= reader.byteCount else { return false }
        let content = Array(try reader.bytes(at: offset + 4, count: 6))
        let first = Int(content[0])
        switch marker {
        // Tables have a class and a number from 0 to 3.
        case 0xC4: return length > 19 && first & 0xEC == 0
        case 0xDB: return length >= 67 && first & 0xEC == 0
        case 0xDD: return length == 4
        case 0xDA: return length == 6 + 2 * first && (1...4).contains(first)
        case 0xC0...0xC3: return length == 8 + 3 * Int(content[5]) && [8, 12].contains(first)
        // The content begins with a name.
        case 0xE0...0xEF: return content.prefix(3).allSatisfy { (0x30...0x7A).contains($0) }
        default: return false
        }
    }
}
