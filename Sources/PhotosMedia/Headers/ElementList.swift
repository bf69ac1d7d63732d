/// The elements of a Matroska or WebM file in one parent, found by their sizes (RFC 8794, section 6).
struct ElementList {
    struct Element {
        let identifier: UInt64
        /// The range of the element's content, without its header.
        let content: Range<Int64>
    }

    private var offset: Int64
    private let end: Int64

    init(in range: Range<Int64>) {
        offset = range.lowerBound
        end = range.upperBound
    }

    /// Returns the next element; nil at the end of the parent.
    mutating func next(from reader: inout BoundedReader) throws(MediaFileError) -> Element? {
        guard offset < end else { return nil }
        try reader.step()
        let (identifier, _) = try variableNumber(keepsMarker: true, from: &reader)
        let (size, isUnknown) = try variableNumber(keepsMarker: false, from: &reader)
        guard offset <= end else {
            throw MediaFileError(.damaged, "a Matroska element is cut off")
        }
        let rest = UInt64(end - offset)
        // A live recording does not state sizes. An element without a size extends to the end of its parent.
        let limit = isUnknown || size > rest ? end : offset + Int64(size)
        defer { offset = limit }
        return Element(identifier: identifier, content: offset..<limit)
    }

    private mutating func variableNumber(
        keepsMarker: Bool,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> (value: UInt64, isUnknown: Bool) {
        let first = UInt8(truncatingIfNeeded: try reader.uint8(at: offset))
        let length = first.leadingZeroBitCount + 1
        guard length <= 8 else {
            throw MediaFileError(.damaged, "a Matroska number of more than eight bytes")
        }
        let number = try reader.unsigned(at: offset, bytes: length)
        offset += Int64(length)
        let mask = (UInt64(1) << UInt64(7 * length)) - 1
        return (keepsMarker ? number : number & mask, number & mask == mask)
    }
}

/// The identifiers of elements that are read (RFC 9559, section 5.1).
extension ElementList {
    static let header: UInt64 = 0x1A45_DFA3
    static let segment: UInt64 = 0x1853_8067
    static let information: UInt64 = 0x1549_A966
    static let timeScale: UInt64 = 0x2A_D7B1
    static let duration: UInt64 = 0x4489
    static let tracks: UInt64 = 0x1654_AE6B
    static let track: UInt64 = 0xAE
    static let trackType: UInt64 = 0x83
    static let codec: UInt64 = 0x86
    static let video: UInt64 = 0xE0
    static let audio: UInt64 = 0xE1
    static let width: UInt64 = 0xB0
    static let height: UInt64 = 0xBA
    /// The first frames, which what describes them precedes.
    static let cluster: UInt64 = 0x1F43_B675

    /// Returns the content of the segment of a whole file.
    ///
    /// - Throws: `MediaFileError` if the file does not begin with a header and a segment.
    static func segmentRange(
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> Range<Int64> {
        var file = ElementList(in: 0..<reader.byteCount)
        guard try file.next(from: &reader)?.identifier == header,
            let next = try file.next(from: &reader),
            next.identifier == segment
        else { throw MediaFileError(.damaged, "a Matroska file without a segment") }
        return next.content
    }
}
