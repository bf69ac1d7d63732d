/// Reads WebP: the simple forms, and the extended one with its canvas size and Exif chunk.
enum WebPHeader {
    /// The largest number of chunks.
    ///
    /// Animations have a chunk for each frame, and Exif follows them.
    private static let maximumChunks = 4096

    static func read(from reader: inout BoundedReader) throws(MediaFileError) -> MediaHeader {
        let content: Int64 = 20
        switch try reader.code(at: 12) {
        case "VP8 ":
            guard try reader.bytes(at: content + 3, count: 3).elementsEqual([0x9D, 0x01, 0x2A])
            else { throw MediaFileError(.damaged, "a WebP frame without its start code") }
            return MediaHeader(
                type: .webp,
                storedWidth: try reader.uint16(at: content + 6, .little) & 0x3FFF,
                storedHeight: try reader.uint16(at: content + 8, .little) & 0x3FFF
            )
        case "VP8L":
            guard try reader.uint8(at: content) == 0x2F else {
                throw MediaFileError(.damaged, "a lossless WebP without its signature")
            }
            let bits = try reader.uint32(at: content + 1, .little)
            return MediaHeader(
                type: .webp,
                storedWidth: (bits & 0x3FFF) + 1,
                storedHeight: (bits >> 14 & 0x3FFF) + 1
            )
        case "VP8X":
            let flags = try reader.uint8(at: content)
            var header = MediaHeader(
                type: .webp,
                storedWidth: Int(try reader.unsigned(at: content + 4, bytes: 3, .little)) + 1,
                storedHeight: Int(try reader.unsigned(at: content + 7, bytes: 3, .little)) + 1,
                isAnimated: flags & 0x02 != 0
            )
            if flags & 0x0C != 0 {
                try? scanChunks(into: &header, from: &reader)
                header.orientation = ExifBlock.orientation(in: header.exif, from: &reader)
            }
            return header
        default:
            throw MediaFileError(.damaged, "a WebP without a picture")
        }
    }

    private static func scanChunks(
        into header: inout MediaHeader,
        from reader: inout BoundedReader
    ) throws(MediaFileError) {
        var offset: Int64 = 12
        for _ in 0..<maximumChunks {
            try reader.step()
            let code = try reader.code(at: offset)
            let length = Int64(try reader.uint32(at: offset + 4, .little))
            let content = offset + 8
            guard content + length <= reader.byteCount else { return }
            if code == "EXIF" {
                header.exif = try ExifBlock.skippingSignature(
                    of: content..<content + length,
                    from: &reader
                )
            } else if code == "XMP " {
                header.xmp = content..<content + length
            }
            offset = content + length + (length & 1)
        }
    }
}
