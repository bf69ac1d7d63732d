import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// Damaged files must cost no more than the budget and never bring the process down: a trap here ends the
/// test run.
@Suite(.permit) struct HeaderMutationTests {
    private static let samples: [(name: String, bytes: [UInt8])] = {
        let exif = ExifFields(
            dateTimeOriginal: "2024:05:01 12:30:00",
            orientation: 6,
            make: "Maker",
            place: ExifFields.Place(latitude: 1, longitude: 2),
            contentIdentifier: "A"
        )
        return [
            ("JPEG", TestJPEG(width: 8, height: 8, exif: exif).data()),
            ("PNG", TestPNG(width: 4, height: 4, exif: exif, texts: ["Comment": "x"]).data()),
            (
                "PNG text",
                TestPNG(width: 4, height: 4, chunks: [TestPNG.profile(exif.block())]).data()
            ),
            ("Lost JPEG", TestJPEG.withLostPart(exif)),
            ("WebP", TestWebP(exif: exif).data()),
            ("HEIC", TestHEIF(turns: 1, mirror: 1, exif: exif).data()),
            ("HEIC without any size", sizeless()),
            ("MOV", TestMovie(.quickTime, width: 8, height: 8, frameCount: 1).data()),
            ("MP4", TestMovie(.mpeg4, width: 8, height: 8, frameCount: 1).data()),
            ("TIFF", tiff()),
            ("BigTIFF", TestBigTIFF().data()),
            ("big-endian BigTIFF", TestBigTIFF(isLittle: false).data()),
            ("DNG", TestCameraDNG(.gradient(width: 8, height: 8)).data()),
            ("RAF", raf()),
            ("CRW", TestCRW(preview: TestJPEG(width: 8, height: 8).data()).data()),
            ("MRW", TestMRW(.gradient(width: 8, height: 8), exif: exif).data()),
            ("X3F", TestX3F(preview: TestJPEG(width: 8, height: 8, exif: exif).data()).data()),
            ("Matroska", matroska()),
            ("JPEG XL", [0xFF, 0x0A, 0x4F, 0x12, 0x55, 0xAA, 0, 0]),
            ("GIF", Array("GIF89a".utf8) + [9, 0, 9, 0, 0, 0, 0, 0x21, 0xFE, 3, 1, 1, 1, 0, 0x3B]),
            ("AVI", avi()), ("ASF", TestWindowsMedia().data()), ("AVCHD", camcorder()),
        ]
    }()

