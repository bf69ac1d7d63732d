import Glibc
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct MediaHeaderTests {
    @Test(arguments: ImageOrientation.allCases)
    func `Exif turns JPEG, PNG and WebP`(orientation: ImageOrientation) throws {
        let exif = ExifFields(orientation: orientation.rawValue)
        let files = [
            TestJPEG(width: 40, height: 30, exif: exif).data(),
            TestPNG(width: 40, height: 30, exif: exif).data(),
            TestWebP(width: 40, height: 30, exif: exif).data(),
        ]
        for file in files {
            let header = try MediaHeader.read(from: file)
            #expect(header.storedWidth == 40)
            #expect(header.storedHeight == 30)
            #expect(header.orientation == orientation)
            #expect(header.displayedWidth == (orientation.rawValue < 5 ? 40 : 30))
            #expect(header.displayedHeight == (orientation.rawValue < 5 ? 30 : 40))
            #expect(header.exif != nil)
        }
    }

    @Test(arguments: [0, 9, 65_535])
    func `an orientation outside 1 to 8 turns nothing`(value: Int) throws {
        let header = try MediaHeader.read(
            from: TestJPEG(exif: ExifFields(orientation: value)).data()
        )
        #expect(header.orientation == .up)
    }

    /// The turns as ISO/IEC 23008-12 defines them, the rotation applied before the mirror.
    @Test(arguments: [
        (nil, nil, ImageOrientation.down),
        (0, nil, .up),
        (1, nil, .left),
        (2, nil, .down),
        (3, nil, .right),
        (nil, 0, .downMirrored),
        (nil, 1, .upMirrored),
        (1, 0, .leftMirrored),
        (1, 1, .rightMirrored),
        (3, 1, .leftMirrored),
    ])
    func `HEIF turns by its properties, and by Exif where it has none`(
        turns: Int?,
        mirror: Int?,
        expected: ImageOrientation
    ) throws {
        let file = TestHEIF(
            width: 40,
            height: 30,
            turns: turns,
            mirror: mirror,
            exif: ExifFields(orientation: 3)
        )
        let header = try MediaHeader.read(from: file.data())
        #expect(header.type == .heic)
        #expect(header.storedWidth == 40)
        #expect(header.storedHeight == 30)
        #expect(header.orientation == expected)
    }

    @Test func `the Exif block of a HEIF is found`() throws {
        let exif = ExifFields(make: "Maker")
        let file = TestHEIF(exif: exif).data()
        let range = try #require(try MediaHeader.read(from: file).exif)
        #expect(Array(file[Int(range.lowerBound)..<Int(range.upperBound)]) == exif.block())
    }

    @Test(arguments: ImageOrientation.allCases, [MovieWriter.Container.quickTime, .mpeg4])
    func `a track's matrix turns a movie`(
        orientation: ImageOrientation,
        container: MovieWriter.Container
    ) throws {
        let movie = TestMovie(
            container,
            width: 64,
            height: 48,
            frameCount: 5,
            orientation: orientation
        )
        let header = try MediaHeader.read(from: movie.data())
        #expect(header.type == (container == .quickTime ? .quickTimeMovie : .mpeg4))
        #expect(header.orientation == orientation)
        #expect(header.displayedWidth == (orientation.swapsSides ? 48 : 64))
        #expect(header.displayedHeight == (orientation.swapsSides ? 64 : 48))
        #expect(header.duration == 0.5)
    }

    @Test func `two orientations make one`() {
        #expect(ImageOrientation.right.followed(by: .right) == .down)
        #expect(ImageOrientation.right.followed(by: .left) == .up)
        #expect(ImageOrientation.upMirrored.followed(by: .down) == .downMirrored)
        for orientation in ImageOrientation.allCases {
            #expect(ImageOrientation.up.followed(by: orientation) == orientation)
            #expect(orientation.followed(by: .up) == orientation)
        }
    }

    @Test func `small formats state their size`() throws {
        let gif = Array("GIF89a".utf8) + [40, 0, 30, 0, 0, 0, 0, 0x3B]
        #expect(try MediaHeader.read(from: gif).displayedWidth == 40)
        let looping =
            Array(gif.dropLast()) + [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
        let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
        #expect(try !MediaHeader.read(from: looping + frame + [0x3B]).isAnimated)
        #expect(try MediaHeader.read(from: looping + frame + frame + [0x3B]).isAnimated)

        var bitmap = [UInt8](repeating: 0, count: 54)
        bitmap.replaceSubrange(0..<2, with: Array("BM".utf8))
        bitmap[14] = 40
        bitmap[18] = 40
        // A height of minus thirty: rows from top to bottom.
        bitmap.replaceSubrange(22..<26, with: [0xE2, 0xFF, 0xFF, 0xFF])
        let header = try MediaHeader.read(from: bitmap)
        #expect(header.displayedWidth == 40)
        #expect(header.displayedHeight == 30)
    }

    @Test func `an open file is read where it is, its position untouched`() throws {
        let file = tmpfile()
        let descriptor = fileno(file)
        defer { fclose(file) }
        let bytes = TestJPEG(width: 40, height: 30).data()
        #expect(write(descriptor, bytes, bytes.count) == bytes.count)
        #expect(lseek(descriptor, 7, SEEK_SET) == 7)
        let source = try DescriptorByteSource(descriptor: descriptor)
        #expect(try MediaHeader.read(from: source) == MediaHeader.read(from: bytes))
        #expect(lseek(descriptor, 0, SEEK_CUR) == 7)
    }

    @Test func `a descriptor that is no file is refused`() {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        #expect(throws: MediaFileError.self) {
            try DescriptorByteSource(descriptor: ends[0])
        }
    }

    @Test func `broken files say what is wrong with them`() {
        func code(_ bytes: [UInt8]) -> MediaFileError.Code? {
            do throws(MediaFileError) {
                _ = try MediaHeader.read(from: bytes)
                return nil
            } catch {
                return error.code
            }
        }
        #expect(code(BrokenMedia.truncatedJPEG()) == .damaged)
        #expect(code(BrokenMedia.text()) == .notMedia)
        #expect(code(BrokenMedia.empty()) == .notMedia)
        #expect(code(BrokenMedia.giantPNG()) == .tooLarge)
        #expect(code(BrokenMedia.movieWithoutDescription()) == .damaged)
    }

    @Test func `a GIF's packet of XMP is found by the bytes that end it`() throws {
        let start =
            Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255, 0x21, 0xFF, 11]
            + Array("XMP DataXMP".utf8)
        let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]
        let packet = Array("<x:xmpmeta>\(String(repeating: "words ", count: 100))".utf8)
        let end = [1] + (0...255).reversed().map { UInt8($0) } + [0]
        let header = try MediaHeader.read(from: start + packet + end + frame)
        let range = try #require(header.xmp)
        #expect(range == Int64(start.count)..<Int64(start.count + packet.count))
        #expect(!header.isAnimated)
        // A packet without them is left alone.
        #expect(try MediaHeader.read(from: start + packet + frame).xmp == nil)
        #expect(try MediaHeader.read(from: start + [3, 65, 65, 65, 0] + frame).xmp == nil)
    }
}
