import Foundation
import Photos
import Synchronization
import TestPermits
import Testing

@Suite(.permit) struct SeveralLibrariesTests {
    @Test func `libraries share nothing`() throws {
        let (one, two) = (try TestLibrary(), try TestLibrary(.disk))
        let asset = try one.addPicture()
        #expect(one.assets.names == [asset.localIdentifier])
        #expect(two.assets.count == 0)
        #expect(two.assets.index(of: asset) == NSNotFound)
    }

    @Test func `class methods work with the library set for the task`() throws {
        let (one, two) = (try TestLibrary(), try TestLibrary())
        try one.addPicture()
        PHPhotoLibrary.$override.withValue(one.photos) {
            #expect(PHAsset.fetchAssets(with: nil).count == 1)
            PHPhotoLibrary.$override.withValue(two.photos) {
                #expect(PHAsset.fetchAssets(with: nil).count == 0)
            }
        }
    }

    @Test func `the library set for a task holds in its change blocks and their handlers`()
        async throws
    {
        let library = try TestLibrary()
        try library.addPicture()
        let counts = Mutex([Int]())
        await PHPhotoLibrary.$override.withValue(library.photos) {
            await withCheckedContinuation { continuation in
                library.photos.performChanges {
                    let count = PHAsset.fetchAssets(with: nil).count
                    counts.withLock { $0.append(count) }
                } completionHandler: { _, _ in
                    let count = PHAsset.fetchAssets(with: nil).count
                    counts.withLock { $0.append(count) }
                    continuation.resume()
                }
            }
            try? await library.photos.performChanges {
                let count = PHAsset.fetchAssets(with: nil).count
                counts.withLock { $0.append(count) }
            }
        }
        #expect(counts.withLock { $0 } == [1, 1, 1])
    }

    @Test func `an album is read from the library it came from`() throws {
        let (one, two) = (try TestLibrary(), try TestLibrary())
        let album = try one.addAlbum("A", [try one.addPicture()])
        PHPhotoLibrary.$override.withValue(two.photos) {
            #expect(PHAsset.fetchAssets(in: album, options: nil).count == 1)
        }
    }

    @Test func `objects and results of another library are refused in a change`() throws {
        let (one, two) = (try TestLibrary(), try TestLibrary())
        let foreign = try one.addPicture()
        let album = try two.addAlbum("A", try two.addPictures(2))
        let foreignAlbum = try one.addAlbum("B", [foreign])
        #expect(
            two.refusal { PHAssetChangeRequest(for: foreign).isFavorite = true }
                == .changeNotSupported
        )
        #expect(
            two.refusal { PHAssetCollectionChangeRequest(for: album)?.addAssets([foreign]) }
                == .changeNotSupported
        )
        #expect(
            two.refusal {
                PHAssetCollectionChangeRequest(for: album, assets: one.members(foreignAlbum))?
                    .removeAssets(at: IndexSet(integer: 0))
            } == .changeNotSupported
        )
        #expect(two.members(album).count == 2)
        #expect(try one.asset(foreign.localIdentifier).isFavorite == false)
    }

    @Test func `two objects on one folder see the same library`() throws {
        let library = try TestLibrary(.disk)
        let second = try library.reopened()
        let asset = try library.addPicture()
        let options = PHFetchOptions()
        options.library = second
        let found = PHAsset.fetchAssets(with: options)
        #expect(found.names == [asset.localIdentifier])
        #expect(found.firstObject == asset)
        #expect(found.index(of: asset) == 0)
        let album = try library.addAlbum("A", [asset])
        let members = PHFetchOptions()
        members.library = second
        let seen = PHAssetCollection.fetchAssetCollections(
            withLocalIdentifiers: [album.localIdentifier],
            options: members
        )
        let album2 = try #require(seen.firstObject)
        try library.change {
            PHAssetCollectionChangeRequest(
                for: album2,
                assets: PHAsset.fetchAssets(in: album2, options: nil)
            )?
            .removeAssets(at: IndexSet(integer: 0))
        }
        #expect(library.members(album).count == 0)
    }
}
