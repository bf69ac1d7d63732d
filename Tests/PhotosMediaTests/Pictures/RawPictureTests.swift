import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// Cameras' raw files: by their preview or developed, compared with what was drawn.
@Suite(.permit) struct RawPictureTests {
    private static let colors: [RasterImage.Color] = [
        .init(red: 255, green: 255, blue: 255), .init(red: 128, green: 128, blue: 128),
        .init(red: 200, green: 60, blue: 60), .init(red: 60, green: 180, blue: 70),
        .init(red: 50, green: 70, blue: 190), .init(red: 0, green: 0, blue: 0),
        .init(red: 220, green: 190, blue: 160), .init(red: 255, green: 255, blue: 255),
    ]
    /// Cameras' programs take small sensors for damage.
    private static let drawn = RasterImage(width: 640, height: 480) { column, _ in
        colors[column / 80]
    }
    private static let blue = RasterImage(width: 160, height: 120) { _, _ in
        .init(red: 20, green: 40, blue: 200)
    }
    private static let preview = (JPEGEncoder(quality: 95).encode(blue), 160, 120)

    @Test func `sensor data is developed in the camera's colours`() throws {
        let bytes = TestCameraDNG(Self.drawn).data()
        for size in [PictureRendition.Size.full, .about(longSide: 320)] {
            let picture = try Golden.picture(bytes, size)
            #expect(abs(picture.width - (size == .full ? 640 : 320)) <= 20)
            for (index, color) in Self.colors.enumerated() {
                let column = (2 * index + 1) * picture.width / 16
                let pixel = Golden.pixel(picture, column, picture.height / 2)
                for (found, wanted) in zip(pixel, [color.red, color.green, color.blue]) {
                    #expect(abs(found - Int(wanted)) <= 8)
                }
            }
        }
    }

    @Test func `a preview that is large enough is used, and turned as the raw picture`() throws {
        let bytes = TestCameraDNG(Self.drawn, orientation: .right, preview: Self.preview).data()
        let small = try Golden.picture(bytes, .about(longSide: 160))
        #expect((small.width, small.height) == (120, 160))
        #expect(Golden.pixel(small, 60, 80)[2] > 190 && Golden.pixel(small, 60, 80)[0] < 40)
        let large = try Golden.picture(bytes, .about(longSide: 640))
        #expect(large.height > 600 && large.width > 440)
        // White stands at the left of what is stored, and so at the top of what is shown.
        #expect(Golden.pixel(large, 240, 40)[0] > 245)
        #expect(Golden.pixel(large, 240, 120)[0] < 150)
    }

    @Test(arguments: [
        ("PENTAX", "PENTAX K-x"), ("SAMSUNG", "NX300"), ("SONY", "DSC-R1"),
        ("SEIKO EPSON CORP.", "R-D1"), ("Mamiya-OP Co.,Ltd.", "MAMIYA ZD"),
    ])
    func `makers' own files are developed, and not read as TIFFs`(
        make: String,
        model: String
    ) throws {
        var raw = TestCameraDNG(Self.drawn)
        (raw.make, raw.model, raw.isDNG) = (make, model, false)
        let bytes = raw.data()
        #expect(try MediaHeader.read(from: bytes).type.isRaw)
        let picture = try Golden.picture(bytes)
        #expect(abs(picture.width - 640) <= 40 && abs(picture.height - 480) <= 40)
        // Without a camera's matrix colours are its own; white and black are what they are.
        #expect(Golden.pixel(picture, picture.width / 16, picture.height / 2).min() ?? 0 > 150)
        let black = Golden.pixel(picture, picture.width * 11 / 16, picture.height / 2)
        #expect(black.prefix(3).max() ?? 255 < 60)
    }

    @Test(arguments: [(9, "VC-5"), (52_546, "JPEG XL"), (40_000, "this camera or compression")])
    func `compressions that LibRaw does not know are named`(scheme: Int, words: String) throws {
        var raw = TestCameraDNG(Self.drawn)
        raw.compressed = (scheme, [UInt8](repeating: 0x55, count: 5000))
        if scheme == 9 { (raw.make, raw.model) = ("GoPro", "HERO10 Black") }
        let bytes = raw.data()
        let error = #expect(throws: MediaFileError.self) { try Golden.picture(bytes) }
        #expect(error?.code == .noDecoder)
        #expect(error?.reason.contains(words) == true)
        #expect(error?.reason.contains("LibRaw 0.") == true)
        // What the camera put beside it is shown.
        raw.preview = Self.preview
        let picture = try Golden.picture(raw.data())
        #expect((picture.width, picture.height) == (160, 120))
        #expect(Golden.pixel(picture, 80, 60)[2] > 190)
    }

