import Foundation
import Photos
import PhotosStore
import TestPermits
import Testing

@Suite(.permit) struct ObjectChangeTests {
    let library: TestLibrary
    let assets: [PHAsset]

    init() throws {
        library = try TestLibrary()
        assets = try library.addPictures(3)
    }

    @Test func `an asset that changed is told before and after`() async throws {
        let change = await library.observed {
            PHAssetChangeRequest(for: assets[0]).isFavorite = true
        }
        let details = try #require(change?.changeDetails(for: assets[0]))
        #expect(details.objectBeforeChanges === assets[0])
        #expect(details.objectAfterChanges?.isFavorite == true)
        #expect(details.objectAfterChanges == assets[0])
        #expect(!details.assetContentChanged && !details.objectWasDeleted)
        #expect(change?.changeDetails(for: assets[1]) == nil)
    }

    @Test func `the object after a change is up to date for the next`() async throws {
        let first = await library.observed {
            PHAssetChangeRequest(for: assets[0]).isFavorite = true
        }
        let after = try #require(first?.changeDetails(for: assets[0])?.objectAfterChanges)
        let second = await library.observed {
            PHAssetChangeRequest(for: assets[1]).isFavorite = true
        }
        #expect(second?.changeDetails(for: after) == nil)
    }

    @Test func `a trashed and a deleted asset are gone`() async throws {
        let trashed = await library.observed { PHAssetChangeRequest.deleteAssets([assets[0]]) }
        let details = try #require(trashed?.changeDetails(for: assets[0]))
        #expect(details.objectWasDeleted && details.objectAfterChanges == nil)
        try library.store.settings.change(.init(trashDays: 0))
        let purged = await library.observed { PHAssetChangeRequest.deleteAssets([assets[1]]) }
        #expect(purged?.changeDetails(for: assets[1])?.objectWasDeleted == true)
    }

    @Test func `an edit changes the content`() async throws {
        let input = try #require(await editingAnswer(assets[0]).input)
        let output = PHContentEditingOutput(contentEditingInput: input)
        output.adjustmentData = PHAdjustmentData(
            formatIdentifier: "f",
            formatVersion: "1",
            data: Data([1])
        )
        try TestLibrary.picture(seed: 8).write(to: output.renderedContentURL)
        let edit = Box(output)
        let change = await library.observed {
            PHAssetChangeRequest(for: assets[0]).contentEditingOutput = edit.value
        }
        let details = try #require(change?.changeDetails(for: assets[0]))
        #expect(details.assetContentChanged)
        #expect(details.objectAfterChanges?.hasAdjustments == true)
        let reverted = await library.observed {
            PHAssetChangeRequest(for: assets[0]).revertAssetContentToOriginal()
        }
        let after = try #require(details.objectAfterChanges)
        #expect(reverted?.changeDetails(for: after)?.assetContentChanged == true)
    }

    @Test func `a collection tells its own properties, not its members`() async throws {
        let album = try library.addAlbum("A", [assets[0]])
        let members = library.members(album)
        let added = await library.observed {
            PHAssetCollectionChangeRequest(for: album)?.addAssets([assets[1]])
        }
        #expect(added?.changeDetails(for: album) == nil)
        #expect(added?.changeDetails(for: members)?.insertedIndexes == IndexSet([1]))
        let renamed = await library.observed {
            PHAssetCollectionChangeRequest(for: album)?.title = "B"
        }
        let details = try #require(renamed?.changeDetails(for: album))
        #expect(details.objectAfterChanges?.localizedTitle == "B")
        #expect(!details.assetContentChanged)
        let deleted = await library.observed {
            PHAssetCollectionChangeRequest.deleteAssetCollections([album])
        }
        #expect(deleted?.changeDetails(for: album)?.objectWasDeleted == true)
    }

    @Test func `leaving an album is no deletion`() async throws {
        let album = try library.addAlbum("A", assets)
        let change = await library.observed {
            PHAssetCollectionChangeRequest(for: album)?.removeAssets([assets[0]] as NSArray)
        }
        #expect(change != nil)
        #expect(change?.changeDetails(for: assets[0]) == nil)
    }

    @Test func `objects of other libraries and of tests have no details`() async throws {
        let other = try TestLibrary()
        let foreign = try other.addPicture()
        let change = await library.observed {
            PHAssetChangeRequest(for: assets[0]).isFavorite = true
        }
        #expect(change?.changeDetails(for: foreign) == nil)
        #expect(change?.changeDetails(for: PHAsset()) == nil)
    }
}
