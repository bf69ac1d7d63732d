/// Reads the properties in the chunks of a PNG (https://www.w3.org/TR/png-3/#11Chunks).
enum PNGProperties {
    /// The largest number of chunks that are searched, because texts may follow the pixels.
    private static let maximumChunks = 4096

    /// The largest length in bytes of a text with its keyword.
    private static let maximumText = 8 << 10

    /// Returns the depth, the colour model, whether there is transparency, the group `{PNG}` and its dots per inch.
    ///
    /// Damaged chunks, and texts that are compressed, are left out.
    static func read(from reader: inout BoundedReader) -> [String: PictureValue] {
        var found: [String: PictureValue] = [:]
        guard let start = try? Array(reader.bytes(at: 24, count: 5)) else { return found }
        let kind = Int(start[1])
        let isIndexed = kind == 3
        // Colours of a table have 8 bits.
        found["Depth"] = .integer(isIndexed ? 8 : Int(start[0]))
        found["ColorModel"] = .text(kind & 2 == 0 ? "Gray" : "RGB")
        found["HasAlpha"] = .integer(kind & 4 == 0 ? 0 : 1)
        if isIndexed { found["IsIndexed"] = .integer(1) }
        var fields: [String: PictureValue] = ["InterlaceType": .integer(Int(start[4]))]
        try? scanChunks(into: &found, fields: &fields, from: &reader)
        found["{PNG}"] = .group(fields)
        return found
    }

    private static func scanChunks(
        into found: inout [String: PictureValue],
        fields: inout [String: PictureValue],
        from reader: inout BoundedReader
    ) throws(MediaFileError) {
        var offset: Int64 = 8
        for _ in 0..<maximumChunks {
            try reader.step()
            let length = try reader.uint32(at: offset)
            let content = offset + 8
            switch (try reader.code(at: offset + 4), length) {
            case ("gAMA", 4):
                fields["Gamma"] = .number(Double(try reader.uint32(at: content)) / 100_000)
            case ("cHRM", 32):
                var numbers: [PictureValue] = []
                for index in 0..<8 {
                    let number = try reader.uint32(at: content + Int64(index) * 4)
                    numbers.append(.number(Double(number) / 100_000))
                }
                fields["Chromaticities"] = .list(numbers)
            case ("sRGB", 1):
                fields["sRGBIntent"] = .integer(try reader.uint8(at: content))
            case ("pHYs", 9):
                // Other units than the metre state an aspect ratio.
                guard try reader.uint8(at: content + 8) == 1 else { break }
                for (index, axis) in ["X", "Y"].enumerated() {
                    let dots = try reader.uint32(at: content + Int64(index) * 4)
                    fields["\(axis)PixelsPerMeter"] = .integer(dots)
                    let name = index == 0 ? "DPIWidth" : "DPIHeight"
                    if dots > 0 { found[name] = .number(Double(dots) * 0.0254) }
                }
            case ("tRNS", _):
                found["HasAlpha"] = .integer(1)
            case (let code, 1...maximumText) where code == "tEXt" || code == "iTXt":
                let bytes = try reader.bytes(at: content, count: length)
                if let (name, text) = keywordAndText(in: bytes, isInternational: code == "iTXt") {
                    fields[name] = fields[name] ?? .text(text)
                }
            case ("IEND", _): return
            default: break
            }
            offset = content + Int64(length) + 4
        }
    }

    /// Returns the keyword and the text of a chunk; nil for other keywords, and for a compressed text.
    private static func keywordAndText(
        in bytes: ArraySlice<UInt8>,
        isInternational: Bool
    ) -> (name: String, text: String)? {
        guard let end = bytes.firstIndex(of: 0) else { return nil }
        let name = String(decoding: bytes[..<end], as: UTF8.self)
        guard PropertyNames.pngTexts.contains(name) else { return nil }
        var rest = bytes[(end + 1)...]
        if isInternational {
            // The fields are: compression flag, method, language and translated keyword.
            guard rest.count > 2, rest.first == 0,
                let language = rest.dropFirst(2).firstIndex(of: 0),
                let translation = rest[(language + 1)...].firstIndex(of: 0)
            else { return nil }
            rest = rest[(translation + 1)...]
        }
        return (name, PlainBytes.text(of: rest).trimmingBlanks())
    }
}
