import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// Files whose header is right and whose end is not.
@Suite(.permit) struct FileEndTests {
    private func facts(_ bytes: [UInt8]) throws -> MediaFacts {
        let folder = try ScratchFolder()
        let file = try folder.open(bytes)
        return try TestWorker.client().facts(of: file.fileDescriptor, zone: .gmt)
    }

    @Test func `a picture that is cut off has its facts, and the decoder's word on it`() throws {
        let exif = ExifFields(dateTimeOriginal: "2024:05:01 12:30:00", offset: "+02:00")
        let whole = TestJPEG(width: 640, height: 480, exif: exif).data()
        #expect(try facts(whole).damage == nil)
        let cut = try facts(Array(whole.prefix(whole.count * 3 / 4)))
        #expect(cut.pixelWidth == 640)
        #expect(cut.zoneOffset == 7200)
        #expect(cut.damage?.hasPrefix("libvips: ") == true)
    }

    @Test func `a PNG that is cut off is found too`() throws {
        let whole = TestPNG(width: 200, height: 100).data()
        #expect(try facts(whole).damage == nil)
        #expect(
            try facts(Array(whole.prefix(whole.count / 2))).damage?.hasPrefix("libvips: ") == true
        )
    }

    @Test func `what cameras put behind a picture is no damage`() throws {
        let whole = TestJPEG().data()
        #expect(try facts(whole + [UInt8](repeating: 0, count: 5000)).damage == nil)
        // So far behind that the end is not looked for there, where the decoder clears it.
        #expect(try facts(whole + [UInt8](repeating: 0, count: 200_000)).damage == nil)
    }

    @Test func `a movie whose last box is cut off is named`() throws {
        let whole = TestMovie(.quickTime, frameCount: 3).data()
        #expect(try facts(whole).damage == nil)
        let longer = whole + [0, 0, 1, 0] + Array("free".utf8)
        #expect(
            try facts(longer).damage
                == "header: cut off at byte \(longer.count) of \(longer.count + 248)"
        )
    }
}
