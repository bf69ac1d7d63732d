import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// Raw files that are no TIFF: Canon's CRW, Minolta's MRW and Sigma's X3F, compared with ExifTool.
@Suite(.permit) struct OlderRawTests {
    private static let exif = ExifFields(
        dateTimeOriginal: "2004:05:01 12:30:00",
        orientation: 8,
        make: "KONICA MINOLTA",
        model: "DYNAX 7D"
    )
    private static let bars = RasterImage(width: 640, height: 480) { column, _ in
        column < 320 ? .init(red: 255, green: 255, blue: 255) : .init(red: 20, green: 20, blue: 20)
    }

    private func compare(
        _ bytes: [UInt8],
        _ name: String,
        _ identifier: String
    ) throws -> MediaFacts {
        let folder = try ScratchFolder()
        let path = try folder.write(bytes, to: name)
        let file = try FileHandle(forReadingFrom: URL(filePath: path))
        let reader = MediaReader(worker: try TestWorker.client(), zone: .gmt)
        let facts = try reader.facts(of: file.fileDescriptor, hint: "photo")
        #expect(facts.contentType == identifier)
        #expect(facts.isRaw)
        let expected = try #require(Exiftool.read([path]).first)
        #expect(facts.cameraMake == expected["Make"])
        #expect(facts.cameraModel == expected["Model"])
        let date = try #require(facts.creationDate)
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = "yyyy:MM:dd HH:mm:ss"
        #expect(formatter.string(from: date) == expected["DateTimeOriginal"])
        #expect(facts.isZoneAssumed)
        let sides = [expected["ImageWidth"], expected["ImageHeight"]].compactMap {
            $0.flatMap(Int.init)
        }
        let stored = [facts.pixelWidth, facts.pixelHeight]
        #expect(sides == (facts.orientation.swapsSides ? stored.reversed() : stored))
        return facts
    }

    private func expectPreview(_ bytes: [UInt8], turned isTurned: Bool) throws {
        let picture = try Golden.picture(bytes, .about(longSide: 96))
        #expect(max(picture.width, picture.height) >= 90)
        #expect((picture.height > picture.width) == isTurned)
    }

    @Test(arguments: [0, 90])
    func `Canon's heaps tell date, camera, size and turn`(degrees: Int) throws {
        var raw = TestCRW()
        raw.degrees = degrees
        let facts = try compare(raw.data(), "a.crw", "com.canon.crw-raw-image")
        #expect(facts.orientation == (degrees == 90 ? .right : .up))
        #expect(facts.dateSource == "Exif.Photo.DateTimeOriginal")
        try expectPreview(raw.data(), turned: degrees == 90)
    }

    @Test func `a camera's clock knows leap years`() throws {
        for seconds in [951_782_400, 951_868_800, 1_078_012_800, 4_107_542_400, 94_694_400] {
            var raw = TestCRW()
            raw.seconds = seconds
            _ = try compare(raw.data(), "a.crw", "com.canon.crw-raw-image")
        }
    }

    @Test func `Minolta's blocks hold an Exif block`() throws {
        let bytes = TestMRW(Self.bars, exif: Self.exif).data()
        let facts = try compare(bytes, "a.mrw", "com.konicaminolta.raw-image")
        #expect(facts.orientation == .left)
    }

    @Test func `Minolta's sensor data are developed`() throws {
        let picture = try Golden.picture(TestMRW(Self.bars, exif: Self.exif).data())
        #expect(picture.height > picture.width && picture.height > 600)
        // Turned to the left, what stood at the left stands below.
        #expect(Golden.pixel(picture, picture.width / 2, picture.height * 9 / 10)[1] > 200)
        #expect(Golden.pixel(picture, picture.width / 2, picture.height / 10)[1] < 120)
    }

    @Test(arguments: [false, true])
    func `Sigma's sections tell date and camera, and hold a picture`(isVersion4: Bool) throws {
        var raw = TestX3F()
        raw.isVersion4 = isVersion4
        raw.degrees = isVersion4 ? 270 : 0
        let facts = try compare(raw.data(), "a.x3f", "com.sigma.x3f-raw-image")
        #expect(facts.orientation == (isVersion4 ? .left : .up))
        try expectPreview(raw.data(), turned: isVersion4)
    }

    @Test func `the Exif block of Sigma's embedded picture goes first`() throws {
        let exif = ExifFields(dateTimeOriginal: "2008:05:01 12:30:00", make: "Sigma Corporation")
        let raw = TestX3F(preview: TestJPEG(width: 96, height: 64, exif: exif).data())
        let folder = try ScratchFolder()
        let file = try folder.open(raw.data())
        let facts = try TestWorker.client().facts(of: file.fileDescriptor, zone: .gmt)
        #expect(facts.cameraMake == "Sigma Corporation")
        #expect(facts.cameraModel == "SIGMA SD14")
        let date = try #require(facts.creationDate)
        #expect(date == (try Date("2008-05-01T12:30:00Z", strategy: .iso8601)))
    }

    @Test func `Sigma's files without a picture are kept without a preview`() throws {
        let raw = TestX3F(preview: [0])
        let error = #expect(throws: MediaFileError.self) { try Golden.picture(raw.data()) }
        #expect(error?.code == .noDecoder)
        #expect(error?.reason.contains("does not know this camera or compression") == true)
    }
}
