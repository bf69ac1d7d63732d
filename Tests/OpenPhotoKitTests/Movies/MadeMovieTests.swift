import Foundation
import OpenPhotoKit
import PhotosTestSupport
import TestPermits
import Testing

/// Movies of many kinds, made for browsers through the public API, and read by FFmpeg's programs.
@Suite(.permit, .serialized) struct MadeMovieTests {
    private let fixture: LibraryFixture

    init() throws { fixture = try LibraryFixture() }

    /// A kind of movie, by the options that make FFmpeg write it.
    struct Kind: Sendable, CustomStringConvertible {
        var description: String
        var name: String
        var options: String
        /// The options of the sound; nil for a silent movie.
        var sound: String? = "-f lavfi -i sine=f=440:r=48000:d=5"
        var size = [160, 90]
        var seconds = 5.0
        var isTurned = false
    }

    static let kinds = [
        Kind(
            description: "HEVC of 10 bits, turned",
            name: "a.mov",
            options: "-c:v libx265 -x265-params log-level=none:keyint=60 -pix_fmt yuv420p10le "
                + "-tag:v hvc1 -c:a aac",
            size: [90, 160],
            isTurned: true
        ),
        Kind(
            description: "ProRes with sound of bytes",
            name: "a.mov",
            options: "-c:v prores -c:a pcm_s16le"
        ),
        Kind(
            description: "MPEG-2 with pixels that are not square",
            name: "a.mpg",
            options: "-aspect 4:3 -c:v mpeg2video -q:v 4 -c:a mp2",
            size: [160, 120]
        ),
        Kind(
            description: "MJPEG of an old camera",
            name: "a.avi",
            options: "-c:v mjpeg -q:v 4 -c:a pcm_u8 -ar 11025"
        ),
        Kind(
            description: "frames at uneven times, without sound",
            name: "a.mp4",
            options: "-vf select='not(mod(n,7))+lt(n,40)' -vsync vfr -c:v libx264",
            sound: nil,
            seconds: 4.5
        ),
        Kind(
            description: "PQ, without sound",
            name: "a.mp4",
            options: "-vf format=yuv420p10le -c:v libx265 -x265-params "
                + "log-level=none:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc "
                + "-color_primaries bt2020 -color_trc smpte2084 -colorspace bt2020nc",
            sound: nil
        ),
        Kind(
            description: "sound that begins late",
            name: "a.mp4",
            options: "-c:v libx264 -c:a aac",
            sound: "-itsoffset 1.5 -f lavfi -i sine=f=440:r=44100:d=3"
        ),
        Kind(
            description: "Matroska with MPEG-4 and MP3",
            name: "a.mkv",
            options: "-c:v mpeg4 -c:a libmp3lame"
        ),
    ]

    /// Writes a movie of five seconds.
    private func write(_ kind: Kind) throws -> URL {
        let file = fixture.folder.appendingPathComponent(kind.name)
        let input = "-loglevel error -threads 1 -f lavfi -i testsrc2=s=160x90:r=30:d=5"
        let words = [input, kind.sound ?? "", kind.options].joined(separator: " ")
        let arguments = words.split(separator: " ").map(String.init)
        try OtherProgram.run("ffmpeg", arguments + [file.path])
        guard kind.isTurned else { return file }
        let turned = fixture.folder.appendingPathComponent("turned-\(kind.name)")
        let turning = "-c copy -metadata:s:v rotate=90".split(separator: " ").map(String.init)
        try OtherProgram.run(
            "ffmpeg",
            ["-loglevel", "error", "-i", file.path] + turning + [turned.path]
        )
        return turned
    }

    private func asset(of file: URL) throws -> PHAsset {
        var identifier = ""
        try fixture.library.performChangesAndWait {
            let request = PHAssetCreationRequest.forAsset()
            request.addResource(with: .video, fileURL: file, options: nil)
            identifier = request.placeholderForCreatedAsset?.localIdentifier ?? ""
        }
        return try fixture.asset(identifier)
    }

    /// What FFmpeg's program reads of a file, with the frames of each stream counted.
    private struct Probe: Decodable {
        struct Stream: Decodable {
            var codecName: String
            var width: Int?
            var height: Int?
            var colorTransfer: String?
            var duration: String
            var nbReadFrames: String
        }

        var streams: [Stream]
    }

    private func probe(_ bytes: Data) throws -> Probe {
        let file = fixture.folder.appendingPathComponent("made-\(UUID().uuidString).mp4")
        let answer = fixture.folder.appendingPathComponent("\(UUID().uuidString).json")
        try bytes.write(to: file)
        let words = "-v error -count_frames -show_streams -of json -o"
        let arguments = words.split(separator: " ").map(String.init)
        try OtherProgram.run("ffprobe", arguments + [answer.path, file.path])
        // A stream with damage makes this fail.
        try OtherProgram.run(
            "ffmpeg",
            ["-v", "error", "-xerror", "-i", file.path, "-vsync", "0", "-f", "null", "-"]
        )
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(Probe.self, from: Data(contentsOf: answer))
    }

