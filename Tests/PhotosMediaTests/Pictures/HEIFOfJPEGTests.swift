import PhotosMedia
import PhotosTestSupport
import Testing

/// HEIF files whose picture is coded as JPEG, and others that libheif does not know.
struct HEIFOfJPEGTests {
    /// A container of one item.
    private static func file(
        _ brand: String,
        _ code: String,
        _ picture: [UInt8],
        tables: [UInt8] = [],
        turns: Int? = nil,
        width: Int = 160,
        height: Int = 120
    ) -> [UInt8] {
        func file(pictureAt offset: Int) -> [UInt8] {
            ByteWriter {
                $0.box("ftyp") {
                    $0.text(brand)
                    $0.uint32(0)
                    $0.text("mif1")
                }
                $0.box("meta") {
                    $0.uint32(0)
                    $0.box("hdlr") {
                        $0.zeros(8)
                        $0.text("pict")
                        $0.zeros(13)
                    }
                    $0.box("pitm") {
                        $0.uint32(0)
                        $0.uint16(1)
                    }
                    $0.box("iinf") {
                        $0.uint32(0)
                        $0.uint16(1)
                        $0.box("infe") {
                            $0.uint32(2 << 24)
                            $0.uint16(1)
                            $0.uint16(0)
                            $0.text(code)
                            $0.zeros(1)
                        }
                    }
                    $0.box("iloc") {
                        $0.uint32(0)
                        $0.uint16(0x4400)
                        $0.uint16(1)
                        $0.uint16(1)
                        $0.uint16(0)
                        $0.uint16(1)
                        $0.uint32(offset)
                        $0.uint32(picture.count)
                    }
                    $0.box("iprp") {
                        $0.box("ipco") {
                            $0.box("ispe") {
                                $0.uint32(0)
                                $0.uint32(width)
                                $0.uint32(height)
                            }
                            $0.box("jpgC") { $0.append(tables) }
                            $0.box("irot") { $0.uint8(turns ?? 0) }
                        }
                        $0.box("ipma") {
                            $0.uint32(0)
                            $0.uint32(1)
                            $0.uint16(1)
                            $0.append([3, 1, 2, 3])
                        }
                    }
                }
                $0.box("mdat") { $0.append(picture) }
            }.bytes
        }
        let length = file(pictureAt: 0).count
        return file(pictureAt: length - picture.count)
    }

    private static let drawn = Golden.gradient(160, 120)

    @Test(arguments: ["jpeg", "mif1", "what"])
    func `a picture coded as JPEG is shown`(brand: String) throws {
        let jpeg = JPEGEncoder(quality: 95).encode(Self.drawn)
        let bytes = Self.file(brand, "jpeg", jpeg)
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
        let bytes = Self.file(
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
        let bytes = Self.file("mif1", "wxyz", [UInt8](repeating: 1, count: 200))
        let error = #expect(throws: MediaFileError.self) { try Golden.picture(bytes) }
        #expect(error?.code == .noDecoder)
        #expect(error?.reason.hasPrefix("libheif 1.") == true)
        #expect(error.map { "\($0)" }?.contains("kept whole") == true)
    }
}
