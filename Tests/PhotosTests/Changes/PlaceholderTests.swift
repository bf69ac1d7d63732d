import Foundation
import Photos
import TestPermits
import Testing

@Suite(.permit) struct PlaceholderTests {
    let library: TestLibrary

    init() throws { library = try TestLibrary() }

    @Test(arguments: TestLibrary.Storage.allCases)
    func `a placeholder equals what it stands for, with its final identifier`(
        storage: TestLibrary.Storage
    ) throws {
        let library = try TestLibrary(storage)
        let made = Box([PHObjectPlaceholder]())
        try library.change {
            let asset = TestLibrary.pictureRequest()
            let album = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
                withTitle: "A"
            )
            let folder = PHCollectionListChangeRequest.creationRequestForCollectionList(
                withTitle: "F"
            )
            made.value = [
                asset.placeholderForCreatedAsset, album.placeholderForCreatedAssetCollection,
                folder.placeholderForCreatedCollectionList,
            ].compactMap { $0 }
        }
        let placeholders = try #require(made.value)
        let objects: [PHObject] = [
            try library.asset(placeholders[0].localIdentifier),
            try library.album(placeholders[1].localIdentifier),
            try library.list(placeholders[2].localIdentifier),
        ]
        for (placeholder, object) in zip(placeholders, objects) {
            #expect(placeholder.localIdentifier == object.localIdentifier)
            #expect(placeholder.isEqual(object) && object.isEqual(placeholder))
            #expect(placeholder == object && object == placeholder)
            #expect(placeholder.hash == object.hash)
            #expect(Set<PHObject>([placeholder, object]).count == 1)
        }
        #expect(objects.names.map { $0.suffix(7) } == ["/L0/001", "/L0/040", "/L0/020"])
    }

    @Test func `a placeholder has its place in a fetch result`() throws {
        let placeholder = Box<PHObjectPlaceholder>()
        try library.addPictures(2)
        try library.change {
            placeholder.value = TestLibrary.pictureRequest().placeholderForCreatedAsset
        }
        let made = try #require(placeholder.value)
        let objects = library.assets.all
        #expect(objects.contains { $0 == made })
        #expect(try library.asset(made.localIdentifier) == made)
    }

    @Test func `one block makes a folder, an album in it and assets in the album`() throws {
        try library.change {
            let folder = PHCollectionListChangeRequest.creationRequestForCollectionList(
                withTitle: "Trips"
            )
            let album = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
                withTitle: "Alps"
            )
            folder.addChildCollections([album.placeholderForCreatedAssetCollection] as NSArray)
            let assets = (1...3).map {
                TestLibrary.pictureRequest(seed: $0).placeholderForCreatedAsset
            }
            album.addAssets(assets.compactMap { $0 } as NSArray)
        }
        let folder = try #require(library.topLevel.firstObject as? PHCollectionList)
        #expect(library.topLevel.count == 1)
        #expect(folder.localizedTitle == "Trips")
        let album = try #require(library.children(folder).firstObject as? PHAssetCollection)
        #expect(album.localizedTitle == "Alps")
        #expect(library.members(album).count == 3)
    }

    @Test func `an asset can be made inside the array that is given to the album`() throws {
        let album = try library.addAlbum()
        try library.change {
            PHAssetCollectionChangeRequest(for: album)?.addAssets(
                [TestLibrary.pictureRequest().placeholderForCreatedAsset as Any] as NSArray
            )
        }
        #expect(library.members(album).count == 1)
    }

    @Test
    func `an album can be filled before the request for the asset, and a folder before its album`()
        throws
    {
        try library.change {
            let folder = PHCollectionListChangeRequest.creationRequestForCollectionList(
                withTitle: "F"
            )
            let asset = TestLibrary.pictureRequest()
            let album = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
                withTitle: "A"
            )
            if let placeholder = asset.placeholderForCreatedAsset { album.addAssets([placeholder]) }
            folder.insertChildCollections(
                [album.placeholderForCreatedAssetCollection],
                at: IndexSet(integer: 0)
            )
        }
        let folder = try #require(library.topLevel.firstObject as? PHCollectionList)
        let album = try #require(library.children(folder).firstObject as? PHAssetCollection)
        #expect(library.members(album).count == 1)
    }

    @Test func `a creation request reads as what will be made`() throws {
        try library.change {
            let album = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
                withTitle: "A"
            )
            #expect(album.title == "A")
            album.title = "B"
            #expect(album.title == "B")
            let folder = PHCollectionListChangeRequest.creationRequestForCollectionList(
                withTitle: "F"
            )
            #expect(folder.title == "F")
            folder.title = "G"
        }
        #expect(library.topLevel.all.map(\.localizedTitle) == ["B", "G"])
    }

    @Test func `the identifier of a block that failed names nothing`() throws {
        let name = Box<String>()
        let code = library.refusal {
            name.value = TestLibrary.pictureRequest().placeholderForCreatedAsset?.localIdentifier
            _ = PHAssetCreationRequest.forAsset()
        }
        #expect(code == .missingResource)
        #expect(throws: TestLibrary.Missing.self) { try library.asset(name.value ?? "") }
    }
}