    @Test(arguments: samples.map(\.name))
    func `random damage ends in an answer`(name: String) throws {
        let sample = try #require(Self.samples.first { $0.name == name }).bytes
        _ = try MediaHeader.read(from: sample)
        let seed = name.utf8.reduce(UInt64(0x5EED)) { $0 &* 31 &+ UInt64($1) }
        var random = SeededNumbers(seed: seed)
        for _ in 0..<3000 {
            var damaged = sample
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                // The beginning decides most: half of the damage goes there.
                let limit = Bool.random(using: &random) ? min(256, damaged.count) : damaged.count
                let offset = Int.random(in: 0..<limit, using: &random)
                let extremes: [UInt8] = [
                    0, 1, 0x7F, 0x80, 0xFF, .random(in: 0...255, using: &random),
                ]
                damaged[offset] = extremes.randomElement(using: &random) ?? 0
            }
            if Int.random(in: 0..<4, using: &random) == 0 {
                damaged.removeLast(Int.random(in: 0..<damaged.count, using: &random))
            }
            var reader = BoundedReader(damaged)
            let header = try? MediaHeader.read(from: &reader)
            #expect(reader.bytesRead <= BoundedReader.byteBudget)
            #expect(reader.stepsTaken <= BoundedReader.stepBudget + 1)
            if let header {
                #expect((0...MediaHeader.maximumSide).contains(header.displayedWidth))
                #expect((0...MediaHeader.maximumSide).contains(header.displayedHeight))
                let preview = header.raw.preview ?? 0..<0
                #expect(preview.lowerBound >= 0 && preview.upperBound <= damaged.count)
            }
        }
    }

    @Test(arguments: samples.map(\.name))
    func `every way to cut a file off ends in an answer`(name: String) throws {
        let sample = try #require(Self.samples.first { $0.name == name }).bytes
        for length in 0..<min(sample.count, 2000) {
            _ = try? MediaHeader.read(from: Array(sample.prefix(length)))
        }
    }

    @Test func `a directory that claims a million tags is refused at once`() {
        var bytes: [UInt8] = [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0xFF, 0xFF]
        bytes += [UInt8](repeating: 0, count: 1 << 20)
        var reader = BoundedReader(bytes)
        #expect(throws: MediaFileError.self) { try MediaHeader.read(from: &reader) }
        #expect(reader.stepsTaken < 10)
    }

    @Test func `a million empty boxes cost the budget and no more`() {
        var bytes = Array(TestMovie(.quickTime).data().prefix(20))
        for _ in 0..<200_000 { bytes += [0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65] }
        var reader = BoundedReader(bytes)
        #expect(throws: MediaFileError.self) { try MediaHeader.read(from: &reader) }
        #expect(reader.stepsTaken <= BoundedReader.stepBudget + 1)
        #expect(reader.bytesRead <= BoundedReader.byteBudget)
    }

    private static func sizeless() -> [UInt8] {
        var settings = TestHEVC(PixelSize(width: 400, height: 300))
        settings.margin = PixelSize(width: 8, height: 4)
        settings.layers = 2
        var file = TestHEIF(turns: 1)
        file.statesSize = false
        file.settings = settings.box()
        return file.data()
    }

    private static func camcorder() -> [UInt8] {
        let tags: [UInt8: [UInt8]] = [
            0x18: [2, 0x20, 0x19, 7], 0x19: [0x14, 0x23, 0x45, 0x10], 0xB2: [0, 48, 0, 1],
            0xE0: [1, 8, 0x30, 1],
        ]
        let slice = TestTransportStream.unit(0x65, [UInt8](repeating: 0x55, count: 400))
        return TestTransportStream(pictures: [
            slice, TestTransportStream.camera(tags) + slice, slice,
        ]).data()
    }

    private static func tiff() -> [UInt8] {
        var out = ByteWriter()
        out.append([0x4D, 0x4D, 0, 0x2A])
        out.uint32(8)
        out.uint16(3)
        for (tag, value) in [(0x0100, 40), (0x0101, 30), (0x0112, 6)] {
            out.uint16(tag)
            out.uint16(3)
            out.uint32(1)
            out.uint16(value)
            out.uint16(0)
        }
        out.uint32(0)
        return out.bytes
    }

    private static func matroska() -> [UInt8] {
        let head: [UInt8] =
            [0x1A, 0x45, 0xDF, 0xA3, 0x8B, 0x42, 0x82, 0x88] + Array("matroska".utf8)
        let information: [UInt8] = [
            0x15, 0x49, 0xA9, 0x66, 0x87, 0x44, 0x89, 0x84, 0x45, 0x7A, 0, 0,
        ]
        let video: [UInt8] = [0xE0, 0x86, 0xB0, 0x81, 40, 0xBA, 0x81, 30]
        let tracks: [UInt8] = [0x16, 0x54, 0xAE, 0x6B, 0x8A, 0xAE, 0x88] + video
        let content = information + tracks
        return head + [0x18, 0x53, 0x80, 0x67, 0x80 | UInt8(content.count)] + content
    }

    private static func raf() -> [UInt8] {
        let picture = TestJPEG(width: 8, height: 8).data()
        return ByteWriter {
            $0.text("FUJIFILMCCD-RAW 0201")
            $0.zeros(64)
            $0.uint32(92)
            $0.uint32(picture.count)
            $0.append(picture)
        }.bytes
    }

    private static func avi() -> [UInt8] {
        var bytes = Array("RIFF\0\0\0\0AVI LIST\0\0\0\0hdrlavih".utf8)
        bytes += [UInt8](repeating: 0, count: 60)
        bytes[64] = 40
        bytes[68] = 30
        return bytes
    }
}
