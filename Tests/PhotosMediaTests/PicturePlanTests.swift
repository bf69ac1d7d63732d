import PhotosMedia
import TestPermits
import Testing

/// The memory that is set aside for pictures before anything is decoded.
@Suite(.permit) struct PicturePlanTests {
    private func header(
        _ width: Int,
        _ height: Int,
        _ type: MediaType = .jpeg,
        _ orientation: ImageOrientation = .up
    ) -> MediaHeader {
        MediaHeader(
            type: type,
            storedWidth: width,
            storedHeight: height,
            orientation: orientation
        )
    }

    private func plan(
        _ rendition: PictureRendition,
        _ header: MediaHeader,
        crop: UnitRectangle? = nil
    ) throws -> PicturePlan.Region {
        try #require(PicturePlan([rendition], crop: crop, of: header).regions.first)
    }

    @Test func `full pixels take what the header states`() throws {
        let region = try plan(.init(.full, .pixels), header(4000, 3000))
        #expect(region.pixels == 12_000_000)
        #expect(region.capacity == 48_000_000)
    }

    @Test func `an encoded picture may be larger than its pixels`() throws {
        for format in [PictureRendition.Format.jpeg(quality: 100), .png, .heic(quality: 100)] {
            let region = try plan(.init(.full, format), header(100, 100))
            #expect(region.capacity > 100 * 100 * 4 + 60_000)
        }
    }

    @Test func `a thumbnail takes the square of its side, and not more than the picture`() throws {
        #expect(
            try plan(.init(.about(longSide: 256), .pixels), header(4000, 3000)).pixels == 256 * 256
        )
        #expect(try plan(.init(.about(longSide: 256), .pixels), header(20, 10)).pixels == 200)
    }

    @Test(arguments: [ImageOrientation.up, .right])
    func `at least a size has room for twice of it, whichever way the picture lies`(
        orientation: ImageOrientation
    ) throws {
        let size = PictureRendition.Size.atLeast(width: 400, height: 100)
        let region = try plan(.init(size, .pixels), header(4000, 3000, .jpeg, orientation))
        // Upright it is 3000 wide, so that 400 are 533 high; twice both is 800 by 1067.
        #expect(region.pixels >= 800 * 1067)
        #expect(region.pixels < 4_000_000)
        let huge = PictureRendition.Size.atLeast(width: 9000, height: 9000)
        #expect(try plan(.init(huge, .pixels), header(4000, 3000)).pixels == 12_000_000)
    }

    @Test func `an exact size is that size, enlarged too`() throws {
        let region = try plan(.init(.exactly(width: 300, height: 200), .pixels), header(10, 10))
        #expect(region.pixels == 60_000)
    }

    @Test func `a part takes its share`() throws {
        let part = UnitRectangle(x: 0.5, y: 0.25, width: 0.1, height: 0.5)
        let region = try plan(.init(.full, .pixels), header(1000, 1000), crop: part)
        #expect((50_000...52_000).contains(region.pixels))
    }

    @Test func `places follow each other without touching`() throws {
        let renditions = [
            PictureRendition(.about(longSide: 1024), .jpeg(quality: 75)),
            PictureRendition(.about(longSide: 256), .pixels),
        ]
        let plan = try PicturePlan(renditions, crop: nil, of: header(4000, 3000))
        #expect(plan.regions[0].offset == 0)
        #expect(plan.regions[1].offset >= plan.regions[0].capacity)
        #expect(plan.regions[1].offset % 4096 == 0)
        #expect(plan.byteCount >= plan.regions[1].offset + plan.regions[1].capacity)
    }

    @Test func `more memory than one worker may use is refused before anything is decoded`() {
        let error = #expect(throws: MediaFileError.self) {
            try plan(.init(.full, .pixels), header(30_000, 30_000))
        }
        #expect(error?.code == .tooLarge)
        #expect(throws: MediaFileError.self) {
            try plan(.init(.exactly(width: 1 << 20, height: 1 << 20), .png), header(10, 10))
        }
        #expect(throws: Never.self) {
            try plan(.init(.about(longSide: 256), .pixels), header(20_000, 20_000))
        }
    }

    @Test func `more pixels than any camera takes are refused, however small the picture`() {
        let error = #expect(throws: MediaFileError.self) {
            try plan(.init(.about(longSide: 256), .pixels), header(1 << 20, 1 << 20))
        }
        #expect(error?.code == .tooLarge)
    }

    @Test func `movies and raw files have room for what their headers do not tell`() throws {
        // Pixels of a movie may be twice as wide as high.
        #expect(try plan(.init(.full, .pixels), header(720, 576, .mpeg4)).pixels >= 1440 * 576)
        // A raw file's header may tell the preview's size.
        #expect(try plan(.init(.full, .pixels), header(160, 120, .nikonNEF)).pixels >= 45_000_000)
        // A stream tells none.
        #expect(
            try plan(.init(.full, .pixels), header(0, 0, .transportStream)).pixels >= 1920 * 1080
        )
    }

    private static let said: [(PictureRendition, MadePicture, Bool)] = [
        (.init(.full, .pixels), .init(width: 40, height: 30, byteCount: 4800), true),
        (.init(.full, .pixels), .init(width: 30, height: 40, byteCount: 4800), true),
        (.init(.full, .pixels), .init(width: 40, height: 30, byteCount: 4799), false),
        (.init(.full, .pixels), .init(width: 40, height: 31, byteCount: 4960), false),
        (.init(.full, .pixels), .init(width: -40, height: -30, byteCount: 4800), false),
        (.init(.full, .pixels), .init(width: .max, height: .max, byteCount: 4), false),
        (.init(.full, .pixels), .init(width: 0, height: 30, byteCount: 0), false),
        (.init(.full, .png), .init(width: 40, height: 30, byteCount: 90), true),
        (.init(.full, .png), .init(width: 40, height: 30, byteCount: 0), false),
        (.init(.full, .png), .init(width: 40, height: 30, byteCount: -1), false),
        (.init(.full, .png), .init(width: 40, height: 30, byteCount: 1 << 20), false),
        (.init(.about(longSide: 20), .png), .init(width: 20, height: 15, byteCount: 9), true),
        (.init(.about(longSide: 20), .png), .init(width: 21, height: 15, byteCount: 9), false),
        (
            .init(.exactly(width: 5, height: 4), .png), .init(width: 5, height: 4, byteCount: 9),
            true
        ),
        (
            .init(.exactly(width: 5, height: 4), .png), .init(width: 4, height: 5, byteCount: 9),
            false
        ),
    ]

    @Test(arguments: said)
    func `what the worker says of a picture is checked`(
        rendition: PictureRendition,
        made: MadePicture,
        isAllowed: Bool
    ) throws {
        let plan = try PicturePlan([rendition], crop: nil, of: header(40, 30))
        #expect(plan.allows(made, for: rendition, at: 0) == isAllowed)
    }
}
