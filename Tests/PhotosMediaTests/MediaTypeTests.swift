import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct MediaTypeTests {
    private func type(_ bytes: [UInt8]) -> MediaType? {
        MediaType(startingWith: bytes, fileSize: Int64(bytes.count))
    }

    @Test func `generated files are what they are`() {
        #expect(type(TestJPEG().data()) == .jpeg)
        #expect(type(TestPNG().data()) == .png)
        #expect(type(TestMovie(.quickTime).data()) == .quickTimeMovie)
        #expect(type(TestMovie(.mpeg4).data()) == .mpeg4)
        #expect(type(TestHEIF().data()) == .heic)
        #expect(type(TestHEIF(brand: "avif").data()) == .avif)
        #expect(type(TestWebP().data()) == .webp)
    }

    @Test(arguments: [
        ("mif1", ["mif1", "heic"], MediaType.heic),
        ("mif1", ["mif1", "avif"], .avif),
        ("mif1", ["mif1"], .heif),
        ("heix", ["mif1"], .heic),
        ("msf1", ["hevc"], .heics),
        ("M4V ", ["mp42", "isom"], .m4v),
        ("M4A ", ["mp42"], .m4a),
        ("3gp5", ["isom"], .threeGPP),
        ("3g2a", ["isom"], .threeGPP2),
        ("crx ", ["isom"], .canonCR3),
        ("abcd", ["mp42"], .mpeg4),
        ("qt  ", ["qt  "], .quickTimeMovie),
        ("jpeg", ["mif1"], .heif),
        ("jpgs", ["msf1", "mif1"], .heif),
        ("abcd", ["efgh", "mif1"], .heif),
    ])
    func `brands tell the kinds of ISO media apart`(
        major: String,
        compatible: [String],
        expected: MediaType
    ) {
        let content = ByteWriter {
            $0.uint32(16 + compatible.count * 4)
            $0.text("ftyp" + major)
            $0.uint32(0)
            for brand in compatible { $0.text(brand) }
        }
        #expect(type(content.bytes) == expected)
    }

    @Test(arguments: ["free", "skip", "wide"])
    func `QuickTime may begin with room that was left free`(code: String) throws {
        func room(_ size: Int) -> [UInt8] {
            ByteWriter { $0.box(code) { $0.zeros(size) } }.bytes
        }
        let movie = TestMovie(.quickTime).data()
        for size in [0, 24, 8_000] {
            #expect(type(room(size) + movie) == .quickTimeMovie)
            let header = try MediaHeader.read(from: room(size) + movie)
            #expect(header.storedWidth > 0 && header.duration != nil)
        }
        if code != "wide" { #expect(type(room(8) + Array("and then some text".utf8)) == nil) }
        #expect(type(Array("It is free, and so on and so forth".utf8)) == nil)
    }

    @Test func `an unknown brand is no media`() {
        #expect(type(Array("\0\0\0\u{14}ftypabcd\0\0\0\0efgh".utf8)) == nil)
    }

    @Test func `signatures of other formats are known`() {
        #expect(type(Array("GIF89a".utf8)) == .gif)
        #expect(type([0x49, 0x49, 0x2A, 0]) == .tiff)
        #expect(type([0x4D, 0x4D, 0, 0x2A]) == .tiff)
        #expect(type([0x49, 0x49, 0x2B, 0, 8, 0, 0, 0]) == .tiff)
        #expect(type([0x4D, 0x4D, 0, 0x2B, 0, 8, 0, 0]) == .tiff)
        #expect(type([0x4D, 0x4D, 0, 0x2B, 0, 4, 0, 0]) == nil)
        #expect(type(Array("II\u{1A}\0\0\0HEAPCCDR".utf8)) == .canonCRW)
        #expect(type(Array("II\u{1A}\0\0\0HEAPJPGM".utf8)) == nil)
        #expect(type(Array("\0MRM".utf8)) == .minoltaMRW)
        #expect(type(Array("FOVb".utf8)) == .sigmaX3F)
        #expect(type([0xFF, 0x0A]) == .jpegXL)
        #expect(type(Array("FUJIFILMCCD-RAW ".utf8)) == .fujiRAF)
        #expect(type(Array("IIRO".utf8)) == .olympusORF)
        #expect(type([0x49, 0x49, 0x55, 0]) == .panasonicRW2)
        #expect(type(Array("RIFF\0\0\0\0AVI LIST".utf8)) == .avi)
        #expect(type([0x49, 0x49, 0x2A, 0, 0x10, 0, 0, 0, 0x43, 0x52, 2, 0]) == .canonCR2)
        let start: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3, 0x88]
        #expect(type(start + [0x42, 0x82, 0x84] + Array("webm".utf8)) == .webM)
        #expect(type(start + [0x42, 0x82, 0x88] + Array("matroska".utf8)) == .matroska)
        // A size may take up to eight bytes.
        #expect(type(start + [0x42, 0x82, 0x40, 4] + Array("webm".utf8)) == .webM)
        let long: [UInt8] = [0x42, 0x82, 1, 0, 0, 0, 0, 0, 0, 4]
        #expect(type(start + long + Array("webm".utf8)) == .webM)
    }

    @Test func `streams and sound without a header are told by their frames`() {
        func packets(_ size: Int, offset: Int) -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: size * 4)
            for index in 0..<4 { bytes[index * size + offset] = 0x47 }
            return bytes
        }
        #expect(type(packets(188, offset: 0)) == .transportStream)
        #expect(type(packets(192, offset: 4)) == .avchd)
        #expect(type(packets(190, offset: 0)) == nil)
        func frames(_ start: [UInt8], _ length: Int) -> [UInt8] {
            (start + [UInt8](repeating: 0, count: length - start.count)) + start + [0, 0, 0, 0]
        }
        // 128 kbit/s at 44,100 Hz; 320 kbit/s at 32,000 Hz.
        #expect(type(frames([0xFF, 0xFB, 0x90, 0x00], 417)) == .mp3)
        #expect(type(frames([0xFF, 0xFB, 0xE8, 0x00], 1440)) == .mp3)
        #expect(type(frames([0xFF, 0xFB, 0x90, 0x00], 400)) == nil)
        #expect(type(frames([0xFF, 0xF1, 0x50, 0x80, 0x20, 0x1F, 0xFC], 256)) == .aac)
        #expect(type(Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, 0, 0, 0]) == .mp3)
        #expect(type(Array("RIFF\0\0\0\0WAVEfmt ".utf8)) == .wave)
        #expect(type(Array("FORM\0\0\0\0AIFFCOMM".utf8)) == .aiff)
        #expect(type(Array("FORM\0\0\0\0AIFCFVER".utf8)) == .aifc)
        #expect(type(Array("caff\0\u{1}\0\0desc".utf8)) == .coreAudio)
        #expect(type(Array("fLaC\0\0\0\u{22}\u{10}\0\u{10}\0".utf8)) == .flac)
        #expect(type([0xFF, 0xFE] + Array("UTF-16 text of some length".utf8)) == nil)
    }

    @Test func `movies of older formats are told by more than four bytes`() {
        func padded(_ bytes: [UInt8]) -> [UInt8] {
            bytes + [UInt8](repeating: 0, count: 64 - bytes.count)
        }
        #expect(type(padded([0, 0, 1, 0xBA, 0x44, 0, 4, 0, 4, 1])) == .mpeg)
        #expect(type(padded([0, 0, 1, 0xBA, 0x21, 0, 1, 0, 1, 0x80])) == .mpeg)
        #expect(type(padded([0, 0, 1, 0xBA, 0x12, 0, 1, 0, 1, 0x80])) == nil)
        let sequence: [UInt8] = [0, 0, 1, 0xB3, 0x14, 0, 0xF0, 0x23, 0xFF, 0xFF, 0xE0, 0x18]
        #expect(type(padded(sequence)) == .mpeg2Video)
        #expect(type(padded(sequence.map { $0 == 0x23 ? 0 : $0 })) == nil)
        #expect(type(padded(Array("FLV".utf8) + [1, 5, 0, 0, 0, 9])) == .flashVideo)
        #expect(type(padded(Array("FLV is a format".utf8))) == nil)
        #expect(
            type(padded(Array("OggS\0\u{2}".utf8) + [0x80] + Array("theora".utf8))) == .oggVideo
        )
        #expect(type(padded(Array("OggS\0\u{2}\u{1}vorbis".utf8))) == nil)
        #expect(type(TestWindowsMedia().data()) == .windowsMedia)
        #expect(type(padded([0x30, 0x26, 0xB2, 0x75, 0, 0])) == nil)
    }

    @Test func `words are no picture, whatever they begin with`() {
        #expect(type(BrokenMedia.text()) == nil)
        #expect(type(BrokenMedia.empty()) == nil)
        #expect(type(Array("BMW is a maker of cars, not of pictures.".utf8)) == nil)
        #expect(type(Array("the moov of a movie".utf8)) == nil)
        #expect(type(Array("RIFF raff and more of it".utf8)) == nil)
    }

    @Test func `every type has an identifier and an extension of its own`() {
        let identifiers = Set(MediaType.allCases.map(\.identifier))
        let extensions = Set(MediaType.allCases.map(\.preferredExtension))
        #expect(identifiers.count == MediaType.allCases.count)
        #expect(extensions.count == MediaType.allCases.count)
        #expect(MediaType.jpeg.identifier == "public.jpeg")
        #expect(MediaType.heic.identifier == "public.heic")
        #expect(MediaType.png.identifier == "public.png")
        #expect(MediaType.quickTimeMovie.identifier == "com.apple.quicktime-movie")
        #expect(MediaType.mpeg4.identifier == "public.mpeg-4")
        #expect(MediaType.quickTimeMovie.kind == .video)
        #expect(MediaType.m4a.kind == .audio)
        #expect(MediaType.dng.kind == .image)
        #expect(MediaType.dng.isRaw)
        #expect(!MediaType.heic.isRaw)
    }
}
