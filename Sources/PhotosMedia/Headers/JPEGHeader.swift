/// JPEG: segments up to the frame header, with orientation from Exif.
enum JPEGHeader {
    static func read(
        from reader: inout BoundedReader,
        at start: Int64 = 0
    ) throws(MediaFileError) -> MediaHeader {
        var exif: Range<Int64>?
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
            if marker == 0xE1, exif == nil, length >= 16 {
                let signature = try reader.bytes(at: offset + 4, count: 6)
                if signature.elementsEqual([0x45, 0x78, 0x69, 0x66, 0, 0]) {
                    let end = min(offset + 2 + Int64(length), reader.byteCount)
                    exif = offset + 10..<max(offset + 10, end)
                }
            }
            let isFrame = (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
            if isFrame {
                let height = try reader.uint16(at: offset + 5)
                let width = try reader.uint16(at: offset + 7)
                return MediaHeader(
                    type: .jpeg,
                    storedWidth: width,
                    storedHeight: height,
                    orientation: ExifBlock.orientation(in: exif, &reader),
                    exif: exif
                )
            }
            offset += 2 + Int64(length)
        }
    }
}
