import Foundation
import OpenPhotoKit
import PhotosTestSupport
import TestPermits
import Testing

/// Exports and trims of movies, read by FFmpeg's programs.
@Suite(.permit, .serialized) struct MovieExportTests {
    private let fixture: LibraryFixture

    init() throws { fixture = try LibraryFixture() }

    /// Writes a movie of five seconds and 30 frames a second, with a key frame every second.
    private func write(_ name: String, _ options: String) throws -> URL {
        let file = fixture.folder.appendingPathComponent(name)
        let input = "-loglevel error -threads 1 -f lavfi -i testsrc2=s=320x180:r=30:d=5 "
        let sound = "-f lavfi -i sine=f=440:r=48000:d=5 -metadata title=Lake "
        let words = (input + sound + options).split(separator: " ").map(String.init)
        try OtherProgram.run("ffmpeg", words + [file.path])
        return file
    }

    /// A movie of HEVC with frames that are shown in another order than they are decoded in.
    private func cameraMovie() throws -> URL {
        try write(
            "camera.mov",
            "-c:v libx265 -x265-params log-level=none:keyint=30:min-keyint=30:bframes=3 "
                + "-tag:v hvc1 -c:a aac"
        )
    }

    private struct Probe: Decodable {
        struct Stream: Decodable {
            var codecName: String
            var width: Int?
            var height: Int?
            var startTime: String
            var duration: String
            var nbReadFrames: String
        }

        struct Format: Decodable {
            var duration: String
            var tags: [String: String]?
        }

        var streams: [Stream]
        var format: Format
    }

    /// What FFmpeg's program reads of a file, all of which must decode.
    private func probe(_ file: URL) throws -> Probe {
        let answer = fixture.folder.appendingPathComponent("\(UUID().uuidString).json")
        let words = "-v error -count_frames -show_streams -show_format -of json -o"
        let arguments = words.split(separator: " ").map(String.init)
        try OtherProgram.run("ffprobe", arguments + [answer.path, file.path])
        try OtherProgram.run(
            "ffmpeg",
            ["-v", "error", "-xerror", "-i", file.path, "-vsync", "0", "-f", "null", "-"]
        )
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(Probe.self, from: Data(contentsOf: answer))
    }

