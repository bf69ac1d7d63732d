import Photos
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct ThumbnailLoaderTests {
    @Test func `a loader gets exact pictures, and the error of what has none`() async {
        await #expect(processExitsWith: .success) {
            try await ClientSandbox.run { sandbox in
                let picture = try sandbox.picture("1.jpg", seed: 1, width: 320)
                try await PHPhotoLibrary.shared().performChanges {
                    _ = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: picture)
                }
                let asset = try #require(PHAsset.fetchAssets(with: nil).firstObject)
                let loader = ThumbnailLoader()
                let image = try await loader.image(
                    for: asset,
                    size: CGSize(width: 20, height: 20)
                )
                #expect(image.size == CGSize(width: 20, height: 20))
                #expect(image.cgImage?.bytesPerRow == 80)
                let jpeg = try #require(image.jpegData(compressionQuality: 0.8))
                #expect(NSImage(data: jpeg)?.size == image.size)
                #expect(await loader.livePhoto(for: asset) == nil)
                await #expect(throws: PHPhotosError.self) {
                    _ = try await loader.image(for: PHAsset(), size: CGSize(width: 1, height: 1))
                }
            }
        }
    }
}
