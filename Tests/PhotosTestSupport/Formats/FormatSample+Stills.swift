import MediaSynthesis
import PhotosMedia

extension FormatSample {
    static func stills(_ variation: Int) throws -> [FormatSample] {
        let drawn = drawing(variation)
        let jpeg = JPEGEncoder(quality: 90).encode(drawn)
        let jpeg2000 = try OtherProgram.vips(drawn, "a.jp2[Q=60]")
        var large = TestPSD(drawn)
        large.isLarge = true
        return [
            FormatSample("JPEG", .jpeg, jpeg, tagging: .exif),
            FormatSample("PNG", .png, try OtherProgram.vips(drawn, "a.png"), tagging: .exif),
            FormatSample("WebP", .webp, try OtherProgram.vips(drawn, "a.webp"), tagging: .exif),
            FormatSample("GIF", .gif, try OtherProgram.vips(drawn, "a.gif"), tagging: .xmp),
            FormatSample("TIFF", .tiff, try OtherProgram.vips(drawn, "a.tiff"), tagging: .exif),
            FormatSample("BigTIFF", .tiff, TestBigTIFF(width: drawn.width, height: 120).data()),
            FormatSample("BMP", .bmp, try picture(drawn, "a.bmp", ["-pix_fmt", "bgr24"])),
            FormatSample("JPEG XL", .jpegXL, try OtherProgram.vips(drawn, "a.jxl"), tagging: .exif),
            FormatSample("JPEG 2000", .jpeg2000, jpeg2000, tagging: .exif),
            FormatSample("Photoshop (PSD)", .photoshop, TestPSD(drawn).data(), tagging: .exif),
            FormatSample("Photoshop (PSB)", .photoshopLarge, large.data(), tagging: .exif),
            FormatSample("Radiance HDR", .radiance, try OtherProgram.vips(drawn, "a.hdr")),
            FormatSample("OpenEXR", .openEXR, try picture(drawn, "a.exr", [])),
            FormatSample("JPEG XR", .jpegXR, jpegXR(drawn)),
        ] + (try containers(variation, drawn, jpeg))
    }

    private static func containers(
        _ variation: Int,
        _ drawn: RasterImage,
        _ jpeg: [UInt8]
    ) throws -> [FormatSample] {
        let tiles = RasterImage.gradient(width: 192, height: 128)
        var assembled = try AssembledHEIF(
            tiles,
            columns: 3,
            rows: 2,
            size: PixelSize(width: 180 - variation % 32, height: 120)
        )
        // Without a brand that says how its picture is coded.
        var plain = assembled.data()
        plain.replaceSubrange(8..<12, with: Array("mif1".utf8))
        plain.replaceSubrange(16..<24, with: Array("mif1miaf".utf8))
        assembled.auxiliaries = 3
        assembled.describesUnknownItem = true
        let sequence = try movie(variation, "a.mp4", "-c:v libx265 -tag:v hvc1")
        let item = TestItemHEIF.file(
            "jpeg",
            "jpeg",
            jpeg,
            width: drawn.width,
            height: drawn.height
        )
        return [
            FormatSample("HEIC", .heic, try OtherProgram.vips(drawn, "a.heic"), tagging: .exif),
            FormatSample("HEIC that libheif refuses", .heic, assembled.data()),
            FormatSample("HEIF, coded as HEVC", .heif, plain),
            FormatSample("HEIF, coded as JPEG", .heif, item),
            FormatSample("HEIF sequence", .heics, branded(sequence, "hevc")),
            FormatSample("AVIF", .avif, try OtherProgram.vips(drawn, "a.avif"), tagging: .exif),
        ]
    }

    private static func branded(_ file: [UInt8], _ brand: String) -> [UInt8] {
        var file = file
        file.replaceSubrange(8..<12, with: Array(brand.utf8))
        return file
    }

    private static func picture(
        _ drawn: RasterImage,
        _ name: String,
        _ options: [String]
    ) throws -> [UInt8] {
        try OtherProgram.movie(drawn, name, ["-frames:v", "1", "-update", "1"] + options)
    }

    /// A file that says how large its picture is; no program here writes one.
    private static func jpegXR(_ drawn: RasterImage) -> [UInt8] {
        ByteWriter {
            $0.append([0x49, 0x49, 0xBC, 0x01, 8, 0, 0, 0, 2, 0])
            for (tag, value) in [(0xBC80, drawn.width), (0xBC81, drawn.height)] {
                for (number, size) in [(tag, 2), (4, 2), (1, 4), (value, 4)] {
                    $0.little(number, bytes: size)
                }
            }
            $0.zeros(64)
        }.bytes
    }
}
