import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// What camcorders put into their H.264 streams, in streams with the packets of real ones.
@Suite(.permit) struct CamcorderTests {
    private static let date: [UInt8: [UInt8]] = [
        0x18: [0x02, 0x20, 0x19, 0x07], 0x19: [0x14, 0x23, 0x45, 0x10],
    ]

    private static func fraction(_ numerator: Int, _ denominator: Int) -> [UInt8] {
        [numerator, denominator].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    }

    /// A camera with satellites, as Sony and Panasonic have written it: many zeros, which must be protected.
    private static let full: [UInt8: [UInt8]] = {
        let more: [UInt8: [UInt8]] = [
            0x13: [0, 0, 0, 0], 0x70: [0xFF, 0, 0, 0],
            0xA0: fraction(1, 50), 0xA1: fraction(28, 10),
            0xB0: [2, 2, 0, 0], 0xB1: text("N\0\0\0"),
            0xB2: fraction(48, 1), 0xB3: fraction(12, 1), 0xB4: fraction(3000, 100),
            0xB5: text("E\0\0\0"),
            0xB6: fraction(16, 1), 0xB7: fraction(22, 1), 0xB8: fraction(1230, 100),
            0xB9: [0, 0, 0, 0], 0xBA: fraction(1715, 10),
            0xBB: fraction(21, 1), 0xBC: fraction(45, 1), 0xBD: fraction(10, 1),
            0xBE: text("A\0\0\0"),
            0xC5: text("T\0\0\0"), 0xC6: fraction(9000, 100),
            0xCA: text("2019"), 0xCB: text(":07:"), 0xCC: text("14\0\0"),
            0xE0: [0x01, 0x08, 0x30, 0x01],
            0xE4: text("HDR-"), 0xE5: text("CX55"), 0xE6: text("0V\0\0"),
        ]
        return date.merging(more) { $1 }
    }()

    private static func text(_ characters: String) -> [UInt8] { [UInt8](characters.utf8) }

    /// A picture of a real encoder behind what the camera says, in packets of our own.
    private static func pictures() throws -> [[UInt8]] {
        let bytes = try OtherProgram.movie(
            Golden.gradient(320, 240),
            "a.h264",
            ["-pix_fmt", "yuv420p", "-c:v", "libx264", "-x264-params", "aud=1:keyint=3"]
        )
        return AnnexB.pictures(bytes)
    }

    private func header(
        _ tags: [UInt8: [UInt8]],
        before: [UInt8] = [],
        pictures: [[UInt8]] = [],
        hasClocks: Bool = true
    ) throws -> MediaHeader {
        let aud: [UInt8] = [0, 0, 0, 1, 9, 0x10]
        let slice = TestTransportStream.unit(0x65, [UInt8](repeating: 0x55, count: 900))
        let camera = aud + TestTransportStream.camera(tags, before: before) + slice
        let stream = TestTransportStream(
            pictures: pictures + [camera, aud + slice],
            hasClocks: hasClocks
        )
        return try MediaHeader.read(from: stream.data())
    }

    @Test(arguments: 0..<24)
    func `the clock is found wherever its packets are split`(shift: Int) throws {
        // User data of another kind stands before it, so that every part of the clock meets the end of a packet.
        let other = TestTransportStream.userData([UInt8](repeating: 0x20, count: 90 + shift * 4))
        for hasClocks in [true, false] {
            let header = try header(Self.date, before: other, hasClocks: hasClocks)
            #expect(header.type == (hasClocks ? .avchd : .transportStream))
            #expect(header.tags["MDPM.DateTimeOriginal"] == "2019:07:14 23:45:10+01:00")
        }
    }

    @Test func `the clock may come with a later picture`() throws {
        let slice = TestTransportStream.unit(0x65, [UInt8](repeating: 0x55, count: 300_000))
        let header = try header(Self.date, pictures: [slice])
        #expect(header.tags["MDPM.DateTimeOriginal"] == "2019:07:14 23:45:10+01:00")
    }

    @Test func `what stands beyond the searched part is not looked for`() throws {
        let slice = TestTransportStream.unit(0x65, [UInt8](repeating: 0x55, count: 3 << 20))
        let header = try header(Self.date, pictures: [slice])
        #expect(header.tags["MDPM.DateTimeOriginal"] == nil)
    }

    @Test(
        arguments: [
            (0x02, "+01:00"), (0x2B, "-05:30"), (0x00, "+00:00"), (0x8A, "+05:00"), (0x42, ""),
            (0xFF, ""),
        ] as [(UInt8, String)]
    )
    func `zones are read bit by bit`(zone: UInt8, expected: String) throws {
        var tags = Self.date
        tags[0x18] = [zone, 0x20, 0x19, 0x07]
        // In summer time it is not known whether the zone includes it.
        let found = try header(tags).tags["MDPM.DateTimeOriginal"]
        #expect(found == "2019:07:14 23:45:10" + expected)
    }

