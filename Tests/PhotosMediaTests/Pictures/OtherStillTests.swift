import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// Pictures that come from scanners, editors and renderers, compared with what was drawn.
@Suite(.permit) struct OtherStillTests {
    private static let drawn = Golden.gradient(160, 120)

    // MARK: JPEG 2000

    // A table of 252 colours is far from a gradient, and FFmpeg's own encoder loses some of it.
    @Test(arguments: [
        ("jpeg2000", "pal8", 24.0, 48), ("jpeg2000", "rgb24", 0.5, 3),
        ("libopenjpeg", "rgb48le", 0.5, 1), ("libopenjpeg", "yuv420p", 2.5, 10),
    ])
    func `JPEG 2000 of every layout comes out as it was drawn`(
        encoder: String,
        layout: String,
        mean: Double,
        maximum: Int
    ) throws {
        let bytes = try OtherProgram.movie(
            Self.drawn,
            "a.jp2",
            [
                "-frames:v", "1", "-update", "1", "-c:v", encoder,
                "-vf", "scale=out_range=full,format=\(layout)",
            ]
        )
        #expect(try MediaHeader.read(from: bytes).type == .jpeg2000)
        let difference = try Golden.difference(Golden.picture(bytes), Self.drawn)
        #expect(difference.mean <= mean)
        #expect(difference.maximum <= maximum)
    }

    @Test func `grey JPEG 2000 of 12 bits is as bright as it was drawn`() throws {
        let grey = RasterImage(width: 64, height: 64) { column, _ in
            let level = UInt8(column * 4)
            return .init(red: level, green: level, blue: level)
        }
        let bytes = try OtherProgram.movie(
            grey,
            "a.jp2",
            [
                "-frames:v", "1", "-update", "1", "-c:v", "libopenjpeg", "-pix_fmt", "gray12le",
            ]
        )
        let difference = try Golden.difference(Golden.picture(bytes), grey)
        #expect(difference.mean <= 1.5)
    }

    @Test func `a scan is decoded smaller where that is enough`() throws {
        let flat = RasterImage(width: 2048, height: 1536) { _, _ in
            .init(red: 200, green: 100, blue: 50)
        }
        let bytes = try OtherProgram.vips(flat, "a.jp2[Q=60]")
        let picture = try Golden.picture(bytes, .about(longSide: 256))
        #expect((picture.width, picture.height) == (256, 192))
        #expect(abs(Golden.pixel(picture, 100, 100)[0] - 200) <= 2)
    }

    @Test func `facts of a JPEG 2000 and a Photoshop document are read`() throws {
        let files = [
            ("a.jp2", try OtherProgram.vips(Self.drawn, "a.jp2[lossless]")),
            ("a.psd", TestPSD(Self.drawn).data()),
        ]
        let client = try TestWorker.client()
        for (name, bytes) in files {
            let folder = try ScratchFolder()
            let path = try folder.write(bytes, to: name)
            try Exiftool.write([
                "-overwrite_original", "-ExifIFD:DateTimeOriginal=2003:04:05 06:07:08",
                "-ExifIFD:OffsetTimeOriginal=+02:00", "-IPTC:Caption-Abstract=from IPTC",
                "-XMP-xmp:Rating=4", "-IFD0:Make=Scanner", path,
            ])
            let file = try FileHandle(forReadingFrom: URL(filePath: path))
            let facts = try client.facts(of: file.fileDescriptor, zone: .gmt)
            #expect(facts.creationDate == Date(timeIntervalSince1970: 1_049_515_628), "\(name)")
            #expect(facts.zoneOffset == 7200, "\(name)")
            #expect(facts.cameraMake == "Scanner", "\(name)")
            #expect(facts.rating == 4, "\(name)")
            #expect(facts.caption == "from IPTC", "\(name)")
            #expect((facts.pixelWidth, facts.pixelHeight) == (160, 120), "\(name)")
            #expect(facts.damage == nil, "\(name)")
        }
    }

    // MARK: Photoshop

    @Test(arguments: [8, 16], [false, true])
    func `merged pictures come out as they were drawn`(depth: Int, isPacked: Bool) throws {
        for isLarge in [false, true] {
            var document = TestPSD(Self.drawn, depth: depth)
            document.isPacked = isPacked
            document.isLarge = isLarge
            document.layers = [UInt8](repeating: 7, count: 1000)
            // A selection is no transparency.
            document.channels.append([Int](repeating: 0, count: 160 * 120))
            let bytes = document.data()
            let type = try MediaHeader.read(from: bytes).type
            #expect(type == (isLarge ? .photoshopLarge : .photoshop))
            #expect(try Golden.difference(Golden.picture(bytes), Self.drawn).maximum == 0)
            let small = try Golden.picture(bytes, .about(longSide: 40))
            #expect((small.width, small.height) == (40, 30))
        }
    }

    @Test func `32 bits are light, of which a display shows what is below white`() throws {
        var document = TestPSD(width: 3, height: 1, channels: [])
        let lights: [Float] = [0.5, 4, -1]
        document.channels = (0..<3).map { _ in lights.map { Int($0.bitPattern) } }
        document.depth = 32
        let picture = try Golden.picture(document.data())
        #expect((0..<3).map { Golden.pixel(picture, $0, 0)[1] } == [188, 255, 0])
    }

