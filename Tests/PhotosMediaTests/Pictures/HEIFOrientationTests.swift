import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// Which turns of a HEIC count: its properties, and where it has none, those of Exif unless its brand speaks against it.
@Suite(.permit) struct HEIFOrientationTests {
    private static let plain = Result {
        try AssembledHEIF(
            Golden.gradient(192, 128),
            columns: 3,
            rows: 2,
            size: PixelSize(width: 180, height: 120)
        )
    }

    private static func exif(_ orientation: ImageOrientation) -> [UInt8] {
        ExifFields(orientation: orientation.rawValue, make: "Maker").block()
    }

    /// The pixels of a picture as they lie when it is turned.
    private static func turned(_ picture: Picture, _ orientation: ImageOrientation) -> [[Int]] {
        let swaps = orientation.swapsSides
        let width = swaps ? picture.height : picture.width
        let height = swaps ? picture.width : picture.height
        var pixels = [[Int]](repeating: [], count: width * height)
        let turn = orientation.coefficients
        for row in 0..<picture.height {
            for column in 0..<picture.width {
                let x = column * turn[0] + row * turn[2] + (turn[0] + turn[2] < 0 ? width - 1 : 0)
                let y = column * turn[1] + row * turn[3] + (turn[1] + turn[3] < 0 ? height - 1 : 0)
                pixels[y * width + x] = Golden.pixel(picture, column, row)
            }
        }
        return pixels
    }

    private func facts(_ bytes: [UInt8]) throws -> MediaFacts {
        let folder = try ScratchFolder()
        let client = try TestWorker.client()
        let file = try folder.open(bytes)
        return try client.facts(of: file.fileDescriptor, zone: .gmt)
    }

    @Test(arguments: ImageOrientation.allCases, [0, 2])
    func `without turns of its own a HEIC lies as Exif says`(
        orientation: ImageOrientation,
        auxiliaries: Int
    ) throws {
        var file = try Self.plain.get()
        let upright = try Golden.picture(file.data())
        file.exif = Self.exif(orientation)
        file.auxiliaries = auxiliaries
        let bytes = file.data()
        let facts = try facts(bytes)
        #expect(facts.orientation == orientation)
        #expect(facts.cameraMake == "Maker")
        let picture = try Golden.picture(bytes)
        #expect((picture.width, picture.height) == (facts.pixelWidth, facts.pixelHeight))
        let pixels = (0..<picture.width * picture.height).map {
            Golden.pixel(picture, $0 % picture.width, $0 / picture.width)
        }
        // Differences of so many numbers take minutes to print.
        let isTurned = pixels == Self.turned(upright, orientation)
        #expect(isTurned)
        let small = try Golden.picture(bytes, .about(longSide: 60))
        #expect((small.width > small.height) == (picture.width > picture.height))
        let corner = UnitRectangle(x: 0, y: 0, width: 0.5, height: 0.5)
        let part = try Golden.picture(bytes, crop: corner)
        #expect(Golden.pixel(part, 0, 0) == Golden.pixel(picture, 0, 0))
    }

    @Test(arguments: [0, 1, 3])
    func `a HEIC that states its turn lies as it states`(turns: Int) throws {
        var file = try Self.plain.get()
        file.turns = turns
        let expected = try Golden.picture(file.data())
        file.exif = Self.exif(.right)
        #expect(try Golden.picture(file.data()) == expected)
        let facts = try facts(file.data())
        #expect((facts.pixelWidth, facts.pixelHeight) == (expected.width, expected.height))
    }

    @Test func `a file that keeps to MIAF is turned by its properties alone`() throws {
        var file = try Self.plain.get()
        let expected = try Golden.picture(file.data())
        file.exif = Self.exif(.right)
        file.brands = "mif1miafheic"
        #expect(try Golden.picture(file.data()) == expected)
        #expect(try facts(file.data()).orientation == .up)
    }

    @Test func `an AVIF is turned by its properties alone`() throws {
        let exif = ExifFields(orientation: 6)
        let header = try MediaHeader.read(from: TestHEIF(brand: "avif", exif: exif).data())
        #expect(header.orientation == .up)
    }
}
