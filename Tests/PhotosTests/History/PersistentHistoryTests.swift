import Foundation
import Photos
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct PersistentHistoryTests {
    let library: TestLibrary
    let assets: [PHAsset]
    let start: PHPersistentChangeToken

    init() throws {
        library = try TestLibrary()
        assets = try library.addPictures(3)
        start = library.photos.currentChangeToken
    }

    private func changes(since token: PHPersistentChangeToken? = nil) throws -> [PHPersistentChange]
    {
        Array(try library.photos.fetchPersistentChanges(since: token ?? start))
    }

    private func only(_ type: PHObjectType) throws -> PHPersistentObjectChangeDetails {
        let changes = try changes()
        #expect(changes.count == 1)
        return try #require(changes.first).changeDetails(for: type)
    }

    @Test func `each block is one change, the oldest first, each with its token`() throws {
        try library.addAlbum("A")
        let middle = library.photos.currentChangeToken
        try library.addAlbum("B")
        let end = library.photos.currentChangeToken
        let changes = try changes()
        #expect(changes.map(\.changeToken) == [middle, end])
        #expect(try self.changes(since: changes[0].changeToken).map(\.changeToken) == [end])
        #expect(try self.changes(since: end).isEmpty)
    }

    @Test func `insertions, updates and deletions are told by class`() throws {
        try library.store.settings.change(.init(trashDays: 0))
        let names = Box([String]())
        try library.change {
            let asset = TestLibrary.pictureRequest(seed: 9)
            let album = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
                withTitle: "A"
            )
            let folder = PHCollectionListChangeRequest.creationRequestForCollectionList(
                withTitle: "F"
            )
            names.value = [
                asset.placeholderForCreatedAsset?.localIdentifier ?? "",
                album.placeholderForCreatedAssetCollection.localIdentifier,
                folder.placeholderForCreatedCollectionList.localIdentifier,
            ]
            PHAssetChangeRequest(for: assets[0]).caption = "New"
            PHAssetChangeRequest.deleteAssets([assets[1]])
        }
        let made = try #require(names.value)
        let asset = try only(.asset)
        #expect(asset.objectType == .asset)
        #expect(asset.insertedLocalIdentifiers == [made[0]])
        #expect(asset.updatedLocalIdentifiers == [assets[0].localIdentifier])
        #expect(asset.deletedLocalIdentifiers == [assets[1].localIdentifier])
        #expect(try only(.assetCollection).insertedLocalIdentifiers == [made[1]])
        #expect(try only(.collectionList).insertedLocalIdentifiers == [made[2]])
        #expect(try only(.assetCollection).deletedLocalIdentifiers.isEmpty)
    }

    @Test func `an object is in a change once, as what became of it`() throws {
        try library.store.settings.change(.init(trashDays: 0))
        let asset = assets[0]
        try library.change {
            PHAssetChangeRequest(for: asset).isFavorite = true
            PHAssetChangeRequest(for: asset).isHidden = true
            PHAssetChangeRequest.deleteAssets([asset])
        }
        let details = try only(.asset)
        #expect(details.deletedLocalIdentifiers == [asset.localIdentifier])
        #expect(details.updatedLocalIdentifiers.isEmpty && details.insertedLocalIdentifiers.isEmpty)
    }

    @Test
    func `an object that ends as it began is not in it, and a block without effect no change`()
        throws
    {
        let asset = assets[0]
        try library.change {
            PHAssetChangeRequest(for: asset).isFavorite = true
            PHAssetChangeRequest(for: asset).isFavorite = false
            PHAssetChangeRequest(for: asset).caption = nil
        }
        #expect(try changes().isEmpty)
        try library.change {
            PHAssetChangeRequest(for: asset).isFavorite = false
            PHAssetChangeRequest(for: assets[1]).isFavorite = true
        }
        #expect(try only(.asset).updatedLocalIdentifiers == [assets[1].localIdentifier])
    }

    private struct Sets: Equatable {
        var inserted: Set<String> = []
        var updated: Set<String> = []
        var deleted: Set<String> = []
    }

    /// What each change since the start says of assets.
    private func assetSets() throws -> [Sets] {
        try changes().map { change in
            let details = try change.changeDetails(for: .asset)
            return Sets(
                inserted: details.insertedLocalIdentifiers,
                updated: details.updatedLocalIdentifiers,
                deleted: details.deletedLocalIdentifiers
            )
        }
    }

    @Test func `moves to Recently Deleted and back are told in two sets, the purge in one`() throws
    {
        let names = assets.map(\.localIdentifier)
        try library.change { PHAssetChangeRequest(for: assets[1]).isHidden = true }
        try library.change {
            PHAssetChangeRequest(for: assets[0]).caption = "Last words"
            PHAssetChangeRequest.deleteAssets([assets[0], assets[1]])
        }
        try library.store.commit(.restoreAssets([try #require(assets[1].uuid)]))
        library.advance(days: 31)
        try library.store.commits.purgeExpired()
        #expect(
            try assetSets() == [
                Sets(updated: [names[1]]),
                Sets(updated: [names[0], names[1]], deleted: [names[0], names[1]]),
                Sets(inserted: [names[1]], updated: [names[1]]),
                Sets(deleted: [names[0]]),
            ]
        )
    }

    @Test func `what one block restores and deletes again did not move`() throws {
        let asset = assets[0]
        let uuid = try #require(asset.uuid)
        try library.change { PHAssetChangeRequest.deleteAssets([asset]) }
        let deletion = try library.store.records.assets([1]).records[1]?.trashedDate
        library.advance(days: 3)
        try library.store.commit(.restoreAssets([uuid]), .deleteAssets([uuid]))
        try library.change { PHAssetChangeRequest(for: assets[1]).isFavorite = true }
        #expect(try changes().count == 2)
        #expect(try library.store.records.assets([1]).records[1]?.trashedDate == deletion)
    }

    @Test func `what a block makes in Recently Deleted is inserted when it is restored`() throws {
        let (made, lost) = (UUID(), UUID())
        for (uuid, seed) in [(made, UInt8(8)), (lost, 9)] {
            try library.store.commit(.picture(uuid, seed: seed), .deleteAssets([uuid]))
        }
        try library.store.commit(.restoreAssets([made]))
        try library.store.commit(.purgeAssets([lost]))
        let names = [made, lost].map { "\($0.uuidString)/L0/001" }
        #expect(
            try assetSets() == [
                Sets(), Sets(), Sets(inserted: [names[0]], updated: [names[0]]),
                Sets(deleted: [names[1]]),
            ]
        )
    }

    @Test func `albums and folders are updated when what is in them changes`() throws {
        let album = try library.addAlbum("A", [assets[0]])
        let folder = try library.addFolder("F")
        var token = library.photos.currentChangeToken
        func updated(_ type: PHObjectType) throws -> Set<String> {
            let changes = try changes(since: token)
            token = library.photos.currentChangeToken
            return try #require(changes.first).changeDetails(for: type).updatedLocalIdentifiers
        }
        try library.change { PHAssetCollectionChangeRequest(for: album)?.addAssets([assets[1]]) }
        #expect(try updated(.assetCollection) == [album.localIdentifier])
        try library.change {
            PHAssetCollectionChangeRequest(for: album, assets: library.members(album))?
                .moveAssets(at: IndexSet(integer: 0), to: 1)
        }
        #expect(try updated(.assetCollection) == [album.localIdentifier])
        try library.change {
            PHCollectionListChangeRequest(for: folder)?.addChildCollections([album])
        }
        #expect(try updated(.collectionList).contains(folder.localIdentifier))
        try library.change { PHAssetChangeRequest.deleteAssets([assets[0]]) }
        #expect(try updated(.assetCollection) == [album.localIdentifier])
    }

    @Test func `the iterators of a result start anew, and a copy of one goes on with it`() throws {
        for title in ["A", "B", "C"] { try library.addAlbum(title) }
        let result = try library.photos.fetchPersistentChanges(since: start)
        let first = result.makeIterator()
        let copy = first
        #expect(first.next() != nil && copy.next() != nil && first.next() != nil)
        #expect(copy.next() == nil && first.next() == nil)
        #expect(Array(result).count == 3 && Array(result).count == 3)
    }

    @Test func `a result ends where the library stood when it was asked for`() throws {
        try library.addAlbum("A")
        let result = try library.photos.fetchPersistentChanges(since: start)
        try library.addAlbum("B")
        #expect(Array(result).count == 1)
    }

    @Test func `a long history is read page by page, in order`() throws {
        var tokens: [PHPersistentChangeToken] = []
        for number in 0..<600 {
            try library.change { PHAssetChangeRequest(for: assets[0]).caption = "\(number)" }
            tokens.append(library.photos.currentChangeToken)
        }
        let statements = library.statements {
            do { #expect(try changes().map(\.changeToken) == tokens) } catch { Issue.record(error) }
        }
        #expect(statements.count <= 20)
    }

    @Test func `a change whose record is damaged has no details, and the others keep theirs`()
        throws
    {
        let library = try TestLibrary(.disk)
        let asset = try library.addPicture()
        let token = library.photos.currentChangeToken
        for caption in ["one", "two", "three"] {
            try library.change { PHAssetChangeRequest(for: asset).caption = caption }
        }
        try library.damageHistory(at: 3)
        let changes = Array(try library.photos.fetchPersistentChanges(since: token))
        #expect(changes.count == 3)
        let error = #expect(throws: PHPhotosError.self) {
            try changes[1].changeDetails(for: .asset)
        }
        #expect(error?.code == .persistentChangeDetailsUnavailable)
        for index in [0, 2] {
            #expect(
                try changes[index].changeDetails(for: .asset).updatedLocalIdentifiers == [
                    asset.localIdentifier
                ]
            )
        }
        #expect(
            try Array(library.photos.fetchPersistentChanges(since: changes[1].changeToken)).count
                == 1
        )
    }

    @Test func `observers are told to reload when the history between cannot be read`() async throws
    {
        let library = try TestLibrary(.disk)
        let asset = try library.addPicture()
        let all = library.assets
        try library.change { PHAssetChangeRequest(for: asset).caption = "lost" }
        try library.damageHistory(at: 2)
        let change = await library.observed { PHAssetChangeRequest(for: asset).isFavorite = true }
        let details = try #require(change?.changeDetails(for: all))
        #expect(!details.hasIncrementalChanges)
        #expect(details.fetchResultAfterChanges[0].isFavorite)
    }
}
