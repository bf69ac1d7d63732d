/// Reads the segments of a JPEG up to the pixels; the orientation comes from Exif.
enum JPEGHeader {
    static func read(
        from reader: inout BoundedReader,
        at start: Int64 = 0
    ) throws(MediaFileError) -> MediaHeader {
        var header = MediaHeader(type: .jpeg, storedWidth: 0, storedHeight: 0)
        let parts = try JPEGSegments(from: &reader, at: start)
        for segment in parts.segments where [0xE1, 0xED].contains(segment.marker) {
            guard !segment.content.isEmpty else { continue }
            try recordSegment(
                segment.content,
                isMetadata: segment.marker == 0xE1,
                into: &header,
                from: &reader
            )
        }
        guard let frame = parts.frame else {
            throw MediaFileError(.damaged, "a JPEG without a frame header")
        }
        header.storedHeight = try reader.uint16(at: frame.whole.lowerBound + 5)
        header.storedWidth = try reader.uint16(at: frame.whole.lowerBound + 7)
        header.orientation = ExifBlock.orientation(in: header.exif, from: &reader)
        header.damage = parts.fault
        header.pixels = parts.pixels
        return header
    }

    /// Notes the positions of Exif, XMP and IPTC.
    ///
    /// The first of each counts.
    private static func recordSegment(
        _ segment: Range<Int64>,
        isMetadata: Bool,
        into header: inout MediaHeader,
        from reader: inout BoundedReader
    ) throws(MediaFileError) {
        let start = try reader.prefix(at: segment.lowerBound, count: min(29, segment.count))
        func rest(behind signature: [UInt8]) -> Range<Int64>? {
            guard start.starts(with: signature) else { return nil }
            return segment.lowerBound + Int64(signature.count)..<segment.upperBound
        }
        if !isMetadata {
            if header.iptc == nil { header.iptc = rest(behind: photoshop) }
        } else if let block = rest(behind: exif) {
            if header.exif == nil { header.exif = block }
        } else if header.xmp == nil {
            header.xmp = rest(behind: xmp)
        }
    }

    private static let exif: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]
    private static let xmp = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    private static let photoshop = Array("Photoshop 3.0\0".utf8)
}
