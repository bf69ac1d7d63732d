import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// HEICs that state no sizes, or other than their streams have: libheif leaves parts of such black.
@Suite(.permit) struct HEIFSizeTests {
    private static let plain = [8, 10].reduce(into: [Int: Result<AssembledHEIF, any Error>]()) {
        files,
        bits in
        files[bits] = Result {
            try AssembledHEIF(
                Golden.gradient(192, 128),
                columns: 3,
                rows: 2,
                size: PixelSize(width: 180, height: 120),
                bits: bits
            )
        }
    }

    /// What a grid says about sizes that is not so.
    struct Statement: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let change: @Sendable (inout AssembledHEIF) -> Void
    }

    static let statements = [
        Statement(testDescription: "no tile states a size") { $0.tilesOfStatedSize = 0 },
        Statement(testDescription: "one tile states a size") { $0.tilesOfStatedSize = 1 },
        Statement(testDescription: "tiles of stated sizes do not fill the picture") {
            $0.tileSize = PixelSize(width: 32, height: 32)
        },
        Statement(testDescription: "tiles state no pixels") {
            $0.tileSize = PixelSize(width: 0, height: 0)
        },
        Statement(testDescription: "tiles state more than they have") {
            $0.tileSize = PixelSize(width: 512, height: 512)
        },
        Statement(testDescription: "nothing states a size") {
            $0.tilesOfStatedSize = 0
            $0.statesSize = false
        },
        Statement(testDescription: "nothing states a size, the grid in pieces") {
            $0.tilesOfStatedSize = 0
            $0.statesSize = false
            $0.locationVersion = 1
        },
        Statement(testDescription: "nothing states a size, and the picture is turned") {
            $0.tilesOfStatedSize = 0
            $0.statesSize = false
            $0.turns = 1
        },
    ]

    @Test(arguments: statements, [8, 10])
    func `tiles lie where their streams say`(statement: Statement, bits: Int) throws {
        var file = try #require(Self.plain[bits]).get()
        var same = file
        statement.change(&file)
        same.turns = file.turns
        let header = try MediaHeader.read(from: file.data())
        #expect((header.storedWidth, header.storedHeight) == (180, 120))
        let isSame = try Golden.picture(file.data()) == Golden.picture(same.data())
        #expect(isSame)
        let small = PictureRendition.Size.about(longSide: 60)
        #expect(try Golden.picture(file.data(), small) == Golden.picture(same.data(), small))
    }

    @Test(arguments: [true, false], [(250, 120), (180, 300), (4000, 3000)])
    func `what no tile covers is not shown`(statesTileSizes: Bool, size: (Int, Int)) throws {
        var file = try #require(Self.plain[8]).get()
        file.tilesOfStatedSize = statesTileSizes ? nil : 0
        file.size = PixelSize(width: size.0, height: size.1)
        let picture = try Golden.picture(file.data())
        file.size = PixelSize(width: min(192, size.0), height: min(128, size.1))
        let isSame = try picture == Golden.picture(file.data())
        #expect(isSame)
    }

    @Test func `tiles of which nothing says how large they are make an error`() throws {
        var file = try #require(Self.plain[8]).get()
        file.tilesOfStatedSize = 0
        for index in file.tiles.indices {
            let settings = file.tiles[index].configuration.prefix(30)
            file.tiles[index].configuration =
                ByteWriter {
                    $0.box("hvcC") {
                        $0.append(settings.dropFirst(8))
                        $0.uint8(0)
                    }
                }.bytes
        }
        let error = #expect(throws: MediaFileError.self) { try Golden.picture(file.data()) }
        #expect(error?.reason.contains("tiles state no size") == true)
    }

    @Test func `a grid that says how large its tiles are is decoded as it is`() throws {
        let file = try #require(Self.plain[8]).get()
        #expect(try !HEIFReduction(file.data()).mendsSizes)
    }

    /// A HEIC of 128 by 96 pixels in one piece, and where the numbers of its size stand.
    private static func whole() throws -> (bytes: [UInt8], size: Int) {
        let png = try OtherProgram.vips(Golden.gradient(128, 96), "a.png")
        let bytes = try OtherProgram.heif(png, "a.heic", [])
        return (bytes, try #require(bytes.firstRange(of: Array("ispe".utf8))).upperBound + 4)
    }

    private static func stating(_ size: PixelSize) throws -> [UInt8] {
        var (bytes, offset) = try whole()
        let numbers = ByteWriter {
            $0.uint32(size.width)
            $0.uint32(size.height)
        }.bytes
        bytes.replaceSubrange(offset..<offset + 8, with: numbers)
        return bytes
    }

    @Test(arguments: [(128, 97), (129, 96), (500, 400), (96, 128), (0, 96), (128, 0)])
    func `a picture is as large as its stream where it states more or nothing`(
        width: Int,
        height: Int
    ) throws {
        let bytes = try Self.stating(PixelSize(width: width, height: height))
        let header = try MediaHeader.read(from: bytes)
        #expect((header.storedWidth, header.storedHeight) == (128, 96))
        let isSame = try Golden.picture(bytes) == Golden.picture(Self.whole().bytes)
        #expect(isSame)
    }

    @Test func `a picture without a stated size is as large as its stream`() throws {
        var (bytes, size) = try Self.whole()
        // Early versions of libheif wrote none.
        bytes.replaceSubrange(size - 8..<size - 4, with: "free".utf8)
        let isSame = try Golden.picture(bytes) == Golden.picture(Self.whole().bytes)
        #expect(isSame)
    }

    @Test(arguments: [(127, 96), (128, 95), (100, 50), (1, 1)])
    func `a picture that states less than its stream is cut at the right and below`(
        width: Int,
        height: Int
    ) throws {
        let bytes = try Self.stating(PixelSize(width: width, height: height))
        let header = try MediaHeader.read(from: bytes)
        #expect((header.storedWidth, header.storedHeight) == (width, height))
        let picture = try Golden.picture(bytes)
        let whole = try Golden.picture(Self.whole().bytes)
        #expect((picture.width, picture.height) == (width, height))
        #expect(Golden.pixel(picture, 0, 0) == Golden.pixel(whole, 0, 0))
        let last = Golden.pixel(whole, width - 1, height - 1)
        #expect(Golden.pixel(picture, width - 1, height - 1) == last)
    }

    @Test func `settings of decoders say sizes in every form`() throws {
        let size = PixelSize(width: 4032, height: 3024)
        for chroma in 0...3 {
            for layers in [0, 1, 6] {
                for margin in [0, 16] {
                    var settings = TestHEVC(size)
                    (settings.chroma, settings.layers, settings.bits) = (chroma, layers, 10)
                    settings.margin = PixelSize(width: margin, height: margin / 2)
                    var file = TestHEIF()
                    (file.statesSize, file.settings) = (false, settings.box())
                    let header = try MediaHeader.read(from: file.data())
                    #expect((header.storedWidth, header.storedHeight) == (4032, 3024))
                }
            }
        }
    }

    @Test func `settings without sense say no size`() throws {
        var file = TestHEIF()
        file.statesSize = false
        for size in [PixelSize(width: 0, height: 5), PixelSize(width: 1 << 21, height: 5)] {
            file.settings = TestHEVC(size).box()
            #expect(throws: MediaFileError.self) { try MediaHeader.read(from: file.data()) }
        }
        var settings = TestHEVC(PixelSize(width: 8, height: 8))
        settings.bits = 17
        file.settings = settings.box()
        #expect(throws: MediaFileError.self) { try MediaHeader.read(from: file.data()) }
        settings.bits = 8
        let box = settings.box()
        for length in 8..<box.count {
            file.settings = ByteWriter { $0.box("hvcC") { $0.append(box[8..<length]) } }.bytes
            _ = try? MediaHeader.read(from: file.data())
        }
    }

    @Test func `pictures over others come out as drawn, and with more bits not at all`() throws {
        var file = try #require(Self.plain[8]).get()
        let grid = try Golden.picture(file.data())
        file.isOverlay = true
        let isSame = try Golden.picture(file.data()) == grid
        #expect(isSame)
        var deep = try #require(Self.plain[10]).get()
        deep.isOverlay = true
        let error = #expect(throws: MediaFileError.self) { try Golden.picture(deep.data()) }
        #expect(error?.code == .noDecoder)
    }

    @Test func `properties without sense are passed over`() throws {
        var file = try #require(Self.plain[8]).get()
        let plain = try Golden.picture(file.data())
        let cut = ByteWriter { $0.box("clap") { $0.zeros(32) } }.bytes
        let profile = ByteWriter { $0.box("colr") { $0.text("prof") } }.bytes
        for property in [cut, profile] {
            file.properties = [property]
            let isSame = try Golden.picture(file.data()) == plain
            #expect(isSame)
        }
    }
}
