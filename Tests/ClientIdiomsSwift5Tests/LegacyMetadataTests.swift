import Photos
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct LegacyMetadataTests {
    @Test func `metadata of image data is read with Foundation's dictionaries`() async {
        await #expect(processExitsWith: .success) {
            try await ClientSandbox.run { sandbox in
                let picture = try sandbox.cameraPicture("1.jpg")
                try await PHPhotoLibrary.shared().performChanges {
                    _ = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: picture)
                }
                let asset = try #require(PHAsset.fetchAssets(with: nil).firstObject)
                let data: Data? = await withCheckedContinuation { continuation in
                    PHImageManager.default().requestImageDataAndOrientation(
                        for: asset,
                        options: nil
                    ) { data, _, _, _ in
                        continuation.resume(returning: data)
                    }
                }
                let bytes = try #require(data)
                let metadata = try #require(LegacyMetadata(data: bytes))
                #expect(metadata.dateOriginal == "2024:05:01 12:30:00")
                #expect(metadata.latitude == 33.5)
                #expect(metadata.exifVersion == "2.3.2" && metadata.lens == "back camera")
                #expect(metadata.thumbnail(16)?.size == CGSize(width: 12, height: 16))
            }
        }
    }
}
