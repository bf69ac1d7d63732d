import Foundation
import MediaSynthesis
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// Frames of movies at moments, decoded by the worker.
@Suite(.permit) struct MomentFrameTests {
    /// A movie of four frames a second, whose seconds have the colours of ``ColorMovie``.
    private static func frame(
        _ moment: MovieMoment,
        of bytes: [UInt8] = ColorMovie(seconds: 4).data()
    ) throws -> Picture {
        let request = PictureRequest(moment: moment, renditions: [.init(.full, .pixels)])
        return try #require(Golden.pictures(bytes, request).first)
    }

    @Test(arguments: [
        (0.0, 0, 0.0), (0.3, 0, 0.25), (0.99, 0, 0.75), (1.0, 1, 1.0), (2.6, 2, 2.5),
        (3.9, 3, 3.75),
        (60, 3, 3.75),
    ])
    func `without tolerances, it is the frame that is shown`(
        seconds: Double,
        color: Int,
        begin: Double
    ) throws {
        let picture = try Self.frame(MovieMoment(seconds: seconds))
        #expect(ColorMovie.second(of: picture) == color)
        #expect(picture.moment == begin)
    }

    @Test func `within tolerances, it is the first frame that decoding meets`() throws {
        // Each frame of this movie is a key frame, so decoding begins with the one that is shown.
        let any = try Self.frame(MovieMoment(seconds: 2.6, before: .infinity, after: .infinity))
        #expect(ColorMovie.second(of: any) == 2 && any.moment == 2.5)
    }

    /// The colours of four seconds, in a format that another program writes.
    private static func movie(_ name: String, _ options: [String]) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        let source = folder.url.appendingPathComponent("source.mov")
        try Data(ColorMovie(seconds: 4).data()).write(to: source)
        let target = folder.url.appendingPathComponent(name)
        let ends = ["-loglevel", "error", "-threads", "1", "-i", source.path]
        let pixels = ["-r", "25", "-pix_fmt", "yuv420p"]
        try OtherProgram.run("ffmpeg", ends + pixels + options + [target.path])
        return try [UInt8](Data(contentsOf: target))
    }

    @Test(arguments: [
        ["a.mp4", "-c:v", "libx264", "-g", "250", "-sc_threshold", "0"],
        ["b.mp4", "-c:v", "libx265", "-x265-params", "log-level=none:keyint=250"],
        ["a.mkv", "-c:v", "libx264"], ["a.ts", "-c:v", "libx264", "-g", "25"],
        ["a.webm", "-c:v", "libvpx-vp9"], ["a.avi", "-c:v", "mpeg4", "-q:v", "2"],
        ["a.mpg", "-c:v", "mpeg1video", "-q:v", "2"], ["a.m2v", "-c:v", "mpeg2video", "-q:v", "2"],
        ["a.wmv", "-c:v", "wmv2", "-q:v", "2"], ["a.flv", "-c:v", "flv", "-q:v", "2"],
        ["a.ogv", "-c:v", "libtheora", "-q:v", "10"],
    ])
    func `movies of every format show the frame of a moment`(options: [String]) throws {
        let movie = try Self.movie(options[0], Array(options.dropFirst()))
        for (seconds, color) in [(0.5, 0), (1.5, 1), (3.5, 3), (2.5, 2), (60, 3)] {
            let picture = try Self.frame(MovieMoment(seconds: seconds), of: movie)
            #expect(ColorMovie.second(of: picture) == color)
            let moment = try #require(picture.moment)
            // Some formats keep four frames a second, whatever rate is asked for.
            #expect(moment <= seconds + 0.05 && moment > min(seconds, 4) - 0.3)
        }
    }

    @Test func `a tolerance saves the frames since the key frame`() throws {
        let movie = try Self.movie(
            "a.mp4",
            ["-c:v", "libx264", "-g", "250", "-sc_threshold", "0"]
        )
        let any = try Self.frame(MovieMoment(seconds: 3.5, before: .infinity), of: movie)
        #expect(any.moment == 0 && ColorMovie.second(of: any) == 0)
        let near = try Self.frame(MovieMoment(seconds: 3.5, before: 1), of: movie)
        #expect(near.moment.map { (2.4...2.6).contains($0) } == true)
        #expect(ColorMovie.second(of: near) == 2)
    }

    @Test func `a picture has no moments`() throws {
        #expect(throws: MediaFileError.self) {
            try Self.frame(MovieMoment(seconds: 0), of: TestJPEG(width: 16, seed: 1).data())
        }
    }

    @Test func `a movie that ends before its frames is damaged`() throws {
        let whole = ColorMovie(seconds: 4).data()
        let error = #expect(throws: MediaFileError.self) {
            try Self.frame(MovieMoment(seconds: 3), of: Array(whole.prefix(whole.count / 8)))
        }
        #expect(error?.code == .damaged)
    }
}
