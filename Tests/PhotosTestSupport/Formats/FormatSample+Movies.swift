import Foundation
import PhotosMedia

extension FormatSample {
    /// What ffmpeg writes a movie with.
    private struct Writing {
        var format: String
        var type: MediaType
        var name: String
        var options: String
        var tagging: Tagging?
    }

    private static let writings = [
        Writing(
            format: "MOV, H.264",
            type: .quickTimeMovie,
            name: "a.mov",
            options: "-c:v libx264",
            tagging: .quickTime
        ),
        Writing(
            format: "MP4, H.264",
            type: .mpeg4,
            name: "a.mp4",
            options: "-c:v libx264",
            tagging: .quickTime
        ),
        Writing(
            format: "MP4, HEVC",
            type: .mpeg4,
            name: "a.mp4",
            options: "-c:v libx265 -tag:v hvc1",
            tagging: .quickTime
        ),
        Writing(
            format: "M4V",
            type: .m4v,
            name: "a.m4v",
            options: "-c:v mpeg4 -f ipod",
            tagging: .quickTime
        ),
        Writing(
            format: "3GPP",
            type: .threeGPP,
            name: "a.3gp",
            options: "-c:v mpeg4",
            tagging: .quickTime
        ),
        Writing(
            format: "3GPP2",
            type: .threeGPP2,
            name: "a.3g2",
            options: "-c:v mpeg4",
            tagging: .quickTime
        ),
        Writing(
            format: "AVI",
            type: .avi,
            name: "a.avi",
            options: "-c:v mjpeg -pix_fmt yuvj420p"
        ),
        Writing(format: "Matroska", type: .matroska, name: "a.mkv", options: "-c:v libx264"),
        Writing(format: "WebM", type: .webM, name: "a.webm", options: "-c:v libvpx"),
        Writing(
            format: "MPEG-2 transport stream",
            type: .transportStream,
            name: "a.ts",
            options: "-c:v mpeg2video"
        ),
        Writing(
            format: "MPEG program stream",
            type: .mpeg,
            name: "a.mpg",
            options: "-c:v mpeg2video -f vob"
        ),
        Writing(
            format: "MPEG-2 video alone",
            type: .mpeg2Video,
            name: "a.m2v",
            options: "-c:v mpeg2video"
        ),
        Writing(format: "WMV", type: .windowsMedia, name: "a.wmv", options: "-c:v wmv2"),
        Writing(format: "ASF", type: .advancedSystems, name: "a.asf", options: "-c:v msmpeg4"),
        Writing(format: "FLV", type: .flashVideo, name: "a.flv", options: "-c:v flv"),
        Writing(format: "Ogg", type: .oggVideo, name: "a.ogv", options: "-c:v libtheora"),
    ]

    static func movies(_ variation: Int) throws -> [FormatSample] {
        let level = UInt8(variation % 64)
        let fields = FieldPictures(upper: 200 - level, lower: 60 + level).pictures()
        let camera = TestTransportStream.camera([
            0x18: [2, 0x20, 0x19, 7], 0x19: [0x14, 0x23, 0x45, 0x10], 0xE0: [0x01, 0x08, 0x30, 1],
        ])
        let avchd = TestTransportStream(pictures: [camera] + fields).data()
        return try writings.map { writing in
            FormatSample(
                writing.format,
                writing.type,
                try movie(variation, writing.name, writing.options),
                tagging: writing.tagging
            )
        } + [FormatSample("AVCHD", .avchd, avchd)]
    }

    static func sounds(_ variation: Int) throws -> [FormatSample] {
        try [
            ("M4A", MediaType.m4a, "a.m4a", "-c:a aac"), ("MP3", .mp3, "a.mp3", "-c:a libmp3lame"),
            ("WAVE", .wave, "a.wav", "-c:a pcm_s16le"),
            ("AIFF", .aiff, "a.aiff", "-c:a pcm_s16be"),
            ("AIFF-C", .aifc, "a.aiff", "-c:a pcm_s16le"),
            ("Core Audio", .coreAudio, "a.caf", "-c:a pcm_s16be"),
            ("AAC", .aac, "a.aac", "-c:a aac"),
            ("FLAC", .flac, "a.flac", "-c:a flac"),
        ].map { format, type, name, options in
            let source = "sine=frequency=\(440 + variation):duration=1"
            return FormatSample(format, type, try made(source, name, options))
        }
    }

    /// A movie of one second that ffmpeg writes.
    static func movie(_ variation: Int, _ name: String, _ options: String) throws -> [UInt8] {
        let source = "testsrc=size=\(176 + variation % 16 * 16)x144:rate=25:duration=1"
        let pixels = options.contains("-pix_fmt") ? "" : "-pix_fmt yuv420p "
        return try made(source, name, pixels + options)
    }

    private static func made(_ source: String, _ name: String, _ options: String) throws -> [UInt8]
    {
        let folder = try TemporaryFolder(isVolatile: false)
        try OtherProgram.run(
            "ffmpeg",
            ["-loglevel", "error", "-threads", "1", "-f", "lavfi", "-i", source]
                + ["-metadata", "creation_time=2019-07-14T21:45:10Z"]
                + options.split(separator: " ").map(String.init)
                + ["\(folder.url.path)/\(name)"]
        )
        return try folder.bytes(name)
    }
}
