package import PhotosMedia

/// A small grey TIFF with offsets of eight bytes, and an Exif directory.
package struct TestBigTIFF {
    package var width: Int
    package var height: Int
    package var isLittle: Bool
    package var orientation: ImageOrientation
    /// "2024:05:01 12:30:00".
    package var date = "2024:05:01 12:30:00"

    package init(
        width: Int = 32,
        height: Int = 24,
        isLittle: Bool = true,
        orientation: ImageOrientation = .up
    ) {
        self.width = width
        self.height = height
        self.isLittle = isLittle
        self.orientation = orientation
    }

    /// The whole file.
    package func data() -> [UInt8] {
        let count = 11
        let exif = 16 + 8 + count * 20 + 8
        let text = Array(date.utf8) + [0]
        let words = exif + 8 + 20 + 8
        let pixels = words + text.count
        // Directories are sorted; offsets to pixels may have eight bytes.
        let fields = [
            (0x0100, 3, width), (0x0101, 3, height), (0x0102, 3, 8), (0x0103, 3, 1), (0x0106, 3, 1),
            (0x0111, 16, pixels), (0x0112, 3, orientation.rawValue), (0x0115, 3, 1),
            (0x0116, 3, height), (0x0117, 16, width * height), (0x8769, 18, exif),
        ]
        var out = ByteWriter()
        out.text(isLittle ? "II" : "MM")
        for (value, size) in [(43, 2), (8, 2), (0, 2), (16, 8), (count, 8)] {
            out.number(value, bytes: size, isLittle: isLittle)
        }
        for (tag, type, value) in fields {
            field(tag, type, 1, value, type == 3 ? 2 : 8, &out)
        }
        out.zeros(8)
        out.number(1, bytes: 8, isLittle: isLittle)
        field(0x9003, 2, text.count, words, 8, &out)
        out.zeros(8)
        out.append(text)
        out.append((0..<width * height).map { UInt8(truncatingIfNeeded: $0) })
        return out.bytes
    }

    private func field(
        _ tag: Int,
        _ type: Int,
        _ count: Int,
        _ value: Int,
        _ size: Int,
        _ out: inout ByteWriter
    ) {
        out.number(tag, bytes: 2, isLittle: isLittle)
        out.number(type, bytes: 2, isLittle: isLittle)
        out.number(count, bytes: 8, isLittle: isLittle)
        out.number(value, bytes: size, isLittle: isLittle)
        out.zeros(8 - size)
    }
}
