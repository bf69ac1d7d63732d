/// GIF: the screen size, and whether the file asks to be played in a loop.
enum GIFHeader {
    static func read(from reader: inout BoundedReader) throws(MediaFileError) -> MediaHeader {
        let width = try reader.uint16(at: 6, .little)
        let height = try reader.uint16(at: 8, .little)
        let flags = try reader.uint8(at: 10)
        let colors: Int64 = flags & 0x80 == 0 ? 0 : 3 << Int64((flags & 7) + 1)
        return MediaHeader(
            type: .gif,
            storedWidth: width,
            storedHeight: height,
            isAnimated: (try? isLooping(after: 13 + colors, &reader)) ?? false
        )
    }

    /// Extensions before the first frame, of which a looping file has the "NETSCAPE2.0" one.
    private static func isLooping(
        after start: Int64,
        _ reader: inout BoundedReader
    ) throws(MediaFileError) -> Bool {
        var offset = start
        while try reader.uint8(at: offset) == 0x21 {
            try reader.step()
            let isApplication = try reader.uint8(at: offset + 1) == 0xFF
            if isApplication, try reader.uint8(at: offset + 2) == 11,
                try reader.bytes(at: offset + 3, count: 11).elementsEqual("NETSCAPE2.0".utf8)
            {
                return true
            }
            offset += 2
            while true {
                try reader.step()
                let length = Int64(try reader.uint8(at: offset))
                offset += 1 + length
                if length == 0 { break }
            }
        }
        return false
    }
}

/// BMP: both forms of its header.
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

/// AVI: the main header at its fixed place.
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

/// Fujifilm's raw files: the full-size JPEG that each of them holds.
enum RAFHeader {
    static func read(from reader: inout BoundedReader) throws(MediaFileError) -> MediaHeader {
        let preview = Int64(try reader.uint32(at: 84))
        guard try reader.uint16(at: preview) == 0xFFD8 else {
            throw MediaFileError(.damaged, "a raw file without its preview")
        }
        let picture = try JPEGHeader.read(from: &reader, at: preview)
        return MediaHeader(
            type: .fujiRAF,
            storedWidth: picture.storedWidth,
            storedHeight: picture.storedHeight,
            orientation: picture.orientation,
            exif: picture.exif
        )
    }
}
