import OpenPhotoKit
import TestPermits
import Testing

@Suite(.permit) struct RecentlyDeletedTests {
    private func deleted(_ fixture: LibraryFixture) -> [String] {
        fixture.library.withCurrent {
            let found = PHAsset.fetchRecentlyDeletedAssets(with: nil)
            return found.objects(at: IndexSet(0..<found.count)).map(\.localIdentifier)
        }
    }

    @Test func `deleted assets are listed, restored and purged, and the history says so plainly`()
        throws
    {
        let fixture = try LibraryFixture()
        let assets = try fixture.makeAssets(2)
        let names = assets.map(\.localIdentifier)
        let token = fixture.library.currentChangeToken
        try fixture.library.performChangesAndWait { PHAssetChangeRequest.deleteAssets(assets) }
        #expect(Set(deleted(fixture)) == Set(names))
        try fixture.library.performChangesAndWait {
            PHAssetChangeRequest.restoreAssets([assets[0]])
        }
        #expect(deleted(fixture) == [names[1]])
        try fixture.library.performChangesAndWait(work: .purge) {
            PHAssetChangeRequest.purgeAssets([assets[1]])
        }
        #expect(deleted(fixture).isEmpty)
        let facts = try fixture.facts(since: token)
        #expect(facts.map(\.trashedAssets) == [Set(names), [], []])
        #expect(facts.map(\.restoredAssets) == [[], [names[0]], []])
        #expect(facts.map(\.purgedAssets) == [[], [], [names[1]]])
        #expect(facts.allSatisfy { $0.updatedAssets.isEmpty })
        let changes = Array(try fixture.library.fetchPersistentChanges(since: token))
        #expect(changes.map(\.kindOfWork) == [.edit, .edit, .purge])
        #expect(changes.allSatisfy { $0.author == "test" })
        let details = try changes[0].changeDetails(for: .asset)
        #expect(details.updatedLocalIdentifiers == Set(names))
    }

    @Test func `fewer days say what they delete, and delete it when told to`() throws {
        let fixture = try LibraryFixture()
        let assets = try fixture.makeAssets(3)
        try fixture.library.performChangesAndWait {
            PHAssetChangeRequest.deleteAssets(Array(assets.prefix(2)))
        }
        #expect(try fixture.library.expiredAssetCount(keptFor: 0) == 2)
        #expect(try fixture.library.expiredAssetCount(keptFor: 1) == 0)
        #expect(try fixture.library.purgeExpiredAssets() == 0)
        #expect(deleted(fixture).count == 2)
        try fixture.library.change(LibrarySettings(daysInRecentlyDeleted: 0))
        #expect(deleted(fixture).count == 2)
        #expect(try fixture.library.purgeExpiredAssets() == 2)
        #expect(deleted(fixture).isEmpty)
    }

    @Test func `options filter and sort what was deleted`() throws {
        let fixture = try LibraryFixture()
        let assets = try fixture.makeAssets(3)
        try fixture.library.performChangesAndWait {
            PHAssetChangeRequest(for: assets[1]).isFavorite = true
        }
        try fixture.library.performChangesAndWait { PHAssetChangeRequest.deleteAssets(assets) }
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "isFavorite == YES")
        let found = fixture.library.withCurrent {
            PHAsset.fetchRecentlyDeletedAssets(with: options)
        }
        #expect(found.count == 1)
        #expect(found.firstObject?.localIdentifier == assets[1].localIdentifier)
        #expect(found.firstObject?.recentlyDeletedDate != nil)
    }

    @Test func `an asset that is restored and deleted in one block stays trashed`() throws {
        let fixture = try LibraryFixture()
        let assets = try fixture.makeAssets(1)
        try fixture.library.performChangesAndWait { PHAssetChangeRequest.deleteAssets(assets) }
        let token = fixture.library.currentChangeToken
        try fixture.library.performChangesAndWait {
            PHAssetChangeRequest.restoreAssets(assets)
            PHAssetChangeRequest.deleteAssets(assets)
        }
        #expect(try fixture.facts(since: token).allSatisfy { $0.restoredAssets.isEmpty })
        #expect(deleted(fixture).count == 1)
    }

    @Test func `requests outside a change block trap`() async {
        await #expect(processExitsWith: .failure) {
            PHAssetChangeRequest.restoreAssets([PHAsset()])
        }
        await #expect(processExitsWith: .failure) { PHAssetChangeRequest.purgeAssets([PHAsset()]) }
    }
}
