import Foundation
import Photos
import TestPermits
import Testing

@Suite(.permit) struct CollectionFetchTests {
    let library: TestLibrary

    init() throws { library = try TestLibrary() }

    @Test func `albums are fetched by type and subtype`() throws {
        let album = try library.addAlbum("A")
        func fetch(_ type: PHAssetCollectionType, _ subtype: PHAssetCollectionSubtype) -> [String] {
            PHAssetCollection.fetchAssetCollections(
                with: type,
                subtype: subtype,
                options: library.options()
            ).names
        }
        #expect(fetch(.album, .any) == [album.localIdentifier])
        #expect(fetch(.album, .albumRegular) == [album.localIdentifier])
        #expect(fetch(.album, .albumImported).isEmpty)
        #expect(fetch(.smartAlbum, .smartAlbumFavorites).count == 1)
        #expect(fetch(.smartAlbum, .albumRegular).isEmpty)
        #expect(
            album.assetCollectionType == .album && album.assetCollectionSubtype == .albumRegular
        )
    }

    @Test func `the kind of a collection is read from its identifier`() throws {
        let (album, folder) = (try library.addAlbum("A"), try library.addFolder("F"))
        let names = [album.localIdentifier, folder.localIdentifier, UUID().uuidString + "/L0/040"]
        let albums = PHAssetCollection.fetchAssetCollections(
            withLocalIdentifiers: names,
            options: library.options()
        )
        #expect(albums.names == [album.localIdentifier])
        let folders = PHCollectionList.fetchCollectionLists(
            withLocalIdentifiers: names,
            options: library.options()
        )
        #expect(folders.names == [folder.localIdentifier])
        let smart = try library.smartAlbum(.smartAlbumVideos)
        #expect(try library.album(smart.localIdentifier) == smart)
    }

    @Test func `the top level holds albums and folders as arranged`() throws {
        let album = try library.addAlbum("z")
        let folder = try library.addFolder("a", [try library.addAlbum("inner")])
        let top = library.topLevel
        #expect(top.names == [album.localIdentifier, folder.localIdentifier])
        #expect(top[0] is PHAssetCollection && top[1] is PHCollectionList)
        #expect(top[0].canContainAssets && !top[0].canContainCollections)
        #expect(!top[1].canContainAssets && top[1].canContainCollections)
    }

    @Test func `albums that contain an asset are found, and smart albums are not`() throws {
        let asset = try library.addPicture { $0.isFavorite = true }
        let with = try library.addAlbum("with", [asset])
        _ = try library.addAlbum("without")
        func containing(_ type: PHAssetCollectionType) -> [String] {
            PHAssetCollection.fetchAssetCollectionsContaining(asset, with: type, options: nil).names
        }
        #expect(containing(.album) == [with.localIdentifier])
        #expect(containing(.smartAlbum).isEmpty)
    }

    @Test func `a collection has one parent`() throws {
        let album = try library.addAlbum("A")
        let folder = try library.addFolder("F", [album])
        #expect(
            PHCollectionList.fetchCollectionListsContaining(album, options: nil).names == [
                folder.localIdentifier
            ]
        )
        let outer = try library.addFolder("O", [folder])
        #expect(
            PHCollectionList.fetchCollectionListsContaining(folder, options: nil).names == [
                outer.localIdentifier
            ]
        )
        #expect(PHCollectionList.fetchCollectionListsContaining(outer, options: nil).count <= 1)
    }

    @Test func `folders are fetched by type and subtype`() throws {
        let folder = try library.addFolder("F")
        func fetch(_ subtype: PHCollectionListSubtype) -> [PHCollectionList] {
            PHCollectionList.fetchCollectionLists(
                with: .folder,
                subtype: subtype,
                options: library.options()
            ).all
        }
        #expect(fetch(.regularFolder).names == [folder.localIdentifier])
        #expect(fetch(.any).names.contains(folder.localIdentifier))
        #expect(fetch(.rootFolder).count == 1)
        #expect(fetch(.smartFolderEvents).isEmpty)
        #expect(
            folder.collectionListType == .folder && folder.collectionListSubtype == .regularFolder
        )
    }

    @Test func `transient collections keep what they were given`() throws {
        let assets = try library.addPictures(3)
        let given = [assets[2], assets[0]]
        let album = PHAssetCollection.transientAssetCollection(with: given, title: "T")
        #expect(album.localizedTitle == "T")
        #expect(PHAsset.fetchAssets(in: album, options: nil).names == given.names)
        #expect(album.estimatedAssetCount == 2)
        #expect(!album.canPerform(.addContent) && !album.canPerform(.rename))
        let filtered = library.options {
            $0.predicate = NSPredicate(format: "SELF IN %@", [assets[0]])
        }
        #expect(
            PHAsset.fetchAssets(in: album, options: filtered).names == [assets[0].localIdentifier]
        )
        let all = PHAssetCollection.transientAssetCollection(
            withAssetFetchResult: library.assets,
            title: nil
        )
        #expect(PHAsset.fetchAssets(in: all, options: nil).names == assets.names)
        let list = PHCollectionList.transientCollectionList(with: [album], title: "L")
        #expect(
            PHCollection.fetchCollections(in: list, options: nil).names == [album.localIdentifier]
        )
        #expect(album != PHAssetCollection.transientAssetCollection(with: given, title: "T"))
    }

    @Test func `the estimated count is the number of shown members`() throws {
        let assets = try library.addPictures(4)
        let album = try library.addAlbum("A", assets)
        try library.change {
            PHAssetChangeRequest(for: assets[0]).isHidden = true
            PHAssetChangeRequest.deleteAssets([assets[1]])
        }
        #expect(try library.album(album.localIdentifier).estimatedAssetCount == 2)
        #expect(album.estimatedAssetCount == 4)
    }

    @Test func `only moments have dates and places`() throws {
        let (album, folder) = (try library.addAlbum(), try library.addFolder())
        #expect(album.startDate == nil && album.endDate == nil && album.approximateLocation == nil)
        #expect(album.localizedLocationNames.isEmpty && folder.localizedLocationNames.isEmpty)
        #expect(folder.startDate == nil && folder.endDate == nil)
    }

    @Test func `user albums and folders can be edited in every way, the root not renamed`() throws {
        let (album, folder) = (try library.addAlbum(), try library.addFolder())
        let operations: [PHCollectionEditOperation] = [
            .deleteContent, .removeContent, .addContent, .createContent, .rearrangeContent, .delete,
            .rename,
        ]
        #expect(operations.allSatisfy { album.canPerform($0) && folder.canPerform($0) })
        let root = PHCollectionList.fetchCollectionLists(
            with: .folder,
            subtype: .rootFolder,
            options: library.options()
        )[0]
        #expect(
            operations.filter { root.canPerform($0) } == [
                .deleteContent, .addContent, .createContent, .rearrangeContent,
            ]
        )
        #expect(!PHAssetCollection().canPerform(.rename) && !PHAsset().canPerform(.delete))
    }
}
