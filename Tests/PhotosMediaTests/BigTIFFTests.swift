import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// TIFF with offsets of eight bytes.
@Suite(.permit) struct BigTIFFTests {
    @Test(arguments: [true, false])
    func `directories with long offsets are read`(isLittle: Bool) throws {
        let bytes = TestBigTIFF(width: 40, height: 30, isLittle: isLittle, orientation: .right)
            .data()
        let folder = try ScratchFolder()
        let path = try folder.write(bytes, to: "a.tif")
        let file = try FileHandle(forReadingFrom: URL(filePath: path))
        let reader = MediaReader(worker: try TestWorker.client(), zone: .gmt)
        let facts = try reader.facts(of: file.fileDescriptor, hint: "a.tif")
        #expect(facts.type == .tiff)
        #expect((facts.pixelWidth, facts.pixelHeight) == (30, 40))
        #expect(facts.orientation == .right)
        #expect(facts.dateSource == "Exif.Photo.DateTimeOriginal")
        let expected = try #require(Exiftool.read([path]).first)
        #expect(expected["ImageWidth"] == "40")
        #expect(expected["DateTimeOriginal"] == "2024:05:01 12:30:00")
        let picture = try Golden.picture(bytes)
        #expect((picture.width, picture.height) == (30, 40))
        // The first row stands at the right.
        #expect(Golden.pixel(picture, 29, 0)[0] == 0 && Golden.pixel(picture, 29, 39)[0] == 39)
    }

    @Test func `what libvips writes is read`() throws {
        let drawn = Golden.gradient(64, 48)
        let bytes = try OtherProgram.vips(drawn, "a.tif[bigtiff]")
        #expect(bytes[2] == 43 || bytes[3] == 43)
        let difference = try Golden.difference(Golden.picture(bytes), drawn)
        #expect(difference.maximum == 0)
    }

    @Test func `offsets beyond every file are no places`() throws {
        var bytes = TestBigTIFF().data()
        for index in 8..<16 { bytes[index] = 0xFF }
        #expect(throws: MediaFileError.self) { try MediaHeader.read(from: bytes) }
        bytes = TestBigTIFF().data()
        // A count of entries that is larger than any number that can be counted with.
        for index in 16..<24 { bytes[index] = 0xFF }
        #expect(throws: MediaFileError.self) { try MediaHeader.read(from: bytes) }
        bytes = TestBigTIFF().data()
        // The width's count.
        for index in 28..<36 { bytes[index] = 0xFF }
        #expect(throws: MediaFileError.self) { try MediaHeader.read(from: bytes) }
    }
}