    private func export(
        _ file: URL,
        _ preset: String,
        as type: AVFileType = .mp4,
        part: (start: Double, end: Double)? = nil
    ) async throws -> URL {
        let session = try #require(
            AVAssetExportSession(asset: AVURLAsset(url: file), presetName: preset)
        )
        if let part {
            session.timeRange = CMTimeRange(
                start: CMTime(seconds: part.start, preferredTimescale: 600),
                end: CMTime(seconds: part.end, preferredTimescale: 600)
            )
        }
        let target = fixture.folder.appendingPathComponent("\(UUID().uuidString).mp4")
        try await session.export(to: target, as: type)
        return target
    }

    /// Whether the picture of a file at a time looks like that of another file at another time.
    private func looksAlike(
        _ file: URL,
        at seconds: Double,
        _ other: URL,
        at otherSeconds: Double
    ) async throws -> Bool {
        func pixels(_ file: URL, _ seconds: Double) async throws -> [UInt8] {
            let generator = AVAssetImageGenerator(asset: AVURLAsset(url: file))
            generator.requestedTimeToleranceBefore = .zero
            generator.requestedTimeToleranceAfter = .zero
            generator.maximumSize = CGSize(width: 80, height: 45)
            let time = CMTime(seconds: seconds, preferredTimescale: 600)
            let image = try await generator.image(at: time).image
            return Array(Data(referencing: try #require(image.dataProvider?.data)))
        }
        let (one, two) = (try await pixels(file, seconds), try await pixels(other, otherSeconds))
        guard one.count == two.count else { return false }
        let sum = zip(one, two).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        return sum < 6 * one.count
    }

    @Test(arguments: [AVFileType.mp4, .mov])
    func `a preset makes H.264 that fits its size, with sound`(type: AVFileType) async throws {
        let made = try await export(cameraMovie(), AVAssetExportPresetLowQuality, as: type)
        let found = try probe(made)
        #expect(found.streams.map(\.codecName) == ["h264", "aac"])
        #expect(found.streams[0].width == 224 && found.streams[0].height == 126)
        #expect(found.format.tags?["title"] == nil)
        for stream in found.streams {
            #expect(try abs(#require(Double(stream.duration)) - 5) < 0.05)
        }
        #expect(try (149...152).contains(#require(Int(found.streams[0].nbReadFrames))))
    }

    @Test func `an encoded part has its own pictures alone`() async throws {
        let file = try cameraMovie()
        let made = try await export(file, AVAssetExportPreset640x480, part: (1.3, 3.7))
        let found = try probe(made)
        #expect(try abs(#require(Double(found.format.duration)) - 2.4) < 0.05)
        #expect(try (71...74).contains(#require(Int(found.streams[0].nbReadFrames))))
        #expect(try await looksAlike(made, at: 0.01, file, at: 1.31))
        #expect(try await looksAlike(made, at: 2.35, file, at: 3.65))
    }

    @Test(arguments: [1.0, 1.3])
    func `a copied part shows its pictures, in their codec and with its words`(
        start: Double
    ) async throws {
        let file = try cameraMovie()
        let made = try await export(
            file,
            AVAssetExportPresetPassthrough,
            as: .mov,
            part: (start, 3.7)
        )
        let found = try probe(made)
        #expect(found.streams.map(\.codecName) == ["hevc", "aac"])
        #expect(found.format.tags?["title"] == "Lake")
        #expect(try abs(#require(Double(found.format.duration)) - (3.7 - start)) < 0.05)
        #expect(try await looksAlike(made, at: 0.02, file, at: start + 0.02))
        #expect(try await looksAlike(made, at: 2.01, file, at: start + 2.01))
        let size = try Data(contentsOf: made).count
        #expect(size < (try Data(contentsOf: file).count) * 3 / 4)
    }

    // MARK: Trims

    private func video(_ file: URL) throws -> PHAsset {
        var identifier = ""
        try fixture.library.performChangesAndWait {
            let request = PHAssetCreationRequest.forAsset()
            request.addResource(with: .video, fileURL: file, options: nil)
            identifier = request.placeholderForCreatedAsset?.localIdentifier ?? ""
        }
        return try fixture.asset(identifier)
    }

    /// Trims a video, and returns it as it is afterwards.
    private func trim(_ asset: PHAsset, _ trim: VideoTrim?) async throws -> PHAsset {
        let rendering = try await #require(trim).rendering(of: asset)
        try await fixture.library.performChanges {
            PHAssetChangeRequest(for: asset).contentEditingOutput = rendering.output
        }
        return try fixture.asset(asset.localIdentifier)
    }

    @Test func `a video is trimmed, trimmed again from its original, and reverted`() async throws {
        var asset = try video(cameraMovie())
        #expect(try await VideoTrim.trim(of: asset) == nil)
        asset = try await trim(asset, VideoTrim(start: 1.5, end: 3))
        #expect(asset.hasAdjustments && abs(asset.duration - 1.5) < 0.05)
        #expect(asset.adjustmentFormatIdentifier == VideoTrim.formatIdentifier)
        #expect(try await VideoTrim.trim(of: asset) == VideoTrim(start: 1.5, end: 3))
        asset = try await trim(asset, VideoTrim(start: 0.5, end: 100))
        #expect(abs(asset.duration - 4.5) < 0.05)
        let again = try #require(try await VideoTrim.trim(of: asset))
        #expect(again.start == 0.5 && abs((again.end ?? 0) - 5) < 0.05)
        let reverted = asset
        try await fixture.library.performChanges {
            PHAssetChangeRequest(for: reverted).revertAssetContentToOriginal()
        }
        asset = try fixture.asset(asset.localIdentifier)
        #expect(!asset.hasAdjustments && abs(asset.duration - 5) < 0.05)
    }

    @Test func `a video whose file cannot be copied in part is encoded`() async throws {
        let file = try write("old.avi", "-c:v mjpeg -q:v 4 -c:a pcm_s16le")
        let asset = try await trim(video(file), VideoTrim(start: 2))
        #expect(abs(asset.duration - 3) < 0.1)
        let rendering = PHAssetResource.assetResources(for: asset).first {
            $0.type == .fullSizeVideo
        }
        #expect(rendering?.uniformTypeIdentifier == "public.mpeg-4")
    }

    @Test func `a trim that leaves nothing, and one of a photo, are refused`() async throws {
        #expect(VideoTrim(start: 3, end: 3) == nil && VideoTrim(start: -1) == nil)
        let asset = try video(cameraMovie())
        let late = try #require(VideoTrim(start: 6))
        await #expect(throws: PHPhotosError.self) { _ = try await late.rendering(of: asset) }
        let photo = try #require(try fixture.makeAssets(1).first)
        let trim = try #require(VideoTrim(start: 1))
        await #expect(throws: PHPhotosError.self) { _ = try await trim.rendering(of: photo) }
    }
}
