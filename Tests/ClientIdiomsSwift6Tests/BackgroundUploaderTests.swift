import Photos
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct BackgroundUploaderTests {
    @Test func `an uploader with placeholders sends each photo and takes note of it`() async {
        await #expect(processExitsWith: .success) {
            try await ClientSandbox.run { sandbox in
                let files = try (0..<3).map {
                    try sandbox.picture("IMG_\($0).JPG", seed: UInt8($0))
                }
                try await PHPhotoLibrary.shared().performChanges {
                    for file in files {
                        PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)
                    }
                }
                let host = try sandbox.uploads()
                try host.allowThisProgram()
                let options = PHAssetResourceUploadJobOptions()
                options.preventsExpensiveNetworkAccess = true
                try PHPhotoLibrary.shared().enableUploadJobExtension(with: options)
                #expect(PHPhotoLibrary.shared().uploadJobExtensionOptions != nil)

                let uploader = BackgroundUploader()
                #expect(await uploader.processJobs() == .processing)
                #expect(uploader.made.count == 3)
                // Jobs are under way, so nothing is sent twice.
                #expect(await uploader.processJobs() == .completed)
                #expect(try host.carryOutJobs(answer: 503).count == 3)
                #expect(await uploader.processJobs() == .completed)
                let sent = try host.carryOutJobs(answer: 201, ["etag": "7"])
                #expect(sent.first == "https://cloud.example.org/dav/IMG_0.JPG")
                // What was acknowledged is sent anew by this simple program.
                #expect(await uploader.processJobs() == .processing)
                #expect(Set(uploader.uploaded.keys) == Set(uploader.made.prefix(3)))
                #expect(Set(uploader.uploaded.values) == ["7"])

                try await uploader.cancelAll()
                #expect(try host.carryOutJobs(answer: 201).isEmpty)
                try PHPhotoLibrary.shared().disableUploadJobExtension()
                #expect(PHPhotoLibrary.shared().uploadJobExtensionOptions == nil)
            }
        }
    }
}
