import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// Every format that an import knows, in files of FFmpeg's making, and raw files of our own.
@Suite(.permit) struct FormatTests {
    /// A file that FFmpeg makes: how, and what it is.
    struct Made: Sendable, CustomTestStringConvertible {
        var name: String
        var type: MediaType
        var arguments: [String]

        var testDescription: String { name }

        init(_ name: String, _ type: MediaType, _ arguments: String) {
            self.name = name
            self.type = type
            self.arguments = arguments.split(separator: " ").map(String.init)
        }
    }

    private static let files = [
        Made("a.mov", .quickTimeMovie, "-c:v mjpeg -pix_fmt yuvj420p"),
        Made("a.mp4", .mpeg4, "-c:v mpeg4"),
        Made("a.m4v", .m4v, "-c:v mpeg4 -f ipod"),
        Made("a.3gp", .threeGPP, "-c:v mpeg4"),
        Made("a.avi", .avi, "-c:v mjpeg -pix_fmt yuvj420p"),
        Made("a.mkv", .matroska, "-c:v mpeg4"),
        Made("a.webm", .webM, "-c:v libvpx"),
        Made("a.ts", .transportStream, "-c:v mpeg2video"),
        Made("a.mts", .avchd, "-c:v mpeg2video -f mpegts -mpegts_m2ts_mode 1"),
        Made("a.m4a", .m4a, "-c:a aac"), Made("a.mp3", .mp3, "-c:a libmp3lame"),
        Made("a.wav", .wave, "-c:a pcm_s16le"), Made("a.aiff", .aiff, "-c:a pcm_s16be"),
        Made("a.caf", .coreAudio, "-c:a pcm_s16be"), Made("a.aac", .aac, "-c:a aac"),
        Made("a.flac", .flac, "-c:a flac"),
    ]

    struct Missing: Error, CustomStringConvertible {
        let description =
            "ffmpeg is not installed or refused its work, and these tests need its files. Install "
            + "ffmpeg, as Scripts/test does."
    }

    private func make(_ file: Made, in folder: ScratchFolder) throws -> FileHandle {
        let path = folder.path + "/" + file.name
        let source =
            file.type.kind == .audio
            ? "sine=frequency=440:duration=1" : "testsrc=size=176x144:rate=10:duration=1"
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            ["ffmpeg", "-loglevel", "error", "-f", "lavfi", "-i", source]
            + ["-metadata", "creation_time=2019-07-14T21:45:10Z"] + file.arguments + [path]
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Missing() }
        return try FileHandle(forReadingFrom: URL(filePath: path))
    }

    @Test(arguments: files)
    func `movies and sound are what they are`(file: Made) throws {
        let folder = try ScratchFolder()
        let handle = try make(file, in: folder)
        let reader = MediaReader(worker: try TestWorker.client(), zone: .gmt)
        let facts = try reader.facts(of: handle.fileDescriptor, hint: file.name)
        #expect(facts.type == file.type)
        #expect(abs(facts.duration - 1) < 0.15)
        #expect(facts.pixelWidth == (file.type.kind == .audio ? 0 : 176))
        #expect(facts.pixelHeight == (file.type.kind == .audio ? 0 : 144))
        #expect(facts.damage == nil)
        let isDated: Set<MediaType> = [.quickTimeMovie, .mpeg4, .m4v, .threeGPP, .matroska, .webM]
        if isDated.contains(file.type) {
            #expect(
                facts.creationDate == (try Date("2019-07-14T21:45:10Z", strategy: .iso8601))
            )
            #expect(facts.zoneOffset == nil)
            #expect(!facts.isZoneAssumed)
        }
    }

    @Test(arguments: [
        Made("a.webm", .webM, "-c:v libvpx"), Made("a.mkv", .matroska, "-c:v mpeg4"),
    ])
    func `frames as often as a clock ticks are no slow motion`(file: Made) throws {
        let folder = try ScratchFolder()
        let handle = try make(file, in: folder)
        var bytes = [UInt8](try #require(try handle.readToEnd()))
        // The length of a frame in nanoseconds: that of ten in a second becomes a tick of the clock.
        let stated: [UInt8] = [0x23, 0xE3, 0x83, 0x84, 0x05, 0xF5, 0xE1, 0x00]
        let range = try #require(bytes.firstRange(of: stated))
        bytes.replaceSubrange(range, with: stated.prefix(4) + [0x00, 0x0F, 0x42, 0x40])
        let movie = try folder.open(bytes)
        let facts = try TestWorker.client().facts(of: movie.fileDescriptor, zone: .gmt)
        #expect(facts.type == file.type)
        #expect(!facts.subtypes.contains(.videoHighFrameRate))
    }

    @Test func `a camera's frames as often as those of slow motion are slow motion`() throws {
        let folder = try ScratchFolder()
        let file = Made("a.mov", .quickTimeMovie, "-c:v mjpeg -pix_fmt yuvj420p -r 240")
        let handle = try make(file, in: folder)
        let facts = try TestWorker.client().facts(of: handle.fileDescriptor, zone: .gmt)
        #expect(facts.subtypes.contains(.videoHighFrameRate))
    }

    @Test func `AVI states local time`() throws {
        let tags = MediaTags(["RIFF.creation_time": ["2019-07-14 23:45:10"]])
        let header = MediaHeader(type: .avi, storedWidth: 4, storedHeight: 3)
        let facts = MediaFacts(header: header, tags: tags, zone: .gmt)
        #expect(facts.isZoneAssumed)
        #expect(facts.dateSource == "RIFF.creation_time")
    }
}
