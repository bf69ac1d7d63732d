import Photos
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct AlbumSyncTests {
    @Test func `one block makes a folder, an album in it, and assets in the album`() async {
        await #expect(processExitsWith: .success) {
            try await ClientSandbox.run { sandbox in
                let pictures = try (0..<3).map {
                    try sandbox.picture("\($0).jpg", seed: UInt8($0))
                }
                let made = try await AlbumSync().makeYear("2024", album: "Alps", pictures: pictures)
                #expect(AlbumSync.outline() == ["2024", "2024/Alps"])
                let album = try #require(AlbumSync.album(titled: "Alps"))
                #expect(album.localIdentifier == made.album)
                #expect(AlbumSync.album(withIdentifier: made.album) == album)
                let assets = PHAsset.fetchAssets(in: album, options: nil)
                let identifiers = (0..<assets.count).map { assets[$0].localIdentifier }
                #expect(identifiers == made.assets)
                #expect(album.estimatedAssetCount == 3)
                let folder = PHCollectionList.fetchCollectionListsContaining(album, options: nil)
                #expect(folder.firstObject?.localIdentifier == made.folder)
            }
        }
    }

    @Test func `an album takes requests, arrays, sets and fetch results, and each asset once`()
        async
    {
        await #expect(processExitsWith: .success) {
            try await ClientSandbox.run { sandbox in
                let sync = AlbumSync()
                let first = try sandbox.picture("first.jpg", seed: 1)
                _ = try await sync.makeYear("2024", album: "Source", pictures: [first])
                _ = try await sync.makeYear("2025", album: "Target", pictures: [])
                let source = try #require(AlbumSync.album(titled: "Source"))
                let target = try #require(AlbumSync.album(titled: "Target"))
                try await sync.add(try sandbox.picture("second.jpg", seed: 2), to: source)
                try sync.copy(source, into: target)
                try sync.copy(source, into: target)
                let assets = PHAsset.fetchAssets(in: target, options: nil)
                #expect(assets.count == 2)
                #expect(assets.lastObject?.value(forKey: "filename") as? String == "second.jpg")

                try await PHPhotoLibrary.shared().performChanges {
                    let request = PHAssetCollectionChangeRequest(for: target, assets: assets)
                    request?.moveAssets(at: IndexSet(integer: 0), to: 1)
                    request?.title = "Renamed"
                }
                let after = PHAsset.fetchAssets(in: target, options: nil)
                #expect(after.index(of: assets[0]) == 1)
                #expect(AlbumSync.album(titled: "Target") == nil)

                try await PHPhotoLibrary.shared().performChanges {
                    let request = PHAssetCollectionChangeRequest(for: target)
                    request?.removeAssets(NSSet(object: assets[0]))
                    request?.removeAssets(Set([assets[1]]) as NSFastEnumeration)
                }
                #expect(PHAsset.fetchAssets(in: target, options: nil).count == 0)
                try await PHPhotoLibrary.shared().performChanges {
                    PHAssetCollectionChangeRequest.deleteAssetCollections([target] as NSArray)
                    PHAssetChangeRequest.deleteAssets([assets[0]] as NSFastEnumeration)
                }
                #expect(AlbumSync.album(withIdentifier: target.localIdentifier) == nil)
                #expect(PHAsset.fetchAssets(with: nil).count == 1)
            }
        }
    }
}
