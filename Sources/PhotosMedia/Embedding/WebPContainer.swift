/// The chunks of metadata in a WebP.
struct WebPContainer: MetadataContainer {
    private let chunks: [FileChunk]
    private let byteCount: Int64
    /// The content of the extended header, without the flags of metadata; new if the file has none.
    private let extended: [UInt8]
    let parts: MetadataParts

    private static let exifFlag: UInt8 = 0x08
    private static let xmpFlag: UInt8 = 0x04

    init(_ source: some ByteSource) throws(MediaFileError) {
        let chunks = try FileChunk.webPChunks(of: source)
        var parts = MetadataParts()
        var extended: [UInt8]?
        var hasAlpha = false
        for chunk in chunks {
            let content = chunk.content
            switch chunk.code {
            case "VP8X": extended = try source.bytes(at: content.lowerBound, count: 10)
            case "VP8L":
                let bits = try source.bytes(at: content.lowerBound + 1, count: 4)
                hasAlpha = bits.count == 4 && bits[3] & 0x10 != 0
            case "EXIF" where parts.exif == nil:
                let bytes = try source.bytes(at: content.lowerBound, count: Int(content.count))
                parts.exif = bytes.starts(with: "Exif\0\0".utf8) ? Array(bytes.dropFirst(6)) : bytes
            case "XMP " where parts.xmp == nil:
                parts.xmp = try source.bytes(at: content.lowerBound, count: Int(content.count))
            default: break
            }
        }
        guard chunks.contains(where: { ["VP8 ", "VP8L", "ANMF"].contains($0.code) })
        else { throw Self.damage }
        if let extended {
            guard extended.count == 10 else { throw Self.damage }
            self.extended = [extended[0] & ~(Self.exifFlag | Self.xmpFlag)] + extended.dropFirst()
        } else {
            let header = try MediaHeader.read(from: source)
            var writer = ByteWriter()
            writer.append([hasAlpha ? 0x10 : 0, 0, 0, 0])
            for side in [header.storedWidth - 1, header.storedHeight - 1] {
                writer.append([side, side >> 8, side >> 16].map { UInt8(truncatingIfNeeded: $0) })
            }
            self.extended = writer.bytes
        }
        self.chunks = chunks
        self.parts = parts
        byteCount = source.byteCount
    }

    private static let damage = MediaFileError(.notEmbeddable, "the WebP has no picture")

    func plan(with parts: MetadataParts) throws(MediaFileError) -> CopyPlan {
        if parts.resources != nil {
            throw MediaFileError(.notEmbeddable, "a WebP has no records of IPTC")
        }
        var header = extended
        if parts.exif != nil { header[0] |= Self.exifFlag }
        if parts.xmp != nil { header[0] |= Self.xmpFlag }
        var body = CopyPlan()
        body.add(Self.chunk("VP8X", content: header))
        for chunk in chunks where !["VP8X", "EXIF", "XMP "].contains(chunk.code) {
            body.add(chunk.whole)
        }
        body.add(Self.chunk("EXIF", content: parts.exif))
        body.add(Self.chunk("XMP ", content: parts.xmp))
        guard let size = UInt32(exactly: body.byteCount + 4) else {
            throw MediaFileError(.notEmbeddable, "the WebP is too large")
        }
        var start = ByteWriter()
        start.text("RIFF")
        start.number(size, endian: .little)
        start.text("WEBP")
        var plan = CopyPlan()
        plan.add(start.bytes)
        for piece in body.pieces { plan.add(piece) }
        // Bytes behind the picture belong to others, and stay.
        plan.add((chunks.last?.whole.upperBound ?? byteCount)..<byteCount)
        return plan
    }

    private static func chunk(_ code: String, content: [UInt8]?) -> [UInt8] {
        guard let content else { return [] }
        var writer = ByteWriter(capacity: content.count + 9)
        writer.text(code)
        writer.number(UInt32(truncatingIfNeeded: content.count), endian: .little)
        writer.append(content)
        if !content.count.isMultiple(of: 2) { writer.byte(0) }
        return writer.bytes
    }
}
