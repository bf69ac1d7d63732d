import Foundation
import PhotosMedia
import TestPermits
import Testing

/// The special kinds of picture that tags are evidence of.
@Suite(.permit) struct SubtypeFactsTests: TagReadingTests {
    @Test func `special kinds need plain evidence`() {
        let apple = ["Exif.Image.Make": "Apple"]
        func subtypes(_ tags: [String: String], _ type: MediaType = .jpeg) -> MediaSubtypes {
            facts(tags, type: type).subtypes
        }
        #expect(subtypes(["Exif.Photo.UserComment": "Screenshot"]) == .screenshot)
        #expect(subtypes(["Exif.Photo.UserComment": "A holiday"]) == [])
        #expect(subtypes(["Xmp.GPano.ProjectionType": "equirectangular"]) == .panorama)
        for (value, expected): (String, MediaSubtypes) in [
            ("2", .hdr), ("3", .hdr), ("6", .panorama), ("7", [.hdr, .depthEffect]),
            ("8", .depthEffect), ("0", []),
        ] {
            #expect(
                subtypes(apple.merging(["Exif.Photo.CustomRendered": value]) { $1 }) == expected
            )
        }
        #expect(subtypes(["Exif.Photo.CustomRendered": "6"]) == [])
        #expect(subtypes(["Video.frameRate": "239.8"], .quickTimeMovie) == .videoHighFrameRate)
        #expect(subtypes(["Video.frameRate": "59.94"], .quickTimeMovie) == [])
        #expect(
            subtypes(
                ["QuickTime.com.apple.quicktime.author": "ReplayKitRecording"],
                .mpeg4
            )
                == .videoScreenRecording
        )
    }

    @Test(arguments: [
        (["HEIF.portraiteffectsmatte": "present"], MediaType.heic, MediaSubtypes.depthEffect),
        (["HEIF.ster": "present"], .heic, .spatial),
        (["Video.vexu": "present"], .quickTimeMovie, .spatial),
        (["QuickTime.com.apple.quicktime.spatial.format-version": "1"], .quickTimeMovie, .spatial),
        (["QuickTime.com.apple.quicktime.cinematic-video": "1"], .quickTimeMovie, .videoCinematic),
        (
            ["QuickTime.com.apple.photos.captureMode": "Time-lapse"], .quickTimeMovie,
            .videoTimelapse
        ),
        (["QuickTime.com.android.capture.fps": "1.000000"], .mpeg4, .videoTimelapse),
        (["QuickTime.com.android.capture.fps": "240.000000"], .mpeg4, .videoHighFrameRate),
        (["QuickTime.com.android.capture.fps": "30.000000"], .mpeg4, MediaSubtypes()),
        (["Xmp.hdrgm.Version": "1.0"], .jpeg, .hdr),
        (["Apple.HDRImageType": "3"], .jpeg, .hdr),
        (["Apple.HDRImageType": "4"], .jpeg, MediaSubtypes()),
        (["Xmp.GFocus.BlurAtInfinity": "0.02"], .jpeg, .depthEffect),
        // What is evidence of a movie says nothing of a picture.
        (["QuickTime.com.apple.quicktime.cinematic-video": "1"], .jpeg, MediaSubtypes()),
        (["Xmp.GPano.ProjectionType": "equirectangular"], .mpeg4, MediaSubtypes()),
    ])
    func `other special kinds have their evidence`(
        tags: [String: String],
        type: MediaType,
        expected: MediaSubtypes
    ) {
        #expect(facts(tags, type: type).subtypes == expected)
    }

    @Test func `subtypes have PhotoKit's numbers`() {
        #expect(MediaSubtypes.panorama.rawValue == 1)
        #expect(MediaSubtypes.hdr.rawValue == 2)
        #expect(MediaSubtypes.screenshot.rawValue == 4)
        #expect(MediaSubtypes.live.rawValue == 8)
        #expect(MediaSubtypes.depthEffect.rawValue == 16)
        #expect(MediaSubtypes.animation.rawValue == 64)
        #expect(MediaSubtypes.spatial.rawValue == 1024)
        #expect(MediaSubtypes.videoStreamed.rawValue == 65_536)
        #expect(MediaSubtypes.videoHighFrameRate.rawValue == 131_072)
        #expect(MediaSubtypes.videoTimelapse.rawValue == 262_144)
        #expect(MediaSubtypes.videoScreenRecording.rawValue == 524_288)
        #expect(MediaSubtypes.videoCinematic.rawValue == 2_097_152)
    }
}
