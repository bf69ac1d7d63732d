/// JPEG: segments up to the frame header, with orientation from Exif.
enum JPEGHeader {
    static func read(
        from reader: inout BoundedReader,
        at start: Int64 = 0
    ) throws(MediaFileError) -> MediaHeader {
        var header = MediaHeader(type: .jpeg, storedWidth: 0, storedHeight: 0)
        var offset = start + 2
        while true {
            try reader.step()
            guard try reader.uint8(at: offset) == 0xFF else {
                throw MediaFileError(.damaged, "a JPEG segment does not begin where it should")
            }
            let marker = try reader.uint8(at: offset + 1)
            switch marker {
            case 0xFF:
                // Fill bytes may stand before a marker.
                offset += 1
                continue
            case 0x01, 0xD0...0xD8:
                offset += 2
                continue
            case 0xD9, 0xDA:
                throw MediaFileError(.damaged, "a JPEG without a frame header")
            default:
                break
            }
            let length = try reader.uint16(at: offset + 2)
            guard length >= 2 else {
                throw MediaFileError(.damaged, "a JPEG segment shorter than its header")
            }
            let end = min(offset + 2 + Int64(length), reader.byteCount)
            if marker == 0xE1 || marker == 0xED, offset + 4 < end {
                try note(offset + 4..<end, isMetadata: marker == 0xE1, &header, &reader)
            }
            let isFrame = (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
            if isFrame {
                header.storedHeight = try reader.uint16(at: offset + 5)
                header.storedWidth = try reader.uint16(at: offset + 7)
                header.orientation = ExifBlock.orientation(in: header.exif, &reader)
                return header
            }
            offset += 2 + Int64(length)
        }
    }

    /// Takes down where Exif, XMP and IPTC stand; the first of each counts.
    private static func note(
        _ segment: Range<Int64>,
        isMetadata: Bool,
        _ header: inout MediaHeader,
        _ reader: inout BoundedReader
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