    @Test func `grey, inks, Lab, tables and bits are shown in their colours`() throws {
        func first(_ document: TestPSD) throws -> [Int] {
            Golden.pixel(try Golden.picture(document.data()), 0, 0)
        }
        func flat(_ samples: [Int], _ mode: TestPSD.Mode) -> TestPSD {
            var document = TestPSD(
                width: 16,
                height: 16,
                channels: samples.map { [Int](repeating: $0, count: 256) }
            )
            document.mode = mode
            return document
        }
        #expect(try first(flat([77], .grey)) == [77, 77, 77, 255])
        // Lightness of 53, with the red of sRGB.
        let red = try first(flat([136, 208, 195], .lab))
        #expect(red[0] > 240 && red[1] < 40 && red[2] < 40)
        // Inks are stored as what they leave: no cyan, all of magenta and yellow.
        let inks = try first(flat([255, 0, 0, 255], .inks))
        #expect(inks[0] > 180 && inks[1] < 90 && inks[2] < 90)
        var indexed = flat([2], .indexed)
        indexed.table = [UInt8](repeating: 0, count: 768)
        (indexed.table[2], indexed.table[256 + 2], indexed.table[512 + 2]) = (10, 20, 30)
        #expect(try first(indexed) == [10, 20, 30, 255])
        var bits = flat([1], .bitmap)
        bits.depth = 1
        #expect(try first(bits) == [0, 0, 0, 255])
    }

    @Test func `a document without a merged picture shows its thumbnail, or says what is missing`()
        throws
    {
        var document = TestPSD(
            RasterImage(width: 64, height: 48) { _, _ in
                .init(red: 255, green: 255, blue: 255)
            }
        )
        document.hasPicture = false
        let without = document.data()
        let error = #expect(throws: MediaFileError.self) { try Golden.picture(without) }
        #expect(error?.code == .noDecoder)
        #expect(error?.reason.contains("layers alone") == true)
        let small = JPEGEncoder(quality: 95).encode(Golden.gradient(32, 24))
        document.resources = [(1036, [UInt8](repeating: 0, count: 28) + small)]
        let picture = try Golden.picture(document.data())
        #expect(try Golden.difference(picture, Golden.gradient(32, 24)).mean <= 2)
    }

    @Test func `a document that ends early is cut off, and says where`() throws {
        for isPacked in [false, true] {
            var document = TestPSD(Self.drawn)
            document.isPacked = isPacked
            let whole = document.data()
            let length = whole.count - 100
            let error = #expect(throws: MediaFileError.self) {
                try Golden.picture(Array(whole[..<length]))
            }
            #expect(error?.code == .damaged)
            #expect(error?.reason.hasPrefix("cut off at byte \(length)") == true)
        }
    }

    // MARK: Light

    @Test func `OpenEXR is light, which a display shows by its curve`() throws {
        let bytes = try OtherProgram.movie(
            Self.drawn,
            "a.exr",
            ["-frames:v", "1", "-update", "1"]
        )
        #expect(try MediaHeader.read(from: bytes).type == .openEXR)
        let picture = try Golden.picture(bytes)
        #expect((picture.width, picture.height) == (160, 120))
        for column in [5, 40, 80, 150] {
            let light = Double(Self.drawn.samples[(60 * 160 + column) * 3]) / 255
            let level = light <= 0.003_130_8 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
            #expect(abs(Double(Golden.pixel(picture, column, 60)[0]) - level * 255) <= 3)
        }
        #expect(try Golden.picture(bytes, .about(longSide: 40)).width == 40)
    }

    @Test func `OpenEXR states when it was taken`() throws {
        let bytes = ByteWriter {
            $0.append([0x76, 0x2F, 0x31, 0x01, 2, 0, 0, 0])
            func attribute(_ name: String, _ type: String, _ value: [UInt8]) -> [UInt8] {
                Array(name.utf8) + [0] + Array(type.utf8) + [0, UInt8(value.count), 0, 0, 0] + value
            }
            $0.append(attribute("capDate", "string", Array("2019:07:14 21:45:10".utf8)))
            $0.append(
                attribute(
                    "displayWindow",
                    "box2i",
                    [10, 0, 0, 0, 0, 0, 0, 0, 109, 0, 0, 0, 49, 0, 0, 0]
                )
            )
            $0.append(attribute("utcOffset", "float", [0x00, 0x00, 0xE1, 0xC5]))
            $0.zeros(1)
        }
        let header = try MediaHeader.read(from: bytes.bytes)
        #expect((header.storedWidth, header.storedHeight) == (100, 50))
        let folder = try ScratchFolder()
        let file = try folder.open(bytes.bytes)
        let facts = try TestWorker.client().facts(of: file.fileDescriptor, zone: .gmt)
        #expect(facts.zoneOffset == 7200)
        #expect(facts.creationDate == Date(timeIntervalSince1970: 1_563_133_510))
        #expect(facts.dateSource == "OpenEXR.capDate")
    }

    // MARK: JPEG XR

    @Test func `JPEG XR is known by its content, and kept without a preview`() throws {
        let bytes = ByteWriter {
            $0.append([0x49, 0x49, 0xBC, 0x01, 8, 0, 0, 0, 3, 0])
            for (tag, value) in [(0xBC02, 4), (0xBC80, 300), (0xBC81, 200)] {
                $0.append([UInt8(tag & 255), UInt8(tag >> 8), 4, 0, 1, 0, 0, 0])
                $0.append([UInt8(value & 255), UInt8(value >> 8), 0, 0])
            }
            $0.zeros(64)
        }.bytes
        let header = try MediaHeader.read(from: bytes)
        #expect(header.type == .jpegXR)
        #expect((header.displayedWidth, header.displayedHeight) == (200, 300))
        let error = #expect(throws: MediaFileError.self) { try Golden.picture(bytes) }
        #expect(error?.code == .noDecoder)
        #expect(error?.reason.contains("JPEG XR") == true)
    }
}
