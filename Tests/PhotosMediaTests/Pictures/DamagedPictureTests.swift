import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// Files that are cut off.
@Suite(.permit) struct DamagedPictureTests {
    private static let drawn = Golden.gradient(320, 240)

    @Test(arguments: ["a.jpg[Q=90]", "a.png"])
    func `what is left of a picture is shown`(name: String) throws {
        let whole = try OtherProgram.vips(Self.drawn, name)
        let picture = try Golden.picture(Array(whole[..<(whole.count * 3 / 4)]))
        #expect((picture.width, picture.height) == (320, 240))
        for column in [10, 300] {
            let pixel = Golden.pixel(picture, column, 20)
            #expect(abs(pixel[0] - column * 255 / 319) <= 6)
            #expect(abs(pixel[1] - 21) <= 6)
        }
    }

    @Test(arguments: ["a.webp", "a.heic", "a.avif", "a.jxl"])
    func `what cannot be decoded is an error`(name: String) throws {
        let whole = try OtherProgram.vips(Self.drawn, name)
        #expect(throws: MediaFileError.self) {
            try Golden.picture(Array(whole[..<(whole.count * 3 / 4)]))
        }
    }

    @Test(arguments: ["a.webp", "a.heic", "a.avif"])
    func `a file that ends before it says is damaged, and says where`(name: String) throws {
        let whole = try OtherProgram.vips(Self.drawn, name)
        let length = whole.count * 3 / 4
        let error = #expect(throws: MediaFileError.self) {
            try Golden.picture(Array(whole[..<length]))
        }
        #expect(error?.code == .damaged)
        #expect(error?.reason == "cut off at byte \(length) of \(whole.count)")
    }

    @Test func `the reason is the file's own, whatever was decoded before`() throws {
        let heic = try OtherProgram.vips(Self.drawn, "a.heic")
        let whole = try OtherProgram.vips(Self.drawn, "a.webp")
        let folder = try ScratchFolder()
        let (first, second) = (
            try folder.open(heic), try folder.open(Array(whole[..<(whole.count / 2)]))
        )
        let fresh = try TestWorker.client().facts(of: second.fileDescriptor, zone: .gmt).damage
        let used = try TestWorker.client()
        let request = PictureRequest(renditions: [.init(.about(longSide: 64), .pixels)])
        _ = try used.pictures(of: first.fileDescriptor, request)
        #expect(try used.facts(of: second.fileDescriptor, zone: .gmt).damage == fresh)
    }

    @Test func `a whole file that its decoder refuses is not called damaged`() throws {
        var bytes = try OtherProgram.vips(Self.drawn, "a.heic")
        // The decoder's settings are of a version that nothing knows.
        let box = try #require(
            bytes.indices.dropLast(4).first { bytes[$0..<$0 + 4].elementsEqual("hvcC".utf8) }
        )
        for index in box + 4..<box + 40 { bytes[index] = 0xFF }
        let error = #expect(throws: MediaFileError.self) { try Golden.picture(bytes) }
        #expect(error?.code == .noDecoder)
        #expect(error?.reason.hasPrefix("libheif 1.") == true)
    }

    @Test func `a movie without a whole frame is an error`() throws {
        let movie = TestMovie(.mpeg4, width: 320, height: 240).data()
        let picture = try Golden.picture(movie)
        #expect(picture.width == 320)
        let header = try MediaHeader.read(from: movie)
        #expect(header.type == .mpeg4)
        var broken = movie
        for index in broken.indices where index > 48 && index < movie.count * 3 / 4 {
            broken[index] = 0
        }
        #expect(throws: (any Error).self) { try Golden.picture(broken) }
    }
}
