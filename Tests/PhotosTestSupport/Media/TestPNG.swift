package import MediaSynthesis
import PhotosBase
import PhotosMedia

/// A small PNG that any program can decode, its pixels stored without compression.
package struct TestPNG {
    package var width: Int
    package var height: Int
    package var exif: ExifFields?
    /// Keywords ("Comment") with their texts.
    package var texts: [String: String]
    /// Whole chunks that stand before the pixels.
    package var chunks: [[UInt8]]
    package var seed: UInt8

    package init(
        width: Int = 32,
        height: Int = 24,
        exif: ExifFields? = nil,
        texts: [String: String] = [:],
        chunks: [[UInt8]] = [],
        seed: UInt8 = 128
    ) {
        self.width = width
        self.height = height
        self.exif = exif
        self.texts = texts
        self.chunks = chunks
        self.seed = seed
    }

    /// The whole file.
    package func data() -> [UInt8] {
        var out = ByteWriter()
        out.append([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        out.append(Self.header(width: width, height: height))
        if let exif { out.append(Self.chunk("eXIf", exif.block())) }
        for (keyword, text) in texts.sorted(by: { $0.key < $1.key }) {
            out.append(Self.chunk("tEXt", Array(keyword.utf8) + [0] + Array(text.utf8)))
        }
        for chunk in chunks { out.append(chunk) }
        out.append(Self.chunk("IDAT", compressed()))
        out.append(Self.chunk("IEND", []))
        return out.bytes
    }

    /// A header chunk, whatever the size.
    package static func header(width: Int, height: Int) -> [UInt8] {
        let content = ByteWriter {
            $0.uint32(width)
            $0.uint32(height)
            $0.append([8, 2, 0, 0, 0])
        }
        return chunk("IHDR", content.bytes)
    }

    private func compressed() -> [UInt8] {
        let image = RasterImage.gradient(width: width, height: height, seed: seed)
        var rows: [UInt8] = []
        for row in 0..<height {
            rows.append(0)
            rows += image.samples[row * width * 3..<(row + 1) * width * 3]
        }
        var out = ByteWriter()
        out.append([0x78, 0x01])
        var start = 0
        while start < rows.count {
            let end = min(start + 65_535, rows.count)
            out.uint8(end == rows.count ? 1 : 0)
            let length = end - start
            for value in [length, ~length] {
                out.uint8(value)
                out.uint8(value >> 8)
            }
            out.append(rows[start..<end])
            start = end
        }
        out.uint32(Self.adler(rows))
        return out.bytes
    }

    /// One part of a PNG, with its checksum.
    package static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let checked = Array(type.utf8) + content
        var out = ByteWriter()
        out.uint32(content.count)
        out.append(checked)
        out.uint32(Int(CRC32(checked).value))
        return out.bytes
    }

    /// Metadata in a packed text, as ImageMagick writes them; its packing is the one that does not make it smaller.
    package static func profile(_ metadata: [UInt8]) -> [UInt8] {
        let digits = metadata.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let text = Array("\nexif\n\(metadata.count)\n\(digits)\n".utf8)
        let packed = ByteWriter {
            $0.append([0x78, 0x01, 1])
            for value in [text.count, ~text.count] {
                $0.uint8(value)
                $0.uint8(value >> 8)
            }
            $0.append(text)
            $0.uint32(adler(text))
        }
        return chunk("zTXt", Array("Raw profile type exif\0\0".utf8) + packed.bytes)
    }

    /// The sum that zlib closes its data with.
    package static func adler(_ bytes: [UInt8]) -> Int {
        var low = 1
        var high = 0
        for byte in bytes {
            low = (low + Int(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return high << 16 | low
    }
}