    @Test func `a clock of many tags says place, camera and time as exiftool reads them`() throws {
        var pictures = try Self.pictures()
        let after = AnnexB.endOfHeaders(pictures[0])
        pictures[0].insert(contentsOf: TestTransportStream.camera(Self.full), at: after)
        let folder = try ScratchFolder()
        let bytes = TestTransportStream(pictures: pictures).data()
        let path = try folder.write(bytes, to: "a.mts")
        let file = try FileHandle(forReadingFrom: URL(filePath: path))
        let facts = try TestWorker.client().facts(of: file.fileDescriptor, zone: .gmt)
        let theirs = try #require(Exiftool.read([path], groups: true).first)

        #expect(theirs["H264:DateTimeOriginal"] == "2019:07:14 23:45:10+01:00")
        #expect(facts.creationDate == (try Date("2019-07-14T22:45:10Z", strategy: .iso8601)))
        #expect(facts.zoneOffset == 3600)
        #expect(facts.dateSource == "MDPM.DateTimeOriginal")
        let location = try #require(facts.location)
        let latitude = try #require(Exiftool.number(theirs["GPS:GPSLatitude"]))
        let longitude = try #require(Exiftool.number(theirs["GPS:GPSLongitude"]))
        let altitude = try #require(Exiftool.number(theirs["GPS:GPSAltitude"]))
        #expect(abs(location.latitude - latitude) < 1e-6)
        #expect(abs(location.longitude - longitude) < 1e-6)
        #expect(location.altitude == altitude)
        #expect(location.direction == Exiftool.number(theirs["GPS:GPSImgDirection"]))
        #expect(facts.exposureTime == 0.02)
        #expect(facts.aperture == 2.8)
        #expect(facts.cameraMake == "Sony")
        #expect(facts.cameraModel == theirs["H264:Model"])
        #expect((facts.pixelWidth, facts.pixelHeight) == (320, 240))
        let picture = try Golden.picture(bytes)
        #expect(try Golden.difference(picture, Golden.gradient(320, 240)).mean <= 4)
    }

    @Test func `in summer the satellites' clock tells the zone`() throws {
        var tags = Self.full
        tags[0x18] = [0x42, 0x20, 0x19, 0x07]
        let header = try header(tags)
        let facts = MediaFacts(header: header, tags: MediaTags(), zone: .gmt)
        // The satellites' clock shows two hours less.
        #expect(header.tags["MDPM.GPSTimeStamp"] == "21/1 45/1 10/1")
        #expect(facts.zoneOffset == 7200)
    }

    @Test func `tags out of order end the list, and words are no clock`() throws {
        let unordered = TestTransportStream.userData(
            [UInt8](repeating: 0x17, count: 16) + Array("MDPM".utf8) + [1, 0x18, 2, 0x20, 0x19, 7]
        )
        let header = try header([0x13: [0, 0, 0, 0]], before: unordered)
        #expect(header.tags.isEmpty)
    }
}

/// Streams of H.264 with start codes, taken apart.
enum AnnexB {
    /// The units of a stream, start codes included.
    static func units(_ bytes: [UInt8]) -> [[UInt8]] {
        var starts: [Int] = []
        for index in bytes.indices.dropLast(3)
        where bytes[index] == 0 && bytes[index + 1] == 0 && bytes[index + 2] == 1 {
            starts.append(index > 0 && bytes[index - 1] == 0 ? index - 1 : index)
        }
        return zip(starts, starts.dropFirst() + [bytes.count]).map { Array(bytes[$0..<$1]) }
    }

    /// The type of a unit.
    static func type(_ unit: [UInt8]) -> UInt8 {
        unit.first { $0 != 0 && $0 != 1 }.map { $0 & 31 } ?? 0
    }

    /// The pictures of a stream, each of which begins with a delimiter.
    static func pictures(_ bytes: [UInt8]) -> [[UInt8]] {
        var pictures: [[UInt8]] = []
        for unit in units(bytes) {
            if type(unit) == 9 || pictures.isEmpty { pictures.append([]) }
            pictures[pictures.count - 1] += unit
        }
        return pictures
    }

    /// Where the delimiter and the sets of parameters of a picture end.
    static func endOfHeaders(_ picture: [UInt8]) -> Int {
        units(picture).prefix { [7, 8, 9].contains(type($0)) }.map(\.count).reduce(0, +)
    }
}
