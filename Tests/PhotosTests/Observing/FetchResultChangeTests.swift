import Foundation
import Photos
import TestPermits
import Testing

@Suite(.permit) struct FetchResultChangeTests {
    let library: TestLibrary
    let assets: [PHAsset]
    let all: PHFetchResult<PHAsset>

    init() throws {
        library = try TestLibrary()
        assets = try library.addPictures(6)
        all = library.assets
    }

    private func moves<Object>(_ details: PHFetchResultChangeDetails<Object>) -> [[Int]] {
        let moves = Box([[Int]]())
        details.enumerateMoves { moves.value?.append([$0, $1]) }
        return moves.value ?? []
    }

    @Test func `removals count before, insertions after them, changes after all`() async throws {
        let change = await library.observed {
            PHAssetChangeRequest.deleteAssets([assets[1], assets[4]])
            PHAssetChangeRequest(for: assets[5]).isFavorite = true
            let request = TestLibrary.pictureRequest()
            request.creationDate = TestLibrary.start.addingTimeInterval(130)
        }
        let details = try #require(change?.changeDetails(for: all))
        #expect(details.fetchResultBeforeChanges === all)
        #expect(details.hasIncrementalChanges && !details.hasMoves)
        #expect(details.removedIndexes == IndexSet([1, 4]))
        #expect(details.removedObjects.names == [assets[1], assets[4]].names)
        #expect(details.insertedIndexes == IndexSet([2]))
        #expect(details.changedIndexes == IndexSet([4]))
        #expect(details.changedObjects.names == [assets[5].localIdentifier])
        #expect(details.changedObjects.first?.isFavorite == true)
        #expect(details.fetchResultAfterChanges.names == library.assets.names)
        #expect(replayed(details) == library.assets.names)
    }

    /// The fetch finds the same result, whose assets several changes led back to what they were.
    @Test(arguments: [false, true])
    func `details of an older change are the same when an identical fetch ran meanwhile`(
        fetchesMeanwhile: Bool
    ) async throws {
        let album = try library.addAlbum("A", Array(assets.prefix(3)))
        let favorites = library.options { $0.predicate = NSPredicate(format: "isFavorite == YES") }
        let results = {
            [
                self.library.assets, self.library.members(album),
                PHAsset.fetchAssets(with: favorites),
            ]
        }
        let before = results()
        let first = await library.observed {
            PHAssetChangeRequest(for: assets[2]).isFavorite = true
            PHAssetCollectionChangeRequest(for: album)?.addAssets([assets[5]])
        }
        try library.change {
            PHAssetChangeRequest(for: assets[2]).isFavorite = false
            PHAssetCollectionChangeRequest(for: album)?.removeAssets([assets[5]])
        }
        let meanwhile = fetchesMeanwhile ? results() : []
        let change = try #require(first)
        let details = before.map { change.changeDetails(for: $0) }
        #expect(details.map { $0?.changedIndexes ?? [] } == [[2], [2], []])
        #expect(details.map { $0?.insertedIndexes ?? [] } == [[], [3], [0]])
        #expect(details.map { $0?.fetchResultAfterChanges.count } == [6, 4, 1])
        // What was fetched behind the change knows it already.
        for result in meanwhile { #expect(change.changeDetails(for: result) == nil) }
        #expect(meanwhile.map(\.count) == (fetchesMeanwhile ? [6, 3, 0] : []))
    }

    @Test func `an album that is rearranged says what moved`() async throws {
        let album = try library.addAlbum("A", assets)
        let members = library.members(album)
        let change = await library.observed {
            PHAssetCollectionChangeRequest(for: album, assets: members)?.moveAssets(
                at: IndexSet(integer: 0),
                to: 5
            )
        }
        let details = try #require(change?.changeDetails(for: members))
        #expect(details.hasMoves && moves(details) == [[0, 5]])
        #expect(details.removedIndexes == IndexSet() && details.insertedIndexes == IndexSet())
        #expect(details.changedIndexes == IndexSet())
        #expect(replayed(details) == library.members(album).names)
    }

    @Test func `a sort key that is edited makes its object both changed and moved`() async throws {
        let change = await library.observed {
            PHAssetChangeRequest(for: assets[0]).creationDate = TestLibrary.start
                .addingTimeInterval(10_000)
        }
        let details = try #require(change?.changeDetails(for: all))
        #expect(moves(details) == [[0, 5]])
        #expect(details.changedIndexes == IndexSet([5]))
        #expect(details.removedIndexes == IndexSet())
        #expect(replayed(details) == library.assets.names)
    }

    @Test func `moves, removals and insertions at once replay to the new list`() async throws {
        let album = try library.addAlbum("A", Array(assets[0..<5]))
        let members = library.members(album)
        let change = await library.observed {
            let request = PHAssetCollectionChangeRequest(for: album, assets: members)
            request?.removeAssets(at: IndexSet(integer: 2))
            request?.insertAssets([assets[5]], at: IndexSet(integer: 0))
            request?.moveAssets(at: IndexSet(integer: 4), to: 1)
        }
        let details = try #require(change?.changeDetails(for: members))
        #expect(replayed(details) == library.members(album).names)
        #expect(details.removedObjects.names == [assets[2].localIdentifier])
        #expect(details.insertedObjects.names == [assets[5].localIdentifier])
    }

    @Test func `a result that is not affected has no details`() async throws {
        let favorites = PHAsset.fetchAssets(
            with: library.options { $0.predicate = NSPredicate(format: "isFavorite == YES") }
        )
        let top = library.topLevel
        let change = await library.observed { PHAssetChangeRequest(for: assets[0]).caption = "New" }
        #expect(change != nil)
        #expect(change?.changeDetails(for: favorites) == nil)
        #expect(change?.changeDetails(for: top) == nil)
        #expect(change?.changeDetails(for: PHFetchResult<PHAsset>()) == nil)
        let other = try TestLibrary()
        try other.addPicture()
        #expect(change?.changeDetails(for: other.assets) == nil)
    }

    @Test func `an object enters and leaves a predicate`() async throws {
        let favorites = PHAsset.fetchAssets(
            with: library.options { $0.predicate = NSPredicate(format: "isFavorite == YES") }
        )
        let change = await library.observed {
            PHAssetChangeRequest(for: assets[3]).isFavorite = true
        }
        let details = try #require(change?.changeDetails(for: favorites))
        #expect(details.insertedIndexes == IndexSet([0]) && details.changedIndexes == IndexSet())
        let next = await library.observed {
            PHAssetChangeRequest(for: assets[3]).isFavorite = false
        }
        let leaving = try #require(next?.changeDetails(for: details.fetchResultAfterChanges))
        #expect(
            leaving.removedIndexes == IndexSet([0])
                && leaving.removedObjects.names == [assets[3].localIdentifier]
        )
        #expect(leaving.fetchResultAfterChanges.count == 0)
    }

