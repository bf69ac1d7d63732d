import PhotosMedia

/// A small grey TIFF that any program can decode.
package struct TestTIFF {
    package var width: Int
    package var height: Int

    package init(width: Int = 32, height: Int = 24) {
        self.width = width
        self.height = height
    }

    /// The whole file.
    package func data() -> [UInt8] {
        let fields = [
            (0x0100, width), (0x0101, height), (0x0102, 8), (0x0103, 1), (0x0106, 1),
            (0x0111, 8 + 2 + 9 * 12 + 4), (0x0115, 1), (0x0116, height), (0x0117, width * height),
        ]
        var out = ByteWriter()
        out.append([0x4D, 0x4D, 0x00, 0x2A])
        out.uint32(8)
        out.uint16(fields.count)
        for (tag, value) in fields {
            out.uint16(tag)
            out.uint16(4)
            out.uint32(1)
            out.uint32(value)
        }
        out.uint32(0)
        out.append((0..<width * height).map { UInt8(truncatingIfNeeded: $0) })
        return out.bytes
    }
}
