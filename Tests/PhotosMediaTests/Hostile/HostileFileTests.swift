import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// Whatever a file is, it costs itself its answer, and nobody else anything.
///
/// `PHOTOKIT_TEST_HOSTILE_FILES` says how many mutated files to try, and `PHOTOKIT_TEST_HOSTILE_FOLDER` of which files;
/// the account is printed where either is set.
@Suite(.permit, .serialized) struct HostileFileTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["PHOTOKIT_TEST_HOSTILE_FILES"].flatMap { Int($0) }
    private static let folder = environment["PHOTOKIT_TEST_HOSTILE_FOLDER"]

    /// Real small files of each format that can be made here.
    private static func synthesized() throws -> [(name: String, bytes: [UInt8])] {
        let exif = ExifFields(
            dateTimeOriginal: "2024:05:01 12:30:00",
            orientation: 6,
            make: "Apple",
            place: ExifFields.Place(latitude: 1, longitude: 2)
        )
        var samples = [
            ("JPEG", TestJPEG(width: 96, height: 64, exif: exif).data()),
            ("PNG", TestPNG(width: 64, height: 48, exif: exif).data()),
            (
                "PNG with Exif in a text",
                TestPNG(width: 64, height: 48, chunks: [TestPNG.profile(exif.block())]).data()
            ),
            ("JPEG with a lost part", TestJPEG.withLostPart(exif)),
            ("TIFF", TestTIFF().data()),
            ("DNG", TestCameraDNG(.gradient(width: 64, height: 48)).data()),
            ("BigTIFF", TestBigTIFF().data()),
            ("CRW", TestCRW().data()),
            ("MRW", TestMRW(.gradient(width: 64, height: 48), exif: exif).data()),
            ("X3F", TestX3F().data()),
            ("HEIF", TestHEIF(turns: 1, exif: exif).data()),
            ("WebP", TestWebP(exif: exif).data()),
            ("MOV", TestMovie(.quickTime, width: 64, height: 48, frameCount: 3).data()),
            ("MP4", TestMovie(.mpeg4, width: 64, height: 48, frameCount: 3).data()),
            (
                "GIF",
                Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
                    + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]
            ),
        ]
        var pentax = TestCameraDNG(
            .gradient(width: 64, height: 48),
            preview: (TestJPEG(width: 32, height: 24).data(), 32, 24)
        )
        (pentax.make, pentax.isDNG) = ("PENTAX", false)
        samples.append(("PEF", pentax.data()))
        // Only an encoder makes a HEIC that has pictures in it.
        let scratch = try ScratchFolder()
        let file = try scratch.open(TestJPEG(width: 96, height: 64).data())
        let request = PictureRequest(renditions: [.init(.full, .heic(quality: 60))])
        let client = try TestWorker.client()
        for picture in try client.pictures(of: file.fileDescriptor, request) {
            samples.append(("HEIC", [UInt8](picture.bytes)))
        }
        var refused = try AssembledHEIF(
            Golden.gradient(128, 64),
            columns: 2,
            rows: 1,
            size: PixelSize(width: 100, height: 60)
        )
        refused.auxiliaries = 2
        let drawn = Golden.gradient(64, 48)
        samples.append(("JPEG 2000", try OtherProgram.vips(drawn, "a.jp2[Q=60]")))
        samples.append(("Radiance", try OtherProgram.vips(drawn, "a.hdr")))
        let one = ["-frames:v", "1", "-update", "1"]
        samples.append(("OpenEXR", try OtherProgram.movie(drawn, "a.exr", one)))
        samples.append(("PSD", TestPSD(drawn).data()))
        var large = TestPSD(drawn, depth: 16)
        large.isLarge = true
        samples.append(("PSB", large.data()))
        samples.append(("HEIC that libheif refuses", refused.data()))
        (refused.auxiliaries, refused.tilesOfStatedSize, refused.statesSize) = (0, 0, false)
        samples.append(("HEIC that states no sizes", refused.data()))
        for (name, options) in movies {
            let options = ["-r", "25", "-pix_fmt", "yuv420p"] + options
            samples.append((name, try OtherProgram.movie(Golden.gradient(96, 64), name, options)))
        }
        let camera = TestTransportStream.camera([
            0x18: [2, 0x20, 0x19, 7], 0x19: [0x14, 0x23, 0x45, 0x10], 0xB2: [0, 48, 0, 1],
        ])
        let fields = FieldPictures(upper: 200, lower: 60).pictures()
        samples.append(("AVCHD", TestTransportStream(pictures: [camera] + fields).data()))
        return samples
    }

    /// What ffmpeg makes the samples of movies with.
    private static let movies = [
        ("a.mpg", ["-c:v", "mpeg1video"]), ("a.vob", ["-c:v", "mpeg2video"]),
        ("a.m2v", ["-c:v", "mpeg2video"]), ("a.wmv", ["-c:v", "wmv2"]), ("a.flv", ["-c:v", "flv"]),
        ("a.ogv", ["-c:v", "libtheora"]),
        ("a.ts", ["-c:v", "libx264", "-x264-params", "intra-refresh=1:keyint=3:bframes=0"]),
    ]

    private static func samples() throws -> [(name: String, bytes: [UInt8])] {
        guard let folder else { return try synthesized() }
        let names =
            FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return try names.sorted().compactMap { name in
            let url = URL(filePath: folder).appending(path: name)
            let values = try url.resourceValues(forKeys: [.isRegularFileKey])
            guard values.isRegularFile == true else { return nil }
            let bytes = [UInt8](try Data(contentsOf: url))
            guard (try? MediaHeader.read(from: bytes)) != nil else { return nil }
            return (name, bytes)
        }
    }

    private func say(_ report: String) {
        if Self.count != nil || Self.folder != nil { print(report) }
    }

    @Test func `bombs`() throws {
        var run = try HostileRun()
        for (name, bytes) in Bombs.all {
            try run.run(bytes, name)
            try run.checkGoodFile(after: name)
        }
        say(run.report)
    }

    @Test func `bombs that their headers betray are refused before they are decoded`() throws {
        let folder = try ScratchFolder()
        // No worker is needed to refuse them.
        let client = MediaWorkerClient(program: "/nowhere", environment: [:])
        let request = PictureRequest(renditions: [.init(.about(longSide: 256), .jpeg(quality: 75))])
        for name in [
            "a PNG of 3,600 million pixels", "a JPEG of 4,290 million pixels",
            "a JPEG 2000 of 3,600 million pixels",
            "a Photoshop document of 90,000 million pixels",
        ] {
            let bytes = try #require(Bombs.all.first { $0.name == name }).bytes
            let file = try folder.open(bytes)
            let error = #expect(throws: MediaFileError.self) {
                try client.pictures(of: file.fileDescriptor, request)
            }
            #expect(error?.code == .tooLarge)
        }
    }

    @Test func `mutated files`() throws {
        let samples = try Self.samples()
        try #require(!samples.isEmpty)
        var run = try HostileRun()
        var random = SeededNumbers(seed: 0xBAD_F11E)
        for index in 0..<(Self.count ?? 300) {
            let (name, bytes) = samples[index % samples.count]
            try run.run(Mutations.mutated(bytes, &random), "\(name), \(index)")
        }
        say(run.report)
        #expect(run.counts.values.reduce(0, +) == 3 * (Self.count ?? 300))
    }

    @Test func `truncated files`() throws {
        var run = try HostileRun()
        for (name, bytes) in try Self.synthesized() {
            for part in 0..<12 {
                let length = bytes.count * part / 12
                try run.run(Array(bytes.prefix(length)), "\(name), \(length) bytes of it")
            }
        }
        say(run.report)
    }
}
