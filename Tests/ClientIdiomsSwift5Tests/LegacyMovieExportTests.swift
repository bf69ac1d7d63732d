import AVFoundation
import Photos
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct LegacyMovieExportTests {
    @Test func `videos are exported as they are or encoded, and other presets fail with a reason`()
        async
    {
        await #expect(processExitsWith: .success) {
            try await ClientSandbox.run { sandbox in
                let movie = try sandbox.cameraMovie("IMG_0001.MOV")
                try await PHPhotoLibrary.shared().performChanges {
                    _ = PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: movie)
                }
                let asset = try #require(
                    PHAsset.fetchAssets(with: .video, options: nil).firstObject
                )
                let exporter = LegacyMovieExport()
                func export(_ name: String, _ preset: String) async -> (URL?, Error?) {
                    await withCheckedContinuation { continuation in
                        exporter.export(
                            asset,
                            to: sandbox.folder.appendingPathComponent(name),
                            preset: preset
                        ) { continuation.resume(returning: ($0, $1)) }
                    }
                }
                let (url, _) = await export("copy.mov", AVAssetExportPresetPassthrough)
                #expect(try Data(contentsOf: #require(url)) == Data(contentsOf: movie))
                #expect(exporter.session?.progress == 1)
                let date = LegacyMovieExport.creationDate(of: movie)
                #expect(date == Date(timeIntervalSince1970: 1_714_559_400))
                let (made, _) = await export("made.mov", AVAssetExportPresetHighestQuality)
                #expect(AVURLAsset(url: try #require(made)).duration.seconds > 0)
                let (none, error) = await export("no.mov", AVAssetExportPresetHEVCHighestQuality)
                #expect(none == nil && (error as? AVError)?.code == .encoderNotFound)
            }
        }
    }
}
