import Photos
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct LegacyThumbnailTests {
    @Test func `thumbnails, full pictures, data and videos reach their callers`() async {
        await #expect(processExitsWith: .success) {
            try await ClientSandbox.run { sandbox in
                let picture = try sandbox.picture("1.jpg", seed: 1, width: 640)
                let movie = try sandbox.movie("2.mov", seed: 2)
                try await PHPhotoLibrary.shared().performChanges {
                    _ = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: picture)
                    _ = PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: movie)
                }
                let photo = try #require(
                    PHAsset.fetchAssets(with: .image, options: nil).firstObject
                )
                let video = try #require(
                    PHAsset.fetchAssets(with: .video, options: nil).firstObject
                )
                let thumbnails = LegacyThumbnails(size: CGSize(width: 20, height: 20))
                thumbnails.updateCachedAssets([photo, video], [])
                for asset in [photo, video] {
                    let image: UIImage = await withCheckedContinuation { continuation in
                        thumbnails.thumbnail(for: asset) { continuation.resume(returning: $0) }
                    }
                    #expect(image.size.width >= 20 && image.size.height >= 15)
                }
                thumbnails.cancel(photo)
                let full: UIImage? = await withCheckedContinuation { continuation in
                    DispatchQueue.main.async {
                        continuation.resume(returning: thumbnails.fullImage(of: photo))
                    }
                }
                #expect(full?.size.width == 640)
                let red = try #require(full.flatMap { LegacyThumbnails.meanRed(of: $0) })
                #expect(red > 100 && red < 155)
                let url: URL? = await withCheckedContinuation { continuation in
                    thumbnails.videoURL(of: video) { continuation.resume(returning: $0) }
                }
                #expect(try Data(contentsOf: try #require(url)) == Data(contentsOf: movie))
                let (type, count): (String?, Int) = await withCheckedContinuation { continuation in
                    thumbnails.fileType(of: photo) { continuation.resume(returning: ($0, $1)) }
                }
                let size = try Data(contentsOf: picture).count
                #expect(type == "public.jpeg" && count == size)
            }
        }
    }

    @Test func `an image manager can be doubled`() {
        let manager = MockImageManager()
        var info: [AnyHashable: Any]?
        let request = manager.requestImage(
            for: PHAsset(),
            targetSize: CGSize(width: 1, height: 2),
            contentMode: .aspectFit,
            options: nil
        ) {
            info = $1
        }
        #expect(request == PHInvalidImageRequestID)
        #expect(manager.size == CGSize(width: 1, height: 2))
        #expect((info?[PHImageCancelledKey] as? NSNumber)?.boolValue == true)
    }
}
