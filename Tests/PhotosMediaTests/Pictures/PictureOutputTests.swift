import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// What the worker writes: formats, transparency, and nothing of the file beside its picture.
@Suite(.permit) struct PictureOutputTests {
    private static func file(
        _ format: PictureRendition.Format,
        of bytes: [UInt8]
    ) throws -> [UInt8] {
        let request = PictureRequest(renditions: [PictureRendition(.full, format)])
        let picture = try #require(Golden.pictures(bytes, request).first)
        #expect(picture.format == format)
        return [UInt8](picture.bytes)
    }

    /// Pixels of one colour whose right half is transparent.
    private static func halfTransparent(_ width: Int, _ height: Int) -> [UInt8] {
        (0..<width * height).flatMap { index -> [UInt8] in
            index % width < width / 2 ? [250, 240, 230, 255] : [0, 0, 0, 0]
        }
    }

    @Test func `every format has the pixels that it was given`() throws {
        let formats: [(PictureRendition.Format, MediaType, Int)] = [
            (.png, .png, 0), (.jpeg(quality: 95), .jpeg, 6), (.jpeg(quality: 80), .jpeg, 14),
            (.heic(quality: 90), .heic, 12),
        ]
        let exif = ExifFields(orientation: 6, make: "Maker", model: "Model")
        let drawn = RasterImage.gradient(width: 320, height: 240)
        let reference = RasterImage(width: 240, height: 320) { drawn[$1, 239 - $0] }
        for (format, type, tolerance) in formats {
            let source = TestPNG(width: 320, height: 240, exif: exif).data()
            let bytes = try Self.file(format, of: source)
            let header = try MediaHeader.read(from: bytes)
            #expect(header.type == type)
            #expect((header.displayedWidth, header.displayedHeight) == (240, 320))
            // Neither the turn nor anything else of the file is told again.
            #expect(header.orientation == .up)
            for text in ["Maker", "ICC_PROFILE", "iCCP"] {
                #expect(Data(bytes).range(of: Data(text.utf8)) == nil)
            }
            let difference = try Golden.difference(Golden.picture(bytes), reference)
            #expect(difference.maximum <= tolerance)
        }
    }

    @Test func `fine qualities of JPEG keep all colours, others half of them`() throws {
        for (quality, sampling) in [(89, UInt8(0x22)), (90, 0x11), (100, 0x11)] {
            let bytes = try Self.file(
                .jpeg(quality: quality),
                of: TestPNG(width: 64, height: 64).data()
            )
            let frame = try #require(
                bytes.indices.first { bytes[$0...].starts(with: [0xFF, 0xC0]) }
            )
            #expect(bytes[frame + 11] == sampling)
        }
    }

    @Test func `transparency is kept where a format has it, and white elsewhere`() throws {
        let pixels = Self.halfTransparent(64, 32)
        let source = PictureRequest.Source.pixels(width: 64, height: 32)
        let formats: [PictureRendition.Format] = [
            .pixels, .png, .jpeg(quality: 95), .heic(quality: 95),
        ]
        let pictures = try Golden.pictures(
            pixels,
            PictureRequest(source, renditions: formats.map { PictureRendition(.full, $0) })
        )
        #expect([UInt8](pictures[0].bytes) == pixels)
        let png = try Golden.picture([UInt8](pictures[1].bytes))
        #expect([UInt8](png.bytes) == pixels)
        for picture in pictures[2...] {
            let back = try Golden.picture([UInt8](picture.bytes))
            #expect(Golden.pixel(back, 56, 16).allSatisfy { $0 >= 250 })
            #expect(abs(Golden.pixel(back, 8, 16)[2] - 230) <= 4)
        }
    }

    @Test(arguments: [
        PictureRendition.Size.about(longSide: 21), .exactly(width: 27, height: 13),
        .atLeast(width: 9, height: 3),
    ])
    func `transparent pixels do not colour their neighbours`(size: PictureRendition.Size) throws {
        let request = PictureRequest(
            .pixels(width: 63, height: 33),
            renditions: [PictureRendition(size, .pixels)]
        )
        let picture = try #require(
            Golden.pictures(Self.halfTransparent(63, 33), request).first
        )
        for column in 0..<picture.width {
            let pixel = Golden.pixel(picture, column, picture.height / 2)
            guard pixel[3] > 16 else { continue }
            #expect(abs(pixel[0] - 250) <= 8 && abs(pixel[2] - 230) <= 8)
        }
        #expect(Golden.pixel(picture, 0, 0)[3] == 255)
        #expect(Golden.pixel(picture, picture.width - 1, 0)[3] == 0)
    }

    @Test(arguments: [
        "a.png", "a.webp[lossless]", "a.tiff", "a.gif", "a.jxl[lossless]", "a.avif[lossless]",
    ])
    func `files keep their transparency`(name: String) throws {
        let folder = try ScratchFolder()
        let request = PictureRequest(
            .pixels(width: 64, height: 32),
            renditions: [PictureRendition(.full, .png)]
        )
        let png = try #require(Golden.pictures(Self.halfTransparent(64, 32), request).first)
        let source = try folder.write([UInt8](png.bytes), to: "source.png")
        try OtherProgram.run("vips", ["copy", source, "\(folder.path)/\(name)"])
        let file = "\(folder.path)/\(name.prefix { $0 != "[" })"
        let picture = try Golden.picture([UInt8](try Data(contentsOf: URL(filePath: file))))
        #expect(Golden.pixel(picture, 56, 16)[3] <= 2)
        let opaque = Golden.pixel(picture, 8, 16)
        #expect(opaque[3] >= 253 && abs(opaque[0] - 250) <= 4)
    }

    @Test func `fewer pixels than a size says are an error`() throws {
        let request = PictureRequest(
            .pixels(width: 65, height: 32),
            renditions: [PictureRendition(.full, .png)]
        )
        #expect(throws: MediaFileError.self) {
            try Golden.pictures(Self.halfTransparent(64, 32), request)
        }
    }
}