    private func movie(_ asset: PHAsset, side: Int = 640) async throws -> MadeMovie {
        try await MadeMovie.movie(of: asset, longestSide: side, in: fixture.library)
    }

    @Test(arguments: kinds)
    func `every kind becomes a movie that is upright and has its times and sound`(
        kind: Kind
    ) async throws {
        let movie = try await movie(asset(of: write(kind)))
        let layout = movie.layout
        #expect([layout.width, layout.height] == kind.size)
        #expect(layout.hasSound == (kind.sound != nil))
        #expect(layout.fragmentCount == 3)
        #expect(abs(layout.duration - kind.seconds) < 0.1)
        var bytes = try await movie.initialization()
        for number in 0..<layout.fragmentCount { bytes += try await movie.fragment(number) }
        let streams = try probe(bytes).streams
        #expect(streams.map(\.codecName) == (layout.hasSound ? ["h264", "aac"] : ["h264"]))
        let pictures = try #require(streams.first)
        #expect([pictures.width, pictures.height] == kind.size)
        #expect(pictures.colorTransfer == "bt709")
        for stream in streams {
            let seconds = try #require(Double(stream.duration))
            #expect(abs(seconds - layout.duration) < 0.04)
        }
        let frames = try #require(Int(pictures.nbReadFrames))
        #expect(kind.seconds == 4.5 ? (50...60).contains(frames) : (149...156).contains(frames))
    }

    @Test func `fragments are the same in any order`() async throws {
        let asset = try asset(of: write(Self.kinds[1]))
        let movie = try await movie(asset)
        let forward = [try await movie.fragment(0), try await movie.fragment(1)]
        // Nothing of the first time is kept in a library without it.
        let other = try LibraryFixture()
        try FileManager.default.copyItem(
            at: fixture.folder.appendingPathComponent("a.mov"),
            to: other.folder.appendingPathComponent("b.mov")
        )
        var identifier = ""
        try other.library.performChangesAndWait {
            let request = PHAssetCreationRequest.forAsset()
            let file = other.folder.appendingPathComponent("b.mov")
            request.addResource(with: .video, fileURL: file, options: nil)
            identifier = request.placeholderForCreatedAsset?.localIdentifier ?? ""
        }
        let again = try await MadeMovie.movie(
            of: other.asset(identifier),
            longestSide: 640,
            in: other.library
        )
        let last = try await again.fragment(2)
        let backward = [try await again.fragment(1), try await again.fragment(0)]
        #expect(backward.reversed() == forward)
        #expect(try await movie.fragment(2) == last)
    }

    @Test func `a movie is not longer than wanted, and states nothing of its file`() async throws {
        var kind = Self.kinds[6]
        kind.options += " -metadata title=Secret -metadata location=+47.1+008.2/"
        let movie = try await movie(asset(of: write(kind)), side: 64)
        #expect(movie.layout.width == 64 && movie.layout.height == 36)
        let bytes = try await movie.initialization() + movie.fragment(0)
        for secret in ["Secret", "47.1", "x264 - core"] {
            #expect(bytes.range(of: Data(secret.utf8)) == nil)
        }
    }

    @Test func `two callers of one fragment get the same bytes`() async throws {
        let movie = try await movie(asset(of: write(Self.kinds[3])))
        async let first = movie.fragment(1)
        async let second = movie.fragment(1)
        let both = try await [first, second]
        #expect(both[0] == both[1])
    }

    @Test func `an image has no movie`() async throws {
        let asset = try #require(try fixture.makeAssets(1).first)
        await #expect(throws: MadeMovieError.notAMovie) {
            _ = try await movie(asset)
        }
    }

    @Test func `a header that states years makes no more fragments than there are`() async throws {
        let file = try write(Self.kinds[4])
        var bytes = try Data(contentsOf: file)
        // The duration of the last frame, in the table of times.
        let table = try #require(bytes.range(of: Data("stts".utf8))).upperBound
        let count = bytes[table + 4..<table + 8].reduce(0) { $0 << 8 | Int($1) }
        let last = table + 8 + 8 * (count - 1) + 4
        bytes.replaceSubrange(last..<last + 4, with: [0x7F, 0xFF, 0xFF, 0xFF])
        try bytes.write(to: file)
        let movie = try await movie(asset(of: file))
        #expect(movie.layout.fragmentCount <= 33)
        _ = try await movie.fragment(movie.layout.fragmentCount - 1)
    }
}