    @Test func `an old result gets right details against a later change`() async throws {
        try library.change { PHAssetChangeRequest.deleteAssets([assets[0]]) }
        try library.change { PHAssetChangeRequest(for: assets[2]).isHidden = true }
        let change = await library.observed {
            PHAssetChangeRequest(for: assets[4]).isFavorite = true
        }
        let details = try #require(change?.changeDetails(for: all))
        #expect(details.removedIndexes == IndexSet([0, 2]))
        #expect(details.changedObjects.names == [assets[4].localIdentifier])
        #expect(replayed(details) == library.assets.names)
    }

    @Test func `an earlier change still tells its own part`() async throws {
        let first = await library.observed { PHAssetChangeRequest.deleteAssets([assets[0]]) }
        try library.change { PHAssetChangeRequest.deleteAssets([assets[1]]) }
        let details = try #require(first?.changeDetails(for: all))
        #expect(details.removedIndexes == IndexSet([0]))
        #expect(details.fetchResultAfterChanges.names == assets.dropFirst().map(\.localIdentifier))
    }

    @Test func `a result that wants no increments is told to reload`() async throws {
        let options = library.options { $0.wantsIncrementalChangeDetails = false }
        let result = PHAsset.fetchAssets(with: options)
        let change = await library.observed { PHAssetChangeRequest.deleteAssets([assets[0]]) }
        let details = try #require(change?.changeDetails(for: result))
        #expect(!details.hasIncrementalChanges && !details.hasMoves)
        #expect(
            details.removedIndexes == nil && details.insertedIndexes == nil
                && details.changedIndexes == nil
        )
        #expect(
            details.removedObjects.isEmpty && details.insertedObjects.isEmpty
                && details.changedObjects.isEmpty
        )
        #expect(details.fetchResultAfterChanges.names == library.assets.names)
    }

    @Test func `lists of collections have details too, without generics as well`() async throws {
        try library.addAlbum("a")
        let second = try library.addAlbum("b")
        let top = library.topLevel
        let change = await library.observed {
            PHAssetCollectionChangeRequest(for: second)?.title = "c"
            _ = PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: "F")
        }
        let details = try #require(change?.changeDetails(for: top))
        #expect(details.insertedIndexes == IndexSet([2]) && details.changedIndexes == IndexSet([1]))
        #expect(details.insertedObjects.first is PHCollectionList)
        #expect(details.changedObjects.first?.localizedTitle == "c")
    }

    @Test func `a limited result and a smart album bring themselves forward`() async throws {
        let newest = PHAsset.fetchAssets(
            with: library.options {
                $0.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
                $0.fetchLimit = 2
            }
        )
        let favorites = PHAsset.fetchAssets(
            in: try library.smartAlbum(.smartAlbumFavorites),
            options: nil
        )
        let change = await library.observed {
            PHAssetChangeRequest.deleteAssets([assets[5]])
            PHAssetChangeRequest(for: assets[4]).isFavorite = true
        }
        let limited = try #require(change?.changeDetails(for: newest))
        #expect(limited.fetchResultAfterChanges.names == [assets[4], assets[3]].names)
        #expect(replayed(limited) == [assets[4], assets[3]].names)
        let smart = try #require(change?.changeDetails(for: favorites))
        #expect(smart.insertedObjects.names == [assets[4].localIdentifier])
    }

    @Test func `any two results have details, with the changes that the caller states`() throws {
        let before = library.assets
        try library.change {
            PHAssetChangeRequest.deleteAssets([assets[0]])
            PHAssetChangeRequest(for: assets[1]).creationDate = TestLibrary.start
                .addingTimeInterval(9_999)
        }
        let details = PHFetchResultChangeDetails(
            from: before,
            to: library.assets,
            changedObjects: [assets[3]]
        )
        #expect(details.hasIncrementalChanges)
        #expect(details.removedIndexes == IndexSet([0]))
        #expect(details.changedObjects.names == [assets[3].localIdentifier])
        #expect(details.hasMoves)
        #expect(replayed(details) == library.assets.names)
        #expect(details.fetchResultBeforeChanges === before)
    }
}
