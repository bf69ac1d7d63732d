package import MediaSynthesis
import PhotosMedia

/// A WebP file of the extended form whose header is right and whose picture is a stub: for header readers.
package struct TestWebP {
    package var width: Int
    package var height: Int
    package var exif: ExifFields?

    package init(width: Int = 32, height: Int = 24, exif: ExifFields? = nil) {
        self.width = width
        self.height = height
        self.exif = exif
    }

    /// The whole file.
    package func data() -> [UInt8] {
        var canvas: [UInt8] = [exif == nil ? 0 : 0x08, 0, 0, 0]
        for side in [width - 1, height - 1] {
            canvas += [0, 8, 16].map { UInt8(truncatingIfNeeded: side >> $0) }
        }
        var content = Array("WEBP".utf8) + Self.chunk("VP8X", canvas)
        content += Self.chunk("VP8 ", [0, 0, 0, 0x9D, 0x01, 0x2A, 1, 0, 1, 0, 0])
        if let exif { content += Self.chunk("EXIF", exif.block()) }
        return Self.chunk("RIFF", content)
    }

    private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let length = [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: content.count >> $0) }
        return Array(type.utf8) + length + content
            + [UInt8](repeating: 0, count: content.count % 2)
    }
}
