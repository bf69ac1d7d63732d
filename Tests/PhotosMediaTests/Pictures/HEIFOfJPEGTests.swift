import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// HEIF files whose picture is coded as JPEG, and others that libheif does not know.
@Suite(.permit) struct HEIFOfJPEGTests {
    private static let drawn = Golden.gradient(160, 120)

    @Test(arguments: ["jpeg", "mif1", "what"])
    func `a picture coded as JPEG is shown`(brand: String) throws {
        let jpeg = JPEGEncoder(quality: 95).encode(Self.drawn)
        let bytes = TestItemHEIF.file(brand, "jpeg", jpeg)
        #expect(try MediaHeader.read(from: bytes).type == .heif)
        #expect(try Golden.difference(Golden.picture(bytes), Self.drawn).mean <= 2)
        #expect(try Golden.picture(bytes, .about(longSide: 40)).width == 40)
    }

    @Test func `tables that the container keeps apart, and its turns, are applied`() throws {
        let jpeg = JPEGEncoder(quality: 95).encode(Self.drawn)
        // All before the picture's own marker of its size.
        let frame = try #require(
            jpeg.indices.dropLast().first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 }
        )
        let bytes = TestItemHEIF.file(
            "jpeg",
            "jpeg",
            Array(jpeg[frame...]),
            tables: Array(jpeg[..<frame]),
            turns: 1
        )
        let picture = try Golden.picture(bytes)
        #expect((picture.width, picture.height) == (120, 160))
        // A quarter turn against the clock brings the right end up.
        #expect(Golden.pixel(picture, 5, 5)[0] > 230)
        #expect(Golden.pixel(picture, 5, 150)[0] < 30)
    }

    @Test func `a coding that libheif does not know is named as such`() throws {
        let bytes = TestItemHEIF.file("mif1", "wxyz", [UInt8](repeating: 1, count: 200))
        let error = #expect(throws: MediaFileError.self) { try Golden.picture(bytes) }
        #expect(error?.code == .noDecoder)
        #expect(error?.reason.hasPrefix("libheif 1.") == true)
        #expect(error.map { "\($0)" }?.contains("kept whole") == true)
    }
}