    @Test func `a small preview is shown where developing fails half way`() throws {
        // This camera encrypts its files, so that LibRaw reads on and then gives up.
        var raw = TestCameraDNG(Self.drawn, preview: Self.preview)
        (raw.make, raw.model, raw.isDNG) = ("SONY", "DSC-F828", false)
        for bytes in [raw.data(), TestCRW(preview: Self.preview.0).data()] {
            let picture = try Golden.picture(bytes, .about(longSide: 1024))
            #expect((picture.width, picture.height) == (160, 120))
            #expect(Golden.pixel(picture, 80, 60)[2] > 190)
        }
    }

    /// What a client says of a file: its pictures, or the reason why there are none.
    private func outcome(_ file: FileHandle, _ client: MediaWorkerClient) -> [AnyHashable] {
        let request = PictureRequest(renditions: [.init(.about(longSide: 256), .pixels)])
        do {
            let pictures = try client.pictures(of: file.fileDescriptor, request)
            return pictures.flatMap { [$0.width, $0.height, $0.bytes] as [AnyHashable] }
        } catch {
            return ["\(error)"]
        }
    }

    @Test(arguments: [TestLittleRaw.Maker.canonCR2, .canonTIF])
    func `a raw file that is cut off does not depend on earlier files`(
        maker: TestLittleRaw.Maker
    ) throws {
        let folder = try ScratchFolder()
        let drawn = RasterImage.gradient(width: 168, height: 120, seed: 81)
        let jpeg = JPEGEncoder(quality: 90).encode(drawn)
        let whole = TestLittleRaw(maker, preview: (jpeg, 168, 120)).data()
        let photo = JPEGEncoder(quality: 95).encode(Self.drawn)
        let others = try [photo, TestCameraDNG(Self.drawn).data(), whole].map(folder.open)
        let (first, second) = (try TestWorker.client(), try TestWorker.client())
        for length in stride(from: 200, to: whole.count, by: 150) {
            let cut = try folder.open(Array(whole[..<length]))
            let expected = outcome(cut, first)
            for other in others { _ = outcome(other, second) }
            #expect(outcome(cut, second) == expected, "\(length) bytes")
        }
    }

    @Test func `a raw file that ends early is damaged`() throws {
        let bytes = TestCameraDNG(Self.drawn).data()
        let error = #expect(throws: MediaFileError.self) {
            try Golden.picture(Array(bytes[..<(bytes.count / 2)]))
        }
        #expect(error?.code == .damaged)
    }

    /// A black sensor of many millions of pixels, which takes no room on the disk.
    private func large(_ width: Int, _ height: Int, in folder: ScratchFolder) throws -> FileHandle {
        var raw = TestCameraDNG(.gradient(width: 16, height: 16))
        raw.claimed = (width, height)
        let head = raw.data()
        let path = try folder.write(head, to: "large.dng")
        let file = try FileHandle(forUpdating: URL(filePath: path))
        try file.truncate(atOffset: UInt64(head.count + width * height * 2))
        return file
    }

    @Test func `a file that is longer than a worker takes is too large, not hostile`() throws {
        let folder = try ScratchFolder()
        let file = try large(18_000, 16_000, in: folder)
        let client = try TestWorker.client()
        let small = PictureRequest(renditions: [.init(.about(longSide: 256), .jpeg(quality: 75))])
        let error = #expect(throws: MediaFileError.self) {
            try client.pictures(of: file.fileDescriptor, small)
        }
        #expect(error?.code == .memory)
        #expect(error?.reason == "a file of 550 MiB, limit 512 MiB")
    }

    @Test func `a phone's 200 megapixels have a preview, and are too large as a whole`() throws {
        let folder = try ScratchFolder()
        let file = try large(16_384, 12_288, in: folder)
        let client = try TestWorker.client()
        let small = PictureRequest(renditions: [.init(.about(longSide: 256), .jpeg(quality: 75))])
        let picture = try #require(client.pictures(of: file.fileDescriptor, small).first)
        #expect((240...256).contains(picture.width))
        let whole = PictureRequest(renditions: [.init(.full, .jpeg(quality: 75))])
        let error = #expect(throws: MediaFileError.self) {
            try client.pictures(of: file.fileDescriptor, whole)
        }
        #expect(error?.code == .memory)
        #expect(error?.reason.hasPrefix("201 megapixels, limit ") == true)
    }
}
