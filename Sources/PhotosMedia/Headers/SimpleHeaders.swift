/// Reads GIF: the screen size, and whether there is more than one frame.
enum GIFHeader {
    static func read(from reader: inout BoundedReader) throws(MediaFileError) -> MediaHeader {
        let width = try reader.uint16(at: 6, .little)
        let height = try reader.uint16(at: 8, .little)
        let colors = colorTable(try reader.uint8(at: 10))
        var header = MediaHeader(type: .gif, storedWidth: width, storedHeight: height)
        // If the first frame exceeds the budget or is cut off, the file does not count as animated.
        header.isAnimated =
            (try? hasSecondFrame(after: 13 + colors, xmp: &header.xmp, from: &reader)) ?? false
        return header
    }

    /// Returns the number of bytes of the colour table that the flags announce.
    private static func colorTable(_ flags: Int) -> Int64 {
        flags & 0x80 == 0 ? 0 : 3 << Int64((flags & 7) + 1)
    }

    private static func hasSecondFrame(
        after start: Int64,
        xmp: inout Range<Int64>?,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> Bool {
        var offset = start
        var frames = 0
        while true {
            try reader.step()
            switch try reader.uint8(at: offset) {
            case 0x21:
                let name = offset + 2
                offset += 2
                guard
                    try reader.prefix(at: name, count: packetName.count)
                        .elementsEqual(packetName)
                else { break }
                try skipBlocks(at: &offset, from: &reader)
                let packet = name + Int64(packetName.count)
                if offset - packetEnd > packet { xmp = xmp ?? packet..<offset - packetEnd }
                continue
            case 0x2C:
                frames += 1
                if frames == 2 { return true }
                offset += 11 + colorTable(try reader.uint8(at: offset + 9))
            default:
                return false
            }
            try skipBlocks(at: &offset, from: &reader)
        }
    }

    /// The start of an application extension that holds an XMP packet.
    private static let packetName: [UInt8] = [11] + Array("XMP DataXMP".utf8)

    /// The number of bytes after an XMP packet.
    ///
    /// The packet is not split into blocks. A reader of blocks may start anywhere in these bytes and reaches their end.
    private static let packetEnd: Int64 = 258

    /// Skips blocks of at most 255 bytes.
    ///
    /// An empty block ends the list.
    private static func skipBlocks(
        at offset: inout Int64,
        from reader: inout BoundedReader
    ) throws(MediaFileError) {
        while true {
            try reader.step()
            let length = Int64(try reader.uint8(at: offset))
            offset += 1 + length
            if length == 0 { return }
        }
    }
}

/// Reads both forms of the BMP header.
enum BMPHeader {
    static func read(from reader: inout BoundedReader) throws(MediaFileError) -> MediaHeader {
        if try reader.uint32(at: 14, .little) == 12 {
            return MediaHeader(
                type: .bmp,
                storedWidth: try reader.uint16(at: 18, .little),
                storedHeight: try reader.uint16(at: 20, .little)
            )
        }
        let width = Int32(truncatingIfNeeded: try reader.uint32(at: 18, .little))
        // A negative height means rows from top to bottom.
        let height = Int32(truncatingIfNeeded: try reader.uint32(at: 22, .little))
        return MediaHeader(
            type: .bmp,
            storedWidth: Int(max(width, 0)),
            storedHeight: Int(height.magnitude)
        )
    }
}

/// Reads the main header of an AVI, which has a fixed offset.
enum AVIHeader {
    static func read(from reader: inout BoundedReader) throws(MediaFileError) -> MediaHeader {
        guard try reader.code(at: 20) == "hdrl", try reader.code(at: 24) == "avih" else {
            throw MediaFileError(.damaged, "an AVI without its main header")
        }
        let microseconds = try reader.uint32(at: 32, .little)
        let frames = try reader.uint32(at: 48, .little)
        let duration = Double(microseconds) * Double(frames) / 1_000_000
        return MediaHeader(
            type: .avi,
            storedWidth: try reader.uint32(at: 64, .little),
            storedHeight: try reader.uint32(at: 68, .little),
            duration: duration > 0 ? duration : nil
        )
    }
}

/// Reads Fujifilm's raw files, which each have a JPEG of full size.
enum RAFHeader {
    static func read(from reader: inout BoundedReader) throws(MediaFileError) -> MediaHeader {
        let preview = Int64(try reader.uint32(at: 84))
        guard try reader.uint16(at: preview) == 0xFFD8 else {
            throw MediaFileError(.damaged, "a raw file without its preview")
        }
        let length = Int64(try reader.uint32(at: 88))
        let picture = try JPEGHeader.read(from: &reader, at: preview)
        var header = MediaHeader(
            type: .fujiRAF,
            storedWidth: picture.storedWidth,
            storedHeight: picture.storedHeight,
            orientation: picture.orientation,
            exif: picture.exif,
            xmp: picture.xmp
        )
        if length > 0, length <= reader.byteCount - preview {
            header.raw.preview = preview..<preview + length
        }
        return header
    }
}
