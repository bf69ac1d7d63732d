import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// Files of every format, compared with what was drawn.
@Suite(.permit) struct PictureFormatTests {
    private static let drawn = Golden.gradient(320, 240)

    /// Tolerances are for what a format loses by itself.
    private struct Format {
        let name: String
        var mean: Double
        var maximum: Int
    }

    private static let formats = [
        Format(name: "a.png", mean: 0, maximum: 0),
        Format(name: "a.png[interlace]", mean: 0, maximum: 0),
        Format(name: "a.tiff", mean: 0, maximum: 0),
        Format(name: "a.tiff[tile,compression=lzw]", mean: 0, maximum: 0),
        Format(name: "a.tiff[compression=jpeg,Q=95]", mean: 2, maximum: 8),
        Format(name: "a.jpg[Q=95]", mean: 1, maximum: 6),
        Format(name: "a.jpg[Q=95,interlace]", mean: 1, maximum: 6),
        Format(name: "a.webp[lossless]", mean: 0, maximum: 0),
        Format(name: "a.webp[Q=95]", mean: 2, maximum: 8),
        Format(name: "a.gif[dither=0]", mean: 6, maximum: 24),
        Format(name: "a.heic[Q=95]", mean: 2, maximum: 8),
        Format(name: "a.avif[Q=95]", mean: 2, maximum: 8),
        Format(name: "a.jxl[lossless]", mean: 0, maximum: 0),
        Format(name: "a.jxl[Q=95]", mean: 2, maximum: 20),
        Format(name: "a.jp2[lossless]", mean: 0, maximum: 0),
        Format(name: "a.j2k[lossless,tile-width=64,tile-height=64]", mean: 0, maximum: 0),
        Format(name: "a.jp2[Q=95]", mean: 2, maximum: 20),
        Format(name: "a.hdr", mean: 1, maximum: 16),
    ]

    @Test(arguments: formats.map(\.name))
    func `a picture comes out as it was drawn`(name: String) throws {
        let format = try #require(Self.formats.first { $0.name == name })
        let bytes = try OtherProgram.vips(Self.drawn, name)
        let full = try Golden.picture(bytes)
        let difference = try Golden.difference(full, Self.drawn)
        #expect(difference.mean <= format.mean)
        #expect(difference.maximum <= format.maximum)

        let small = try Golden.picture(bytes, .about(longSide: 80))
        #expect((75...80).contains(small.width))
        let reference = Golden.gradient(small.width, small.height)
        let smallDifference = try Golden.difference(small, reference)
        #expect(smallDifference.mean <= format.mean + 1)
        #expect(smallDifference.maximum <= format.maximum + 3)
    }

    @Test(arguments: ["a.bmp", "b.bmp"])
    func `bitmaps of Windows come out as they were drawn`(name: String) throws {
        let layout = name == "a.bmp" ? "bgr24" : "bgra"
        let bytes = try OtherProgram.movie(
            Self.drawn,
            name,
            ["-frames:v", "1", "-pix_fmt", layout]
        )
        let difference = try Golden.difference(Golden.picture(bytes), Self.drawn)
        #expect(difference.maximum == 0)
    }

    @Test(arguments: ["a.gif[page-height=30]", "a.webp[lossless,page-height=30]"])
    func `an animated picture shows its first frame`(name: String) throws {
        // libvips takes a tall picture for frames one above the other.
        let tall = RasterImage(width: 40, height: 90) { _, row in
            row < 30
                ? .init(red: 250, green: 10, blue: 10) : .init(red: 10, green: 10, blue: 250)
        }
        let picture = try Golden.picture(try OtherProgram.vips(tall, name))
        #expect(picture.height == 30)
        #expect(Golden.pixel(picture, 20, 28)[0] > 240)
        #expect(Golden.pixel(picture, 20, 28)[2] < 20)
    }

    @Test func `a HEIC shows its embedded thumbnail where that is large enough`() throws {
        let folder = try ScratchFolder()
        let drawn = Golden.gradient(1280, 960)
        let source = try folder.write(JPEGEncoder(quality: 95).encode(drawn), to: "a.jpg")
        let made = "\(folder.path)/a.heic"
        try OtherProgram.run("heif-enc", ["-q", "90", "-t", "320", source, "-o", made])
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: made)))
        for (longSide, isExact) in [(320, true), (300, false), (640, false)] {
            let picture = try Golden.picture(bytes, .about(longSide: longSide))
            #expect(picture.width <= longSide && picture.width * 16 >= longSide * 15)
            if isExact { #expect(picture.width == 320) }
            let reference = Golden.gradient(picture.width, picture.height)
            let difference = try Golden.difference(picture, reference)
            #expect(difference.mean <= 3)
            #expect(difference.maximum <= 16)
        }
    }
}
