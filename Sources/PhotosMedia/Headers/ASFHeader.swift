import Foundation

/// Reads Windows Media (ASF): date and duration from its properties, the size from its first video stream.
enum ASFHeader {
    /// The types of objects, in the order of their bytes.
    private static let fileProperties: [UInt8] = [
        0xA1, 0xDC, 0xAB, 0x8C, 0x47, 0xA9, 0xCF, 0x11, 0x8E, 0xE4, 0x00, 0xC0, 0x0C, 0x20, 0x53,
        0x65,
    ]
    private static let streamProperties: [UInt8] = [
        0x91, 0x07, 0xDC, 0xB7, 0xB7, 0xA9, 0xCF, 0x11, 0x8E, 0xE6, 0x00, 0xC0, 0x0C, 0x20, 0x53,
        0x65,
    ]
    private static let pictures: [UInt8] = [
        0xC0, 0xEF, 0x19, 0xBC, 0x4D, 0x5B, 0xCF, 0x11, 0xA8, 0xFD, 0x00, 0x80, 0x5F, 0x5C, 0x44,
        0x2B,
    ]

    static func read(from reader: inout BoundedReader) throws(MediaFileError) -> MediaHeader {
        var header = MediaHeader(type: .windowsMedia, storedWidth: 0, storedHeight: 0)
        let size = try reader.unsigned(at: 16, bytes: 8, .little)
        let end = Int64(min(size, UInt64(reader.byteCount)))
        // The header's own fields have 30 bytes.
        var offset: Int64 = 30
        var streams = 0
        while end - offset >= 24 {
            try reader.step()
            let type = Array(try reader.bytes(at: offset, count: 16))
            let length = try reader.unsigned(at: offset + 16, bytes: 8, .little)
            guard length >= 24, length <= UInt64(end - offset) else {
                throw MediaFileError(.damaged, "a part of its header is cut off")
            }
            if type == fileProperties, length >= 92 {
                try readFile(at: offset + 24, into: &header, from: &reader)
            } else if type == streamProperties, length >= 78 {
                streams += 1
                try readStream(
                    at: offset + 24,
                    length: Int64(length) - 24,
                    into: &header,
                    from: &reader
                )
            }
            offset += Int64(length)
        }
        if header.storedWidth == 0, streams > 0 { throw MediaFileError.soundAlone }
        return header
    }

    private static func readFile(
        at start: Int64,
        into header: inout MediaHeader,
        from reader: inout BoundedReader
    ) throws(MediaFileError) {
        header.tags["ASF.CreationDate"] = dateText(
            ofFileTime: try reader.unsigned(at: start + 24, bytes: 8, .little)
        )
        let isLive = try reader.uint32(at: start + 64, .little) & 1 == 1
        // The stated duration includes the time in which a player fills its buffer.
        let ticks = Double(try reader.unsigned(at: start + 40, bytes: 8, .little))
        let ahead = Double(try reader.unsigned(at: start + 56, bytes: 8, .little))
        let duration = ticks / 1e7 - ahead / 1e3
        if !isLive, duration > 0 { header.duration = duration }
    }

    private static func readStream(
        at start: Int64,
        length: Int64,
        into header: inout MediaHeader,
        from reader: inout BoundedReader
    ) throws(MediaFileError) {
        guard header.storedWidth == 0, length >= 62,
            Array(try reader.bytes(at: start, count: 16)) == pictures
        else { return }
        header.storedWidth = try reader.uint32(at: start + 54, .little)
        header.storedHeight = try reader.uint32(at: start + 58, .little)
    }

    /// Converts tenths of microseconds since 1601, in GMT; returns nil for a clock that was not set.
    private static func dateText(ofFileTime count: UInt64) -> String? {
        let since1601: UInt64 = 11_644_473_600
        let seconds = count / 10_000_000
        // The year must have four digits.
        guard seconds > since1601, seconds < since1601 + 253_402_300_800 else { return nil }
        return Date(timeIntervalSince1970: Double(seconds - since1601)).formatted(.iso8601)
    }
}
