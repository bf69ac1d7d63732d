import Foundation
import OpenPhotoKit
import TestPermits
import Testing

/// Smart albums of the user's own, as a program makes and uses them.
@Suite(.permit) struct SavedSearchTests {
    let fixture: LibraryFixture
    let assets: [PHAsset]

    init() throws {
        fixture = try LibraryFixture()
        assets = try fixture.makeAssets(3)
        let assets = assets
        try fixture.library.performChangesAndWait {
            for (index, caption) in ["beach", "dog at the beach", "dog"].enumerated() {
                let request = PHAssetChangeRequest(for: assets[index])
                request.caption = caption
                request.creationDate = Date(timeIntervalSince1970: Double(index) * 1_000)
            }
        }
    }

    private var library: PHPhotoLibrary { fixture.library }

    private func make(_ title: String, _ text: String) throws -> PHAssetCollection {
        var identifier = ""
        try library.performChangesAndWait {
            identifier =
                PHAssetCollectionChangeRequest.creationRequestForSmartAlbum(
                    withTitle: title,
                    matching: PhotoSearch(text)
                ).placeholderForCreatedAssetCollection.localIdentifier
        }
        return try album(identifier)
    }

    private func album(_ identifier: String) throws -> PHAssetCollection {
        try #require(
            library.withCurrent {
                PHAssetCollection.fetchAssetCollections(
                    withLocalIdentifiers: [identifier],
                    options: nil
                ).firstObject
            }
        )
    }

    private func found(_ album: PHAssetCollection, _ options: PHFetchOptions? = nil) -> [Int] {
        let result = PHAsset.fetchAssets(in: album, options: options)
        return (0..<result.count).map { index in
            assets.firstIndex { $0.localIdentifier == result[index].localIdentifier } ?? -1
        }
    }

    private func all(_ subtype: PHAssetCollectionSubtype) -> [String?] {
        library.withCurrent {
            let found = PHAssetCollection.fetchAssetCollections(
                with: .smartAlbum,
                subtype: subtype,
                options: nil
            )
            return (0..<found.count).map { found[$0].localizedTitle }
        }
    }

    @Test func `two smart albums are there, with what their searches find`() throws {
        let beaches = try make("Beaches", "beach")
        let dogs = try make("Dogs", "dog -beach")
        #expect(found(beaches) == [0, 1])
        #expect(found(dogs) == [2])
        #expect(beaches.assetCollectionType == .smartAlbum)
        #expect(beaches.assetCollectionSubtype == .smartAlbumGeneric)
        #expect(beaches.savedSearch?.text == "beach")
        #expect(beaches.estimatedAssetCount == NSNotFound)
        #expect(all(.any).count == 23)
        #expect(all(.smartAlbumGeneric) == ["Smart Album", "Beaches", "Dogs"])
        #expect(all(.smartAlbumFavorites).count == 1)
        let options = PHFetchOptions()
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
        options.predicate = NSPredicate(format: "creationDate > %@", Date.distantPast as NSDate)
        #expect(found(beaches, options) == [1, 0])
        let key = PHAsset.fetchKeyAssets(in: beaches, options: nil)
        #expect(key?.firstObject?.localIdentifier == assets[1].localIdentifier)
        let containing = library.withCurrent {
            PHAssetCollection.fetchAssetCollectionsContaining(
                assets[0],
                with: .smartAlbum,
                options: nil
            ).count
        }
        #expect(containing == 0)
    }

    @Test func `it can be renamed, searched anew, put into a folder and deleted`() throws {
        let album = try make("Dogs", "dog")
        let isAllowed = [PHCollectionEditOperation.rename, .delete].allSatisfy(album.canPerform)
        #expect(isAllowed)
        for operation in [
            PHCollectionEditOperation.addContent, .removeContent, .createContent, .deleteContent,
            .rearrangeContent,
        ] {
            #expect(!album.canPerform(operation))
        }
        var folder = ""
        try library.performChangesAndWait {
            let request = PHAssetCollectionChangeRequest(for: album)
            request?.title = "Beaches"
            request?.setSearch(PhotoSearch("beach"))
            let made = PHCollectionListChangeRequest.creationRequestForCollectionList(
                withTitle: "Animals"
            )
            folder = made.placeholderForCreatedCollectionList.localIdentifier
            made.addChildCollections([album])
        }
        let changed = try self.album(album.localIdentifier)
        #expect(changed.localizedTitle == "Beaches")
        #expect(found(changed) == [0, 1])
        let titles = try library.withCurrent {
            let list = try #require(
                PHCollectionList.fetchCollectionLists(
                    withLocalIdentifiers: [folder],
                    options: nil
                ).firstObject
            )
            return PHCollection.fetchCollections(in: list, options: nil).firstObject?.localizedTitle
        }
        #expect(titles == "Beaches")
        try library.performChangesAndWait {
            PHAssetCollectionChangeRequest.deleteAssetCollections([changed])
        }
        #expect(all(.smartAlbumGeneric) == ["Smart Album"])
        #expect(fixture.library.withCurrent { PHAsset.fetchAssets(with: nil).count } == 3)
    }

    @Test func `its members are not edited, and it needs a search`() throws {
        let album = try make("Dogs", "dog")
        let assets = assets
        let refused: [@Sendable () -> Void] = [
            { PHAssetCollectionChangeRequest(for: album)?.addAssets([assets[0]]) },
            { PHAssetCollectionChangeRequest(for: album)?.removeAssets([assets[2]]) },
            { PHAssetCollectionChangeRequest(for: album)?.setSearch(PhotoSearch(" ")) },
            {
                PHAssetCollectionChangeRequest.creationRequestForSmartAlbum(
                    withTitle: "Empty",
                    matching: PhotoSearch("")
                )
            },
            { PHCollectionListChangeRequest.deleteCollectionLists([album]) },
        ]
        for change in refused {
            let error = #expect(throws: PHPhotosError.self) {
                try library.performChangesAndWait(change)
            }
            #expect(error?.code == .changeNotSupported)
        }
        #expect(found(album) == [2, 1].sorted())
        #expect(all(.smartAlbumGeneric) == ["Smart Album", "Dogs"])
    }

    @Test func `only a smart album takes another search`() throws {
        var identifier = ""
        try library.performChangesAndWait {
            identifier =
                PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "A")
                .placeholderForCreatedAssetCollection.localIdentifier
        }
        let plain = try album(identifier)
        #expect(plain.savedSearch == nil)
        let error = #expect(throws: PHPhotosError.self) {
            try library.performChangesAndWait {
                PHAssetCollectionChangeRequest(for: plain)?.setSearch(PhotoSearch("dog"))
            }
        }
        #expect(error?.code == .changeNotSupported)
    }

    @Test func `a result of its assets follows the library`() throws {
        let album = try make("Beaches", "beach")
        let waiter = FetchWaiter(library) { PHAsset.fetchAssets(in: album, options: nil) }
        defer { waiter.end() }
        try library.performChangesAndWait {
            PHAssetChangeRequest(for: assets[2]).caption = "other beach"
            PHAssetChangeRequest(for: assets[0]).caption = nil
        }
        #expect(waiter.wait() == Set([1, 2].map { assets[$0].localIdentifier }))
    }

    @Test func `the history tells that its search was another one`() throws {
        let album = try make("Dogs", "dog")
        let token = library.currentChangeToken
        try library.performChangesAndWait {
            PHAssetCollectionChangeRequest(for: album)?.setSearch(PhotoSearch("beach"))
        }
        let objects = try fixture.facts(since: token).flatMap(\.objects)
        #expect(objects.map(\.localIdentifier) == [album.localIdentifier])
        #expect(objects.first?.valuesBefore["search"] == .text("dog"))
    }
}
