/// Reads Radiance HDR: lines of text, followed by the size.
enum RadianceHeader {
    /// The largest text before the size.
    ///
    /// Real texts are shorter.
    private static let maximumText = 64 << 10

    static func read(from reader: inout BoundedReader) throws(MediaFileError) -> MediaHeader {
        let size = try readLine(from: &reader)
        let words = size.split(separator: " ")
        guard words.count == 4, let first = Int(words[1]), let second = Int(words[3]),
            first > 0, second > 0
        else { throw MediaFileError(.damaged, "it states no size") }
        let isUpright = words[0].hasSuffix("Y")
        var header = MediaHeader(
            type: .radiance,
            storedWidth: isUpright ? second : first,
            storedHeight: isUpright ? first : second
        )
        // An uncompressed pixel has 4 bytes. A compressed row has at least 4 bytes, and two for each 127 pixels.
        let least = Int64(first).multipliedReportingOverflow(by: 4)
        if least.overflow || least.partialValue > reader.byteCount {
            header.suspicion = FileEnd.cutOff(at: reader.byteCount, of: nil)
        }
        return header
    }

    /// Returns the line with the size, which follows an empty line.
    private static func readLine(from reader: inout BoundedReader) throws(MediaFileError) -> String
    {
        let text = try reader.prefix(at: 0, count: maximumText)
        let lines = text.split(separator: 10, omittingEmptySubsequences: false)
        guard let empty = lines.firstIndex(where: \.isEmpty), empty + 1 < lines.count else {
            throw MediaFileError(.damaged, "a Radiance picture without a size")
        }
        return String(decoding: lines[empty + 1].prefix(80), as: UTF8.self)
    }
}

/// Reads the attributes of the first part of an OpenEXR file.
enum OpenEXRHeader {
    private static let maximumAttributes = 500

    static func read(from reader: inout BoundedReader) throws(MediaFileError) -> MediaHeader {
        var header = MediaHeader(type: .openEXR, storedWidth: 0, storedHeight: 0)
        var offset: Int64 = 8
        var zone: String?
        for _ in 0..<maximumAttributes {
            try reader.step()
            let name = try readText(at: &offset, from: &reader)
            guard !name.isEmpty else { break }
            let type = try readText(at: &offset, from: &reader)
            let size = Int64(try reader.uint32(at: offset, .little))
            let content = offset + 4
            if (name, type) == ("displayWindow", "box2i"), size == 16 {
                let sides = try (0..<4).map { index throws(MediaFileError) in
                    let number = try reader.uint32(at: content + Int64(index) * 4, .little)
                    return Int(Int32(truncatingIfNeeded: number))
                }
                header.storedWidth = max(0, sides[2] - sides[0] + 1)
                header.storedHeight = max(0, sides[3] - sides[1] + 1)
            } else if (name, type) == ("capDate", "string") {
                let date = try reader.prefix(at: content, count: Int(min(32, size)))
                header.tags["OpenEXR.capDate"] = String(decoding: date, as: UTF8.self)
                    .trimmingBlanks()
            } else if (name, type) == ("utcOffset", "float"), size == 4 {
                let bits = UInt32(truncatingIfNeeded: try reader.uint32(at: content, .little))
                zone = Self.zoneText(secondsToGMT: Float(bitPattern: bits))
            }
            offset = content + size
        }
        if let zone { header.tags["OpenEXR.capDate"]?.append(zone) }
        return header
    }

    /// Returns the zone as "+02:00", from the number of seconds to add to local time for GMT.
    private static func zoneText(secondsToGMT seconds: Float) -> String? {
        guard seconds.magnitude <= 18 * 3600 else { return nil }
        let minutes = Int((-seconds / 60).rounded())
        func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hours, rest) = (minutes.magnitude / 60, minutes.magnitude % 60)
        return (minutes < 0 ? "-" : "+") + digits(Int(hours)) + ":" + digits(Int(rest))
    }

    /// Reads a name of at most 255 bytes, which a zero ends.
    private static func readText(
        at offset: inout Int64,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> String {
        let bytes = try reader.prefix(at: offset, count: 256)
        guard let end = bytes.firstIndex(of: 0) else {
            throw MediaFileError(.damaged, "an attribute without an end")
        }
        let text = bytes[..<end]
        offset += Int64(text.count) + 1
        return String(decoding: text, as: UTF8.self)
    }
}

/// Reads JPEG XR: a directory as in TIFF, with other tags for the size.
enum JPEGXRHeader {
    static func read(from reader: inout BoundedReader) throws(MediaFileError) -> MediaHeader {
        let block = 0..<reader.byteCount
        let directory = try TIFFDirectory.first(in: block, from: &reader)
        guard let width = try directory.integer(of: 0xBC80, from: &reader),
            let height = try directory.integer(of: 0xBC81, from: &reader)
        else { throw MediaFileError(.damaged, "it states no size") }
        // The flips and rotations of the stored picture, by their numbers.
        let turns: [ImageOrientation] = [
            .up, .downMirrored, .upMirrored, .down, .right, .rightMirrored, .leftMirrored, .left,
        ]
        let turn = try directory.integer(of: 0xBC02, from: &reader) ?? 0
        var header = MediaHeader(
            type: .jpegXR,
            storedWidth: width,
            storedHeight: height,
            orientation: turns.indices.contains(turn) ? turns[turn] : .up,
            exif: block
        )
        header.xmp = directory.range(of: 0x02BC)
        header.iptc = directory.range(of: 0x83BB)
        if let start = try directory.integer(of: 0xBCC0, from: &reader),
            let count = try directory.integer(of: 0xBCC1, from: &reader)
        {
            let end = Int64(start) + Int64(count)
            if end > reader.byteCount {
                header.suspicion = FileEnd.cutOff(at: reader.byteCount, of: end)
            }
        }
        return header
    }
}
