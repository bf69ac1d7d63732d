import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// Camera formats by their headers, each with a date that must be found.
@Suite(.permit) struct RawFormatTests {
    private static let exif = ExifFields(
        dateTimeOriginal: "2024:05:01 12:30:00",
        offset: "+02:00",
        orientation: 6,
        make: "Maker"
    )

    /// A TIFF whose first directory is a thumbnail, with the sensor's picture below and an Exif directory.
    private func tiff(
        signature: [UInt8] = [0x4D, 0x4D, 0x00, 0x2A],
        make: String,
        extra: [(Int, Int)] = []
    ) -> [UInt8] {
        let text = Array(make.utf8) + [0]
        let fields = 7 + extra.count
        let behind = 8 + 2 + fields * 12 + 4
        let date = Array("2024:05:01 12:30:00\0".utf8)
        let sensor = behind + text.count + text.count % 2
        let photo = sensor + 2 + 2 * 12 + 4
        var out = ByteWriter()
        out.append(signature)
        out.uint32(8)
        out.uint16(fields)
        func field(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) {
            out.uint16(tag)
            out.uint16(type)
            out.uint32(count)
            out.uint32(value)
        }
        field(0x00FE, 4, 1, 1)
        field(0x0100, 4, 1, 160)
        field(0x0101, 4, 1, 120)
        field(0x010F, 2, text.count, behind)
        field(0x0112, 4, 1, 6)
        field(0x014A, 4, 1, sensor)
        field(0x8769, 4, 1, photo)
        for (tag, value) in extra { field(tag, 4, 1, value) }
        out.uint32(0)
        out.append(text)
        out.zeros(text.count % 2)
        out.uint16(2)
        field(0x0100, 4, 1, 4000)
        field(0x0101, 4, 1, 3000)
        out.uint32(0)
        out.uint16(1)
        field(0x9003, 2, date.count, photo + 18)
        out.uint32(0)
        out.append(date)
        return out.bytes
    }

    private func facts(_ bytes: [UInt8]) throws -> MediaFacts {
        let folder = try ScratchFolder()
        let file = try folder.open(bytes)
        return try TestWorker.client().facts(of: file.fileDescriptor, zone: .gmt)
    }

    private func expectRaw(_ bytes: [UInt8], _ type: MediaType) throws {
        let facts = try facts(bytes)
        #expect(facts.type == type)
        #expect(facts.isRaw)
        #expect(facts.dateSource == "Exif.Photo.DateTimeOriginal")
        #expect(facts.orientation == .right)
        #expect(facts.pixelWidth > 0 && facts.pixelHeight > 0)
    }

    @Test func `formats built on TIFF are told apart`() throws {
        try expectRaw(tiff(make: "NIKON CORPORATION"), .nikonNEF)
        try expectRaw(tiff(make: "SONY"), .sonyARW)
        try expectRaw(tiff(make: "PENTAX"), .pentaxPEF)
        // Apple's ProRAW is a DNG.
        try expectRaw(tiff(make: "Apple", extra: [(0xC612, 0x0104_0000)]), .dng)
        try expectRaw(tiff(signature: Array("MMOR".utf8), make: "OLYMPUS"), .olympusORF)
    }

    @Test func `formats with signatures of their own are known`() throws {
        var little: [UInt8] = [0x49, 0x49, 0x2A, 0, 0x10, 0, 0, 0, 0x43, 0x52, 2, 0, 0, 0, 0, 0]
        // Width and height, and nothing else.
        little += [2, 0, 0, 1, 3, 0, 1, 0, 0, 0, 40, 0, 0, 0, 1, 1, 3, 0, 1, 0, 0, 0, 30, 0, 0, 0]
        little += [0, 0, 0, 0]
        #expect(try MediaHeader.read(from: little).type == .canonCR2)
    }

    @Test func `Fujifilm's files hold a picture with everything`() throws {
        let start = Array("FUJIFILMCCD-RAW 0201".utf8)
        let head = start + [UInt8](repeating: 0, count: 84 - start.count) + [0, 0, 0, 88]
        try expectRaw(head + TestJPEG(width: 40, height: 30, exif: Self.exif).data(), .fujiRAF)
    }

    @Test func `Canon's newer files keep each directory in a box of its own`() throws {
        let facts = try facts(TestCR3().data())
        #expect(facts.type == .canonCR3)
        #expect(facts.cameraModel == "Model 5")
        // The track is the sensor's, with its border.
        #expect((facts.pixelWidth, facts.pixelHeight) == (24, 36))
        #expect(facts.dateSource == "Exif.Photo.DateTimeOriginal")
        #expect(facts.orientation == .right)
    }
}
