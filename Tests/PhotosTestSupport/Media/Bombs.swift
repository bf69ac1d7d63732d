import PhotosMedia

/// Small files that claim, or unfold into, far more than they are.
package enum Bombs {
    package static let all: [(name: String, bytes: [UInt8])] = [
        ("a PNG of 3,600 million pixels", png(60_000, 60_000)),
        ("a PNG of 1.6 GB that is needed at once", png(20_000, 10_000, [16, 6, 0, 0, 1])),
        ("a PNG whose data unfolds a thousandfold", png(8000, 8000)),
        ("a JPEG of 4,290 million pixels", jpeg(65_500, 65_500)),
        ("a JPEG of 380 million pixels without data", jpeg(20_000, 19_000)),
        ("a progressive JPEG of 380 million pixels", jpeg(20_000, 19_000, frame: 0xC2)),
        ("a GIF of 100,000 frames", gif(frames: 100_000)),
        ("a GIF of 65,535 by 65,535 pixels", Array("GIF89a".utf8) + [255, 255, 255, 255, 0, 0, 0]),
        ("a bitmap of a million by a million pixels", bitmap),
        ("a TIFF whose directories lead back to the first", loop),
        ("a HEIC of ten thousand boxes in each other", boxes(10_000)),
        ("a HEIC of 16,384 by 16,384 pixels", TestHEIF(width: 16_384, height: 16_384).data()),
        ("a WebP of 16,383 by 16,383 pixels", TestWebP(width: 16_383, height: 16_383).data()),
        ("a JPEG 2000 of 3,600 million pixels", codestream(60_000, 60_000)),
        ("a JPEG 2000 of 380 million pixels without data", codestream(20_000, 19_000)),
        ("a Photoshop document of 90,000 million pixels", photoshop(300_000, 300_000)),
        ("a Photoshop document of 380 million pixels without data", photoshop(20_000, 19_000)),
        ("a Radiance picture of 380 million pixels without data", radiance(20_000, 19_000)),
        ("an OpenEXR picture of 380 million pixels in one tile", light(20_000, 19_000)),
        ("a JPEG whose text is five thousand elements in each other", nested(5000)),
        (
            "a JPEG XL of a million by a million pixels",
            [0xFF, 0x0A] + Array(repeating: 0xFF, count: 64)
        ),
    ]

    private static func png(
        _ width: Int,
        _ height: Int,
        _ form: [UInt8] = [8, 0, 0, 0, 0]
    ) -> [UInt8] {
        let header = ByteWriter {
            $0.uint32(width)
            $0.uint32(height)
            $0.append(form)
        }
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + TestPNG.chunk("IHDR", header.bytes)
            + TestPNG.chunk("IDAT", zeros(min(64 << 20, (width + 1) * height)))
            + TestPNG.chunk("IEND", [])
    }

    /// So many zeros, compressed: one, and then the longest repetition again and again.
    private static func zeros(_ count: Int) -> [UInt8] {
        var bits = BitList()
        bits.append(0b1, 1)
        bits.append(0b01, 2)
        bits.appendCode(0b0011_0000, 8)
        for _ in 0..<count / 258 {
            bits.appendCode(0b1100_0101, 8)
            bits.appendCode(0, 5)
        }
        bits.appendCode(0, 7)
        return [0x78, 0x01] + bits.bytes + [0, 0, 0, 0]
    }

    private static func jpeg(_ width: Int, _ height: Int, frame: UInt8 = 0xC0) -> [UInt8] {
        var bytes = TestJPEG(width: 64, height: 64).data()
        var offset = 2
        while offset + 9 < bytes.count, bytes[offset] == 0xFF, bytes[offset + 1] != 0xDA {
            if bytes[offset + 1] == 0xC0 {
                bytes[offset + 1] = frame
                bytes[offset + 5] = UInt8(height >> 8)
                bytes[offset + 6] = UInt8(height & 255)
                bytes[offset + 7] = UInt8(width >> 8)
                bytes[offset + 8] = UInt8(width & 255)
            }
            offset += 2 + Int(bytes[offset + 2]) << 8 + Int(bytes[offset + 3])
        }
        return bytes
    }

    private static func gif(frames: Int) -> [UInt8] {
        let start = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
        let frame: [UInt8] = [
            0x21, 0xF9, 4, 0, 1, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0,
        ]
        return start + repeatElement(frame, count: frames).joined() + [0x3B]
    }

    private static let bitmap: [UInt8] = {
        var bytes = Array("BM".utf8) + [UInt8](repeating: 0, count: 64)
        bytes[14] = 40
        for offset in [20, 24] { bytes[offset] = 0x0F }
        bytes[26] = 1
        bytes[28] = 24
        return bytes
    }()

    private static let loop: [UInt8] = {
        var bytes = TestTIFF().data()
        let start = Int(bytes[4]) << 24 | Int(bytes[5]) << 16 | Int(bytes[6]) << 8 | Int(bytes[7])
        let count = Int(bytes[start]) << 8 | Int(bytes[start + 1])
        let next = start + 2 + count * 12
        if next + 4 <= bytes.count { bytes.replaceSubrange(next..<next + 4, with: bytes[4..<8]) }
        return bytes
    }()

    private static func codestream(_ width: Int, _ height: Int) -> [UInt8] {
        ByteWriter {
            $0.append([0xFF, 0x4F, 0xFF, 0x51, 0, 47, 0, 0])
            for number in [width, height, 0, 0, width, height, 0, 0] { $0.uint32(number) }
            $0.append([0, 3, 7, 1, 1, 7, 1, 1, 7, 1, 1])
            // Five levels, and quantities that are derived from one.
            $0.append([0xFF, 0x52, 0, 12, 0, 0, 0, 1, 1, 5, 4, 4, 0, 1])
            $0.append([0xFF, 0x5C, 0, 19, 0x40] + [UInt8](repeating: 0x48, count: 16))
            $0.append([0xFF, 0x90, 0, 10, 0, 0, 0, 0, 0, 14, 0, 1, 0xFF, 0x93, 0xFF, 0xD9])
        }.bytes
    }

    private static func photoshop(_ width: Int, _ height: Int) -> [UInt8] {
        var document = TestPSD(width: 1, height: 1, channels: [[0], [0], [0]])
        document.isLarge = true
        var bytes = document.data()
        bytes.replaceSubrange(
            14..<22,
            with: ByteWriter {
                $0.uint32(height)
                $0.uint32(width)
            }.bytes
        )
        return bytes
    }

    private static func radiance(_ width: Int, _ height: Int) -> [UInt8] {
        Array("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y \(height) +X \(width)\n".utf8)
            + [UInt8](repeating: 1, count: width * 4)
    }

    private static func light(_ width: Int, _ height: Int) -> [UInt8] {
        func number(_ value: Int) -> [UInt8] {
            (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        }
        func attribute(_ name: String, _ type: String, _ value: [UInt8]) -> [UInt8] {
            Array(name.utf8) + [0] + Array(type.utf8) + [0] + number(value.count) + value
        }
        let window = number(0) + number(0) + number(width - 1) + number(height - 1)
        let channels = ["B", "G", "R"].flatMap { name -> [UInt8] in
            Array(name.utf8) + [0] + number(2) + [0, 0, 0, 0] + number(1) + number(1)
        }
        return [0x76, 0x2F, 0x31, 0x01, 2, 2, 0, 0]
            + attribute("channels", "chlist", channels + [0])
            + attribute("compression", "compression", [3])
            + attribute("dataWindow", "box2i", window) + attribute("displayWindow", "box2i", window)
            + attribute("lineOrder", "lineOrder", [0])
            + attribute("pixelAspectRatio", "float", [0, 0, 0x80, 0x3F])
            + attribute("tiles", "tiledesc", number(width) + number(height) + [0]) + [0]
            + number(400) + number(0) + [UInt8](repeating: 0, count: 200)
    }

    private static func boxes(_ depth: Int) -> [UInt8] {
        var out = ByteWriter()
        out.append(TestHEIF().data().prefix(24))
        for level in 0..<depth {
            out.uint32((depth - level) * 12)
            out.append(Array("meta".utf8) + [0, 0, 0, 0])
        }
        return out.bytes
    }

    private static func nested(_ depth: Int) -> [UInt8] {
        let opening = String(repeating: "<a>", count: depth)
        let closing = String(repeating: "</a>", count: depth)
        return TestJPEG(
            xmp: "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\(opening)\(closing)</x:xmpmeta>"
        )
        .data()
    }
}

/// Bits from the lowest of each byte on.
private struct BitList {
    private(set) var bytes: [UInt8] = []
    private var count = 0

    mutating func append(_ bits: Int, _ length: Int) {
        for index in 0..<length {
            if count % 8 == 0 { bytes.append(0) }
            bytes[bytes.count - 1] |= UInt8(bits >> index & 1) << UInt8(count % 8)
            count += 1
        }
    }

    /// The codes of the compression stand with their highest bit first.
    mutating func appendCode(_ code: Int, _ length: Int) {
        for index in (0..<length).reversed() { append(code >> index & 1, 1) }
    }
}
