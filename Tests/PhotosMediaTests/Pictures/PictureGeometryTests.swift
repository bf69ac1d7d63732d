import PhotosMedia
import TestPermits
import Testing

@Suite(.permit) struct PictureGeometryTests {
    private let camera = PixelSize(width: 4032, height: 3024)

    @Test func `a JPEG is decoded at the smallest scale that suffices`() {
        let scales: [(PictureRendition.Size, Int)] = [
            (.about(longSide: 256), 8), (.about(longSide: 1024), 4), (.about(longSide: 1076), 2),
            (.about(longSide: 4032), 1), (.atLeast(width: 504, height: 378), 8),
            (.atLeast(width: 505, height: 1), 4), (.exactly(width: 100, height: 100), 8),
            (.exactly(width: 9000, height: 9), 1), (.full, 1),
        ]
        for (size, shrink) in scales {
            let least = size.leastScale(of: camera)
            #expect(PictureScaling.jpegShrink(leastScale: least, of: camera) == shrink)
        }
        let hair = PixelSize(width: 4000, height: 3)
        #expect(PictureScaling.jpegShrink(leastScale: 0.1, of: hair) == 2)
    }

    @Test func `thumbnails of a camera's picture are means of whole pixels`() {
        let screen = PixelSize(width: 1008, height: 756)
        #expect(PictureRendition.Size.about(longSide: 1024).step(from: screen) == .none)
        #expect(PictureRendition.Size.about(longSide: 256).step(from: screen) == .shrink(4))
        let eighth = PixelSize(width: 504, height: 378)
        #expect(PictureRendition.Size.about(longSide: 256).step(from: eighth) == .shrink(2))
        #expect(
            PictureRendition.Size.about(longSide: 300).step(from: eighth)
                == .resize(PixelSize(width: 300, height: 225))
        )
        #expect(
            PictureRendition.Size.about(longSide: 10).step(from: PixelSize(width: 100, height: 3))
                == .resize(PixelSize(width: 10, height: 1))
        )
    }

    @Test func `the first shrinking leaves enough for every rendition`() {
        let renditions = [
            PictureRendition(.about(longSide: 1024), .png),
            PictureRendition(.about(longSide: 256), .png),
        ]
        #expect(PictureScaling.firstShrink(of: renditions, from: camera) == 4)
        let exact = [PictureRendition(.exactly(width: 400, height: 400), .png)]
        #expect(PictureScaling.firstShrink(of: exact, from: camera) == 3)
        #expect(PictureScaling.firstShrink(of: [PictureRendition(.full, .png)], from: camera) == 1)
    }

    @Test(arguments: ImageOrientation.allCases)
    func `a part of the shown picture is found in the stored one`(turn: ImageOrientation) {
        let corner = UnitRectangle(x: 0.5, y: 0, width: 0.5, height: 0.25)
        let expected: UnitRectangle =
            switch turn {
            case .up: corner
            case .upMirrored: UnitRectangle(x: 0, y: 0, width: 0.5, height: 0.25)
            case .down: UnitRectangle(x: 0, y: 0.75, width: 0.5, height: 0.25)
            case .downMirrored: UnitRectangle(x: 0.5, y: 0.75, width: 0.5, height: 0.25)
            case .leftMirrored: UnitRectangle(x: 0, y: 0.5, width: 0.25, height: 0.5)
            case .right: UnitRectangle(x: 0, y: 0, width: 0.25, height: 0.5)
            case .rightMirrored: UnitRectangle(x: 0.75, y: 0, width: 0.25, height: 0.5)
            case .left: UnitRectangle(x: 0.75, y: 0.5, width: 0.25, height: 0.5)
            }
        #expect(corner.stored(turn) == expected)
        #expect(UnitRectangle.whole.stored(turn) == .whole)
    }

    @Test func `areas have whole pixels inside of the picture`() {
        let third = UnitRectangle(x: 1.0 / 3, y: 0, width: 2.0 / 3, height: 1)
        let area = PixelArea(third, of: PixelSize(width: 300, height: 7))
        #expect(area.left == 100 && area.size == PixelSize(width: 200, height: 7))
        let point = UnitRectangle(x: 0.999_999_9, y: 0.5, width: 0.000_000_1, height: 0.5)
        let corner = PixelArea(point, of: PixelSize(width: 10, height: 1))
        #expect(corner.left == 9 && corner.top == 0)
        #expect(corner.size == PixelSize(width: 1, height: 1))
    }
}
