import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// The first pictures of movies, compared with what was drawn.
@Suite(.permit) struct PosterFrameTests {
    private static let drawn = Golden.gradient(320, 240)

    @Test(arguments: ImageOrientation.allCases)
    func `a turned movie comes out upright`(orientation: ImageOrientation) throws {
        // What lies in the file is the gradient; what is shown is turned.
        let movie = TestMovie(.quickTime, width: 320, height: 240, orientation: orientation)
        let picture = try Golden.picture(movie.data())
        #expect(
            (picture.width, picture.height) == (orientation.swapsSides ? (240, 320) : (320, 240))
        )
        let turn = orientation.coefficients
        for (column, row) in [(20, 20), (300, 20), (20, 220), (300, 220)] {
            let x = column * turn[0] + row * turn[2]
            let y = column * turn[1] + row * turn[3]
            let shown = Golden.pixel(
                picture,
                x < 0 || turn[0] + turn[2] < 0 ? picture.width - 1 + x : x,
                y < 0 || turn[1] + turn[3] < 0 ? picture.height - 1 + y : y
            )
            #expect(abs(shown[0] - column * 255 / 319) <= 5)
            #expect(abs(shown[1] - row * 255 / 239) <= 5)
        }
    }

    @Test(arguments: [
        ["a.mp4", "-c:v", "libx264"], ["a.mkv", "-c:v", "libx264"], ["a.ts", "-c:v", "libx264"],
        ["a.webm", "-c:v", "libvpx-vp9"], ["a.avi", "-c:v", "mpeg4", "-q:v", "2"],
        ["b.mp4", "-c:v", "libx265", "-x265-params", "log-level=none"],
        ["a.mpg", "-r", "25", "-c:v", "mpeg1video", "-q:v", "2"],
        ["a.vob", "-r", "25", "-c:v", "mpeg2video", "-q:v", "2"],
        ["a.m2v", "-r", "25", "-c:v", "mpeg2video", "-q:v", "2"],
        ["a.wmv", "-c:v", "wmv2", "-q:v", "2"], ["a.asf", "-c:v", "msmpeg4", "-q:v", "2"],
        ["a.flv", "-c:v", "flv", "-q:v", "2"], ["a.ogv", "-c:v", "libtheora", "-q:v", "10"],
    ])
    func `movies of every format show their first frame`(options: [String]) throws {
        let bytes = try OtherProgram.movie(
            Self.drawn,
            options[0],
            ["-pix_fmt", "yuv420p"] + options.dropFirst()
        )
        for size in [
            PictureRendition.Size.full, .about(longSide: 100), .exactly(width: 90, height: 60),
        ] {
            let picture = try Golden.picture(bytes, size)
            let reference = Golden.gradient(picture.width, picture.height)
            let difference = try Golden.difference(picture, reference)
            #expect(difference.mean <= 4)
            #expect(difference.maximum <= 24)
        }
    }

    @Test(arguments: [
        ("bt709", "tv"), ("bt709", "pc"), ("smpte170m", "tv"), ("smpte170m", "pc"),
        ("bt2020nc", "tv"),
    ])
    func `the matrix and range of colours are those that the movie states`(
        matrix: String,
        range: String
    ) throws {
        let fields = RasterImage.fields([
            .init(red: 255, green: 255, blue: 255), .init(red: 0, green: 0, blue: 0),
            .init(red: 220, green: 30, blue: 30), .init(red: 30, green: 200, blue: 30),
            .init(red: 30, green: 30, blue: 220), .init(red: 128, green: 128, blue: 128),
        ])
        let scale =
            "scale=out_color_matrix=\(matrix == "bt2020nc" ? "bt2020" : matrix):out_range=\(range)"
        let bytes = try OtherProgram.movie(
            fields,
            "a.mp4",
            [
                "-vf", scale + ",format=yuv444p", "-colorspace", matrix, "-color_range", range,
                "-c:v", "libx264", "-crf", "1",
            ]
        )
        let picture = try Golden.picture(bytes)
        for index in 0..<6 {
            let pixel = Golden.pixel(picture, index * 32 + 16, 16)
            let drawn = fields[index * 32 + 16, 16]
            for (found, wanted) in zip(pixel, [drawn.red, drawn.green, drawn.blue]) {
                #expect(abs(found - Int(wanted)) <= 6)
            }
        }
    }

    @Test func `wide pixels make a wide picture`() throws {
        let bytes = try OtherProgram.movie(
            Self.drawn,
            "a.mp4",
            ["-vf", "setsar=4/3", "-pix_fmt", "yuv420p", "-c:v", "libx264"]
        )
        let picture = try Golden.picture(bytes)
        #expect(abs(picture.width - 427) <= 1 && picture.height == 240)
        let small = try Golden.picture(bytes, .about(longSide: 128))
        #expect(small.width == 128 && abs(small.height - 72) <= 1)
    }

    @Test func `sound shows nothing`() throws {
        let folder = try ScratchFolder()
        let made = "\(folder.path)/a.m4a"
        try OtherProgram.run(
            "ffmpeg",
            ["-loglevel", "error", "-f", "lavfi", "-i", "sine=d=1", made]
        )
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: made)))
        #expect(throws: MediaFileError.self) { try Golden.picture(bytes) }
    }
}
