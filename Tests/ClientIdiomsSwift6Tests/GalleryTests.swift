import Photos
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct GalleryTests {
    @Test func `a grid that applies the details shows what a fresh fetch gives`() async {
        await #expect(processExitsWith: .success) {
            try await ClientSandbox.run { sandbox in
                let pictures = try (0..<4).map {
                    try sandbox.picture("\($0).jpg", seed: UInt8($0))
                }
                _ = try await AlbumSync().makeYear("2024", album: "Grid", pictures: pictures)
                let album = try #require(AlbumSync.album(titled: "Grid"))
                let before = PHAsset.fetchAssets(in: album, options: nil)
                let gallery = await Gallery(before)
                let extra = try sandbox.picture("extra.jpg", seed: 9)
                try await PHPhotoLibrary.shared().performChanges {
                    let request = PHAssetCollectionChangeRequest(for: album, assets: before)
                    request?.removeAssets(at: IndexSet([0, 2]))
                    let creation = PHAssetChangeRequest.creationRequestForAssetFromImage(
                        atFileURL: extra
                    )
                    if let placeholder = creation?.placeholderForCreatedAsset {
                        request?.insertAssets([placeholder] as NSArray, at: IndexSet(integer: 0))
                    }
                }
                await gallery.shows(3)
                try await PHPhotoLibrary.shared().performChanges {
                    let request = PHAssetCollectionChangeRequest(for: album)
                    request?.moveAssets(at: IndexSet(integer: 0), to: 2)
                    request?.removeAssets([before[1]] as NSArray)
                    PHAssetChangeRequest(for: before[3]).isFavorite = true
                }
                await gallery.shows(2)
                let after = PHAsset.fetchAssets(in: album, options: nil)
                let fresh = (0..<after.count).map { after[$0].localIdentifier }
                #expect(await gallery.cells == fresh)
                #expect(await gallery.reloads > 0)
                await gallery.close()
            }
        }
    }

    @Test func `details between two results of the program's own are computed`() {
        let one = MockAsset("one")
        let two = MockAsset("two")
        let details = PHFetchResultChangeDetails(
            from: PHFetchResult<PHAsset>(),
            to: PHFetchResult<PHAsset>(),
            changedObjects: [one, two]
        )
        #expect(details.hasIncrementalChanges)
        #expect(details.removedIndexes?.isEmpty == true)
        #expect(details.changedObjects.isEmpty)
        #expect(!details.hasMoves)
    }
}
