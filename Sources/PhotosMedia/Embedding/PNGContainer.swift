import PhotosBase

/// The chunks of metadata in a PNG.
struct PNGContainer: MetadataContainer {
    private let exif: Range<Int64>?
    private let xmp: Range<Int64>?
    /// The offset of the first chunk of pixels.
    private let pixels: Int64
    private let byteCount: Int64
    let parts: MetadataParts

    private static let keyword = Array("XML:com.adobe.xmp\0".utf8)
    init(_ source: some ByteSource) throws(MediaFileError) {
        var exif: Range<Int64>?
        var xmp: Range<Int64>?
        var pixels: Int64?
        var parts = MetadataParts()
        for chunk in try FileChunk.pngChunks(of: source) {
            let (code, whole, content) = (chunk.code, chunk.whole, chunk.content)
            switch code {
            case "IDAT": pixels = pixels ?? whole.lowerBound
            case "eXIf" where exif == nil:
                exif = whole
                let bytes = try source.bytes(at: content.lowerBound, count: Int(content.count))
                parts.exif = bytes.starts(with: "Exif\0\0".utf8) ? Array(bytes.dropFirst(6)) : bytes
            case "iTXt", "tEXt", "zTXt":
                guard content.count <= 4 << 20 else {
                    throw MediaFileError(.notEmbeddable, "a text of the PNG is too long")
                }
                let bytes = try source.bytes(at: content.lowerBound, count: Int(content.count))
                if code == "iTXt", xmp == nil, bytes.starts(with: Self.keyword) {
                    xmp = whole
                    parts.xmp = try Self.packetChunk(of: bytes)
                } else if bytes.starts(with: "Raw profile type ".utf8),
                    !bytes.dropFirst(17).starts(with: "ic".utf8)
                {
                    // Other programs would still read the old values there.
                    throw MediaFileError(.notEmbeddable, "the PNG has its metadata as digits")
                }
            default: break
            }
        }
        guard let pixels else {
            throw MediaFileError(.notEmbeddable, "the PNG has no pixels")
        }
        (self.exif, self.xmp, self.pixels, self.parts) = (exif, xmp, pixels, parts)
        byteCount = source.byteCount
    }

    /// Returns the packet in a text behind its keyword.
    private static func packetChunk(of text: [UInt8]) throws(MediaFileError) -> [UInt8] {
        let flags = text.dropFirst(keyword.count)
        var rest = flags.dropFirst(2)
        // The language and the translated keyword.
        for _ in 0..<2 {
            guard let end = rest.firstIndex(of: 0) else {
                throw MediaFileError(.notEmbeddable, "the XMP of the PNG is damaged")
            }
            rest = rest[(end + 1)...]
        }
        guard flags.first != 0 else { return Array(rest) }
        guard let packet = Inflation.bytes(ofZlib: rest, limit: XMPTags.maximumPacket) else {
            throw MediaFileError(.notEmbeddable, "the XMP of the PNG is damaged")
        }
        return packet
    }

    func plan(with parts: MetadataParts) throws(MediaFileError) -> CopyPlan {
        let text = parts.xmp.map { Self.keyword + [0, 0, 0, 0] + $0 }
        var marks = [
            (range: exif ?? pixels..<pixels, chunk: Self.chunk("eXIf", content: parts.exif)),
            (range: xmp ?? pixels..<pixels, chunk: Self.chunk("iTXt", content: text)),
        ]
        if marks[1].range.lowerBound < marks[0].range.lowerBound { marks.swapAt(0, 1) }
        marks.append(
            (pixels..<pixels, Self.chunk("tEXt", content: parts.resources.map(Self.profileChunk)))
        )
        var plan = CopyPlan()
        var position: Int64 = 0
        for (range, chunk) in marks {
            plan.add(position..<range.lowerBound)
            plan.add(chunk)
            position = range.upperBound
        }
        plan.add(position..<byteCount)
        return plan
    }

    /// Returns Photoshop's resources as the text in which ImageMagick, exiv2 and ExifTool store the records of IPTC.
    ///
    /// PNG has no chunk of its own for them:
    /// https://exiftool.org/TagNames/PNG.html#TextualData
    private static func profileChunk(of resources: [UInt8]) -> [UInt8] {
        var text = Array("Raw profile type iptc\0\niptc\n\(resources.count)".utf8)
        for (index, byte) in resources.enumerated() {
            if index % 36 == 0 { text.append(0x0A) }
            Hexadecimal.add([byte], to: &text)
        }
        return text + [0x0A]
    }

    private static func chunk(_ code: String, content: [UInt8]?) -> [UInt8] {
        guard let content else { return [] }
        var writer = ByteWriter(capacity: content.count + 12)
        writer.uint32(content.count)
        writer.text(code)
        writer.append(content)
        writer.uint32(Int(CRC32(writer.bytes[4...]).value))
        return writer.bytes
    }
}
