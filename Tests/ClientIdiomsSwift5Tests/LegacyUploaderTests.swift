import Photos
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct LegacyUploaderTests {
    @Test func `an uploader of the first generation sends each photo once`() async {
        await #expect(processExitsWith: .success) {
            try await ClientSandbox.run { sandbox in
                let files = try (0..<2).map {
                    try sandbox.picture("IMG_\($0).JPG", seed: UInt8($0))
                }
                try await PHPhotoLibrary.shared().performChanges {
                    for file in files {
                        PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)
                    }
                }
                let host = try sandbox.uploads()
                #expect(throws: PHPhotosError.self) {
                    try PHPhotoLibrary.shared().setUploadJobExtensionEnabled(true)
                }
                try host.allowThisProgram()
                try PHPhotoLibrary.shared().setUploadJobExtensionEnabled(true)
                #expect(PHPhotoLibrary.shared().uploadJobExtensionEnabled)

                let uploader = LegacyUploader()
                #expect(uploader.process() == .completed)
                #expect(
                    try host.carryOutJobs(answer: 201) == [
                        "http://192.168.1.2:2283/api/assets/IMG_0.JPG",
                        "http://192.168.1.2:2283/api/assets/IMG_1.JPG",
                    ]
                )
                #expect(uploader.process() == .completed)
                #expect(uploader.names == ["IMG_0.JPG", "IMG_1.JPG"])
                #expect(try host.carryOutJobs(answer: 201).isEmpty)
                uploader.notifyTermination()
                #expect(uploader.process() == .processing)
            }
        }
    }
}
