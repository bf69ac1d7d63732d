import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// Sizes, parts and turns, compared with what was drawn.
@Suite(.permit) struct PictureSizeTests {
    private static let drawn = Golden.gradient(640, 480)
    private static let jpeg = JPEGEncoder(quality: 95).encode(drawn)

    /// A picture that is shown as `drawn` by a reader that turns it as told.
    private static func turned(_ orientation: ImageOrientation) -> [UInt8] {
        let swapped = orientation.swapsSides
        let turn = orientation.coefficients
        let stored = RasterImage(width: swapped ? 480 : 640, height: swapped ? 640 : 480) {
            column,
            row in
            let x = column * turn[0] + row * turn[2] + (turn[0] + turn[2] < 0 ? 639 : 0)
            let y = column * turn[1] + row * turn[3] + (turn[1] + turn[3] < 0 ? 479 : 0)
            return drawn[x, y]
        }
        let exif = ExifFields(orientation: orientation.rawValue)
        return JPEGEncoder(quality: 95).encode(stored, exif: exif.block())
    }

    @Test(arguments: ImageOrientation.allCases)
    func `a turned picture comes out upright`(orientation: ImageOrientation) throws {
        let bytes = Self.turned(orientation)
        for size in [PictureRendition.Size.full, .about(longSide: 160)] {
            let picture = try Golden.picture(bytes, size)
            #expect(picture.width == (size == .full ? 640 : 160))
            let reference = Golden.gradient(picture.width, picture.height)
            let difference = try Golden.difference(picture, reference)
            #expect(difference.mean <= 1.5)
            #expect(difference.maximum <= 8)
        }
        let corner = UnitRectangle(x: 0.75, y: 0, width: 0.25, height: 0.5)
        let part = try Golden.picture(bytes, crop: corner)
        #expect(part.width == 160 && part.height == 240)
        #expect(abs(Golden.pixel(part, 80, 120)[0] - 223) <= 4)
        #expect(abs(Golden.pixel(part, 80, 120)[1] - 64) <= 4)
    }

    @Test(arguments: [ImageOrientation.up, .right])
    func `a sample beside pictures changes none of their bytes`(
        orientation: ImageOrientation
    ) throws {
        let bytes = Self.turned(orientation)
        let sample = PictureRendition(.about(longSide: 8), .pixels)
        for sides in [[256], [512, 256]] {
            let pictures = sides.map { side in
                PictureRendition(.about(longSide: side), .jpeg(quality: 75))
            }
            let alone = try Golden.pictures(bytes, PictureRequest(renditions: pictures))
            let beside = try Golden.pictures(bytes, PictureRequest(renditions: pictures + [sample]))
            #expect(beside.count == alone.count + 1)
            #expect(Array(beside.prefix(alone.count)) == alone)
        }
    }

    @Test(arguments: ["a.tiff", "a.webp[lossless]", "a.png"])
    func `turned files of other formats come out upright`(name: String) throws {
        let folder = try ScratchFolder()
        for orientation in [ImageOrientation.right, .rightMirrored] {
            let source = try folder.write(Self.turned(orientation), to: "turned.jpg")
            try OtherProgram.run("vips", ["copy", source, "\(folder.path)/\(name)"])
            let file = "\(folder.path)/\(name.prefix { $0 != "[" })"
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: file)))
            #expect(try MediaHeader.read(from: bytes).orientation == orientation)
            let picture = try Golden.picture(bytes, .about(longSide: 320))
            #expect(picture.width == 320)
            let reference = Golden.gradient(picture.width, picture.height)
            #expect(try Golden.difference(picture, reference).maximum <= 8)
        }
    }

    @Test(arguments: [
        PictureRendition.Size.about(longSide: 640), .about(longSide: 639), .about(longSide: 500),
        .about(longSide: 333), .about(longSide: 320), .about(longSide: 100), .about(longSide: 41),
        .about(longSide: 7), .about(longSide: 1), .about(longSide: 5000),
        .atLeast(width: 640, height: 480), .atLeast(width: 500, height: 10),
        .atLeast(width: 100, height: 100), .atLeast(width: 33, height: 1),
        .atLeast(width: 900, height: 10), .atLeast(width: 1, height: 1),
        .exactly(width: 640, height: 480), .exactly(width: 200, height: 200),
        .exactly(width: 13, height: 401), .exactly(width: 1, height: 1),
        .exactly(width: 900, height: 700),
    ])
    func `each size keeps to its rule`(size: PictureRendition.Size) throws {
        for bytes in [Self.jpeg, TestPNG(width: 640, height: 480).data()] {
            let picture = try Golden.picture(bytes, size)
            switch size {
            case .full: break
            case .about(let longSide):
                #expect(max(picture.width, picture.height) <= longSide)
                #expect(max(picture.width, picture.height) * 16 >= min(640, longSide) * 15)
            case .atLeast(let width, let height):
                #expect(picture.width >= min(width, 640) && picture.height >= min(height, 480))
                let need = max(Double(width) / 640, Double(height) / 480)
                #expect(Double(picture.width) <= max(8, min(640, need * 640 * 2.1)))
            case .exactly(let width, let height):
                #expect(picture.width == width && picture.height == height)
            }
            guard min(picture.width, picture.height) >= 20 else { continue }
            let reference = Golden.gradient(picture.width, picture.height)
            let difference = try Golden.difference(picture, reference)
            #expect(difference.mean <= 2)
            #expect(difference.maximum <= 12)
        }
    }

    @Test func `several renditions come from one decoding`() throws {
        let request = PictureRequest(
            crop: UnitRectangle(x: 0, y: 0.5, width: 1, height: 0.5),
            renditions: [
                PictureRendition(.about(longSide: 300), .pixels),
                PictureRendition(.exactly(width: 50, height: 50), .pixels),
                PictureRendition(.about(longSide: 75), .pixels),
                PictureRendition(.full, .pixels),
            ]
        )
        let pictures = try Golden.pictures(Self.jpeg, request)
        #expect(pictures.map(\.width) == [300, 50, 75, 640])
        for picture in pictures {
            let middle = Golden.pixel(picture, picture.width / 2, picture.height / 2)
            #expect(abs(middle[0] - 128) <= 4)
            #expect(abs(middle[1] - 191) <= 5)
        }
    }

    @Test func `a hair of a picture is still one`() throws {
        let hair = RasterImage(width: 2000, height: 1) { _, _ in
            .init(red: 9, green: 99, blue: 199)
        }
        for bytes in [JPEGEncoder().encode(hair), try OtherProgram.vips(hair, "a.png")] {
            let picture = try Golden.picture(bytes, .about(longSide: 64))
            #expect(picture.width <= 64 && picture.height == 1)
            #expect(abs(Golden.pixel(picture, 30, 0)[2] - 199) <= 3)
        }
    }
}
