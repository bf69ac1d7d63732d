import Photos
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct ErrorTableTests {
    @Test func `each kind of request tells its error as an NSError`() async {
        await #expect(processExitsWith: .success) {
            try await ClientSandbox.run { sandbox in
                let picture = try sandbox.picture("IMG_1.JPG", seed: 1)
                try await PHPhotoLibrary.shared().performChanges {
                    _ = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: picture)
                }
                let photo = try #require(PHAsset.fetchAssets(with: nil).firstObject)
                let missing = sandbox.folder.appendingPathComponent("missing.jpg")
                let rows = [
                    await ErrorTable.image(PHAsset()),
                    await ErrorTable.video(photo),
                    await ErrorTable.editing(PHAsset()),
                    await ErrorTable.livePhoto([missing]),
                    await ErrorTable.change {
                        let request = PHAssetCreationRequest.forAsset()
                        request.addResource(with: .photo, fileURL: missing, options: nil)
                    },
                ].compactMap(\.self)
                #expect(
                    rows.map(\.request) == ["image", "video", "editing", "live photo", "change"]
                )
                #expect(rows.allSatisfy { $0.domain == PHPhotosErrorDomain })
                #expect(rows.allSatisfy { (3000...4000).contains($0.code) })
                #expect(rows.dropFirst().first?.code == 3306)
                #expect(rows.last?.code == 3303)
            }
        }
    }
}
