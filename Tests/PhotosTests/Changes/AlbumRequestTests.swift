import Foundation
import Photos
import TestPermits
import Testing

@Suite(.permit) struct AlbumRequestTests {
    let library: TestLibrary
    let assets: [PHAsset]

    init() throws {
        library = try TestLibrary()
        assets = try library.addPictures(6)
    }

    private func order(_ album: PHAssetCollection) -> [Int] {
        library.members(album).all.map { assets.firstIndex(of: $0) ?? -1 }
    }

    @Test func `an index beyond the end fails the block, and one at the end appends`() throws {
        let album = try library.addAlbum("A", Array(assets.prefix(2)))
        for indexes in [IndexSet(integer: 3), IndexSet([0, 4])] {
            let coming = Array(assets[2..<2 + indexes.count])
            let code = library.refusal {
                PHAssetCollectionChangeRequest(for: album)?.insertAssets(coming, at: indexes)
            }
            #expect(code == .changeNotSupported, "\(indexes.map(\.self))")
        }
        try library.change {
            PHAssetCollectionChangeRequest(for: album)?
                .insertAssets([assets[2], assets[3]], at: IndexSet([2, 3]))
        }
        #expect(library.members(album).names == assets.prefix(4).map(\.localIdentifier))
    }

    @Test func `an album keeps the order added, and what is there already stays where it is`()
        throws
    {
        let album = try library.addAlbum("A", [assets[3], assets[1]])
        try library.change {
            PHAssetCollectionChangeRequest(for: album)?.addAssets([assets[3], assets[0]])
        }
        #expect(order(album) == [3, 1, 0])
    }

    @Test func `a fetch result can be added`() throws {
        let album = try library.addAlbum()
        let all = library.assets
        try library.change { PHAssetCollectionChangeRequest(for: album)?.addAssets(all) }
        #expect(order(album) == [0, 1, 2, 3, 4, 5])
    }

    @Test func `insertion counts in the growing list`() throws {
        let album = try library.addAlbum("A", [assets[0], assets[1]])
        try library.change {
            PHAssetCollectionChangeRequest(for: album, assets: library.members(album))?
                .insertAssets([assets[2], assets[3]] as NSArray, at: IndexSet([0, 2]))
        }
        #expect(order(album) == [2, 0, 3, 1])
    }

    @Test func `removing takes out of the album only`() throws {
        let album = try library.addAlbum("A", assets)
        try library.change {
            PHAssetCollectionChangeRequest(for: album)?.removeAssets([assets[2]] as NSArray)
        }
        try library.change {
            PHAssetCollectionChangeRequest(for: album, assets: library.members(album))?
                .removeAssets(at: IndexSet([0, 4]))
        }
        #expect(order(album) == [1, 3, 4])
        #expect(library.assets.count == 6)
    }

    @Test func `replacing puts others in the same places`() throws {
        let album = try library.addAlbum("A", Array(assets[0..<4]))
        try library.change {
            PHAssetCollectionChangeRequest(for: album, assets: library.members(album))?
                .replaceAssets(
                    at: IndexSet([1, 3]),
                    withAssets: [assets[4], assets[5]] as NSArray
                )
        }
        #expect(order(album) == [0, 4, 2, 5])
    }

    @Test func `a move counts in the list after removal`() throws {
        let album = try library.addAlbum("A", assets)
        try library.change {
            PHAssetCollectionChangeRequest(for: album, assets: library.members(album))?
                .moveAssets(at: IndexSet([0, 1]), to: 3)
        }
        #expect(order(album) == [2, 3, 4, 0, 1, 5])
    }

    @Test func `several steps of one request follow one another`() throws {
        let album = try library.addAlbum("A", Array(assets[0..<3]))
        try library.change {
            let request = PHAssetCollectionChangeRequest(for: album, assets: library.members(album))
            request?.removeAssets(at: IndexSet(integer: 0))
            request?.insertAssets([assets[5]], at: IndexSet(integer: 1))
            request?.moveAssets(at: IndexSet(integer: 2), to: 0)
            request?.addAssets([assets[0]])
        }
        #expect(order(album) == [2, 1, 5, 0])
    }

    @Test func `an index beyond the end fails the block with a sentence`() throws {
        let album = try library.addAlbum("A", [assets[0]])
        let error = #expect(throws: PHPhotosError.self) {
            try library.change {
                PHAssetCollectionChangeRequest(for: album, assets: library.members(album))?
                    .removeAssets(at: IndexSet(integer: 7))
            }
        }
        #expect(error?.code == .changeNotSupported)
        #expect(error?.localizedDescription.contains("Index 7") == true)
        #expect(order(album) == [0])
    }

    @Test func `a title is changed, and read before it is`() throws {
        let album = try library.addAlbum("Old", [assets[0]])
        library.advance(seconds: 10)
        try library.change {
            let request = PHAssetCollectionChangeRequest(for: album)
            #expect(request?.title == "Old")
            request?.title = "New"
        }
        let after = try library.album(album.localIdentifier)
        #expect(after.localizedTitle == "New")
        #expect(after.modificationDate == library.now)
        #expect(after.estimatedAssetCount == 1)
    }

    @Test func `deleting an album keeps its assets`() throws {
        let album = try library.addAlbum("A", assets)
        try library.change {
            PHAssetCollectionChangeRequest.deleteAssetCollections([album] as NSArray)
        }
        #expect(library.topLevel.count == 0)
        #expect(library.assets.count == 6)
    }

    @Test func `a deleted asset leaves the albums, and its identifier cannot be added`() throws {
        let album = try library.addAlbum("A", assets)
        try library.change { PHAssetChangeRequest.deleteAssets([assets[2]]) }
        #expect(order(album) == [0, 1, 3, 4, 5])
        let other = try library.addAlbum("B")
        #expect(
            library.refusal { PHAssetCollectionChangeRequest(for: other)?.addAssets([assets[2]]) }
                == .changeNotSupported
        )
    }

    @Test func `a transient album has no request`() throws {
        let album = PHAssetCollection.transientAssetCollection(with: assets, title: "T")
        try library.change { #expect(PHAssetCollectionChangeRequest(for: album) == nil) }
    }

    @Test func `smart albums are neither edited, renamed nor deleted`() throws {
        let smart = try library.smartAlbum(.smartAlbumFavorites)
        let asset = assets[0]
        #expect(
            library.refusal { PHAssetCollectionChangeRequest(for: smart)?.addAssets([asset]) }
                == .changeNotSupported
        )
        #expect(
            library.refusal { PHAssetCollectionChangeRequest(for: smart)?.title = "Mine" }
                == .changeNotSupported
        )
        #expect(
            library.refusal { PHAssetCollectionChangeRequest.deleteAssetCollections([smart]) }
                == .changeNotSupported
        )
    }
}
