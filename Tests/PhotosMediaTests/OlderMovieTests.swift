import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// Movies of the formats before MP4, and what is said of those that cannot be shown.
@Suite(.permit) struct OlderMovieTests {
    private static func make(_ name: String, _ arguments: String) throws -> [UInt8] {
        let folder = try ScratchFolder()
        let path = "\(folder.path)/\(name)"
        try OtherProgram.run(
            "ffmpeg",
            ["-loglevel", "error"] + arguments.split(separator: " ").map(String.init) + [path]
        )
        return [UInt8](try Data(contentsOf: URL(filePath: path)))
    }

    private static let pictures = "-f lavfi -i testsrc=size=176x144:rate=25:duration=2 "
    private static let sound = "-f lavfi -i sine=frequency=440:duration=2 "
    private static let date = "-metadata creation_time=2019-07-14T21:45:10Z "

    private func facts(_ bytes: [UInt8], hint: String? = nil) throws -> MediaFacts {
        let folder = try ScratchFolder()
        let file = try folder.open(bytes)
        return try MediaReader(worker: TestWorker.client(), zone: .gmt)
            .facts(of: file.fileDescriptor, hint: hint)
    }

    @Test(arguments: [
        ("a.mpg", "-c:v mpeg1video -f mpeg", "public.mpeg"),
        ("b.mpg", "-c:v mpeg2video -f svcd", "public.mpeg"),
        ("a.vob", "-c:v mpeg2video -f vob", "public.mpeg"),
        ("a.m2v", "-c:v mpeg2video", "public.mpeg-2-video"),
        ("a.wmv", "-c:v wmv2", "com.microsoft.windows-media-wmv"),
        ("a.asf", "-c:v msmpeg4", "com.microsoft.advanced-systems-format"),
        ("a.flv", "-c:v flv", "com.adobe.flash.video"),
        ("a.ogv", "-c:v libtheora", "org.xiph.ogg-video"),
    ])
    func `they are known by their content`(
        name: String,
        arguments: String,
        identifier: String
    ) throws {
        let both = Self.pictures + Self.sound + Self.date + arguments
        for options in name == "a.m2v" ? [Self.pictures + arguments] : [both] {
            let facts = try facts(Self.make(name, options), hint: name)
            #expect(facts.type.identifier == identifier)
            #expect(facts.kind == .video)
            #expect((facts.pixelWidth, facts.pixelHeight) == (176, 144))
            // A stream without times tells its length by its rate of bits alone.
            if name != "a.m2v" { #expect(abs(facts.duration - 2) < 0.2) }
            #expect(facts.damage == nil)
        }
    }

    @Test func `Windows Media says what exiftool says`() throws {
        let options =
            Self.pictures + Self.date + "-metadata comment=Words -metadata title=Name -c:v wmv2"
        let bytes = try Self.make("a.wmv", options)
        let folder = try ScratchFolder()
        let path = try folder.write(bytes, to: "a.wmv")
        let theirs = try #require(Exiftool.read([path], groups: true).first)
        let facts = try facts(bytes)
        #expect(theirs["ASF:CreationDate"] == "2019:07:14 21:45:10Z")
        #expect(facts.creationDate == (try Date("2019-07-14T21:45:10Z", strategy: .iso8601)))
        #expect(facts.zoneOffset == nil && !facts.isZoneAssumed)
        #expect(facts.caption == theirs["ASF:Description"])
        #expect(theirs["ASF:ImageWidth"] == "\(facts.pixelWidth)")
        let duration = Exiftool.number(theirs["ASF:Duration"]).map {
            $0 - (Exiftool.number(theirs["ASF:Preroll"]) ?? 0) / 1000
        }
        #expect(abs(facts.duration - (duration ?? 0)) < 0.01)
    }

    @Test(arguments: [
        ("a.ogv", "-c:v libtheora -c:a libvorbis", "description", "keywords"),
        ("a.flv", "-c:v flv -an", "comment", "keywords"),
        ("a.avi", "-c:v mpeg4 -an", "comment", "IKEY"),
    ])
    func `words of Ogg, FLV and AVI are read`(
        name: String,
        arguments: String,
        caption: String,
        keywords: String
    ) throws {
        let words =
            "-metadata title=A-title -metadata artist=Ann -metadata \(caption)=What-it-shows "
            + "-metadata \(keywords)=sea;sun "
        let facts = try facts(
            Self.make(name, Self.pictures + Self.sound + words + arguments),
            hint: name
        )
        #expect(facts.title == "A-title")
        #expect(facts.creators == ["Ann"])
        #expect(facts.caption == "What-it-shows")
        #expect(facts.keywords == (name == "a.avi" ? ["sea", "sun"] : ["sea;sun"]))
    }

    @Test func `Windows Media that was sent live states no length, and clocks may not be set`()
        throws
    {
        var file = TestWindowsMedia()
        var header = try MediaHeader.read(from: file.data())
        #expect((header.storedWidth, header.storedHeight) == (320, 240))
        #expect(header.duration == 2)
        #expect(header.tags["ASF.CreationDate"] == "2019-07-14T21:45:10Z")
        file.isLive = true
        file.date = 0
        header = try MediaHeader.read(from: file.data())
        #expect(header.duration == nil)
        #expect(header.tags.isEmpty)
    }

    @Test(arguments: [
        ("a.mka", "-c:a aac -f matroska"), ("a.wma", "-c:a wmav2"), ("a.ts", "-c:a aac"),
        ("a.flv", "-c:a libmp3lame -ar 44100"), ("a.mpg", "-c:a mp2 -f mpeg"),
        ("a.mov", "-c:a aac"),
    ])
    func `a movie of sound alone says so`(name: String, arguments: String) throws {
        let bytes = try Self.make(name, Self.sound + arguments)
        let error = #expect(throws: MediaFileError.self) { try facts(bytes, hint: name) }
        #expect(error?.code == .notMedia)
        #expect(error?.reason.contains("sound") == true)
    }

    private func failure(_ bytes: [UInt8]) -> MediaFileError? {
        #expect(throws: MediaFileError.self) { try Golden.picture(bytes) }
    }

    @Test(arguments: [("avc1", "zzz1", "zzz1"), ("avc1", "drac", "dirac")])
    func `a codec that no decoder knows is named`(
        old: String,
        new: String,
        name: String
    ) throws {
        var bytes = try Self.make("a.mp4", Self.pictures + "-c:v libx264 -movflags +faststart")
        // Once in the sample description; the brands stand in the first 32 bytes.
        let expected = try #require(
            bytes.indices.dropFirst(40).first { bytes[$0...].starts(with: Array(old.utf8)) }
        )
        bytes.replaceSubrange(expected..<expected + 4, with: Array(new.utf8))
        _ = try facts(bytes)
        let error = failure(bytes)
        if new == "zzz1" { #expect(error?.code == .noDecoder) }
        #expect(error?.reason.contains(name) == true, "\(error?.reason ?? "")")
    }

    @Test func `a movie that is cut off before its first picture is damaged`() throws {
        let bytes = try Self.make("a.mp4", Self.pictures + "-c:v libx264 -movflags +faststart")
        let data = try #require(
            bytes.indices.first { bytes[$0...].starts(with: Array("mdat".utf8)) }
        )
        let error = failure(Array(bytes.prefix(data + 4)))
        #expect(error?.code == .damaged)
        let expected = "cut off at byte \(data + 4) of \(bytes.count)"
        #expect(error?.reason == expected, "\(error?.reason ?? "")")
    }

    @Test func `pictures of nothing but zeros are damaged`() throws {
        var bytes = try Self.make("a.mp4", Self.pictures + "-c:v libx264 -movflags +faststart")
        let data = try #require(
            bytes.indices.first { bytes[$0...].starts(with: Array("mdat".utf8)) }
        )
        for index in (data + 4)..<bytes.count { bytes[index] = 0 }
        #expect(failure(bytes)?.code == .damaged)
    }
}
