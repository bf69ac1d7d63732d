import Foundation
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct DeletionTests {
    let clock = TestClock()
    let library: Library

    init() throws { library = try Library.temporary(clock: clock) }

    @Test func `Deleting moves to Recently Deleted and takes out of albums' sight until restored`()
        throws
    {
        let uuids = try library.addPictures(3)
        let album = try library.addAlbum("A", uuids)
        try library.commit(.deleteAssets([uuids[1]]))
        #expect(try library.asset(uuids[1])?.trashedDate == clock.now)
        #expect(try library.members(of: album) == [uuids[0], uuids[2]])
        let body = try library.lastChange()
        #expect(body.members.isEmpty)
        #expect(body.objects.map(\.id.entity) == [.asset, .collection])
        #expect(body.objects[1].contentsChanged)
        try library.commit(.restoreAssets([uuids[1]]))
        #expect(try library.members(of: album) == uuids)
        #expect(try library.originals().count == 3)
    }

    @Test func `Deleting and restoring in one block is nothing`() throws {
        let uuids = try library.addPictures(1)
        _ = try library.addAlbum("A", uuids)
        let position = try library.history.currentPosition()
        #expect(try library.commit(.deleteAssets(uuids), .restoreAssets(uuids)) == position)
    }

    @Test
    func
        `What is in Recently Deleted cannot be changed or put in an album, in the same block neither`()
        throws
    {
        let uuid = try library.addPicture()
        let album = try library.addAlbum()
        for block in [
            ChangeBlock([.deleteAssets([uuid]), .set(uuid, [.rating: .integer(1)])]),
            ChangeBlock([.deleteAssets([uuid]), .members(album, .append([uuid]))]),
        ] {
            let error = #expect(throws: StoreError.self) { try library.commits.commit(block) }
            #expect(error?.code == .objectMissing)
        }
        try library.commit(.deleteAssets([uuid]))
        // Restored first, it can be.
        try library.commit(.restoreAssets([uuid]), .members(album, .append([uuid])))
        #expect(try library.members(of: album) == [uuid])
    }

    @Test func `Purging removes rows, memberships and files, and keeps the name for the history`()
        throws
    {
        let uuids = try library.addPictures(2)
        let album = try library.addAlbum("A", uuids)
        let row = try #require(try library.row(of: uuids[0], in: .asset))
        try library.commit(.purgeAssets([uuids[0], uuids[0]]))
        #expect(try library.asset(uuids[0]) == nil)
        #expect(try library.members(of: album) == [uuids[1]])
        #expect(try library.originals().count == 1)
        #expect(try library.history.identifiers([row], in: .asset)[row]?.uuid == uuids[0])
        let body = try library.lastChange()
        #expect(body.members.map(\.kind) == [.left])
        let deleted = try library.records.assets([row]).records[row]
        #expect(deleted?.uuid == uuids[0])
        #expect(deleted?.pixelWidth == 32)
    }

    @Test func `Purging a member that was in Recently Deleted does not touch its album`() throws {
        let uuids = try library.addPictures(1)
        _ = try library.addAlbum("A", uuids)
        try library.commit(.deleteAssets(uuids))
        try library.commit(.purgeAssets(uuids))
        #expect(try library.lastChange().objects.map(\.id.entity) == [.asset])
    }

    @Test func `A library that keeps nothing deletes at once`() throws {
        try library.settings.change(StoredSettings(trashDays: 0))
        let uuid = try library.addPicture()
        try library.commit(.deleteAssets([uuid]))
        #expect(try library.asset(uuid) == nil)
        #expect(try library.originals().isEmpty)
        #expect(try library.lastChange().objects.map(\.kind) == [.deleted])
    }

    @Test func `What has been in Recently Deleted for its days is purged`() throws {
        let uuids = try library.addPictures(2)
        try library.commit(.deleteAssets([uuids[0]]))
        clock.advance(days: 29)
        try library.commit(.deleteAssets([uuids[1]]))
        #expect(try library.commits.purgeExpired() == 0)
        clock.advance(days: 1)
        #expect(try library.commits.purgeExpired() == 1)
        #expect(try library.asset(uuids[0]) == nil)
        #expect(try library.asset(uuids[1]) != nil)
    }

    @Test func `More days save what the earlier number would purge`() throws {
        let folder = try TemporaryFolder()
        let library = try Library.temporary(in: folder, clock: clock)
        let uuid = try library.addPicture()
        try library.commit(.deleteAssets([uuid]))
        clock.advance(days: 31)
        #expect(try library.commits.expiredCount(keptFor: 30) == 1)
        #expect(try library.commits.expiredCount(keptFor: 60) == 0)
        let root = library.layout.root
        library.close()
        let opened = try Library.open(
            root,
            purgesExpired: false,
            environment: .test(seed: 5, clock: clock)
        )
        #expect(try opened.asset(uuid)?.trashedDate != nil)
        try opened.settings.change(StoredSettings(trashDays: 60))
        opened.close()
        let later = try Library.open(root, environment: .test(seed: 6, clock: clock))
        #expect(try later.asset(uuid) != nil)
        later.close()
        clock.advance(days: 29)
        let last = try Library.open(root, environment: .test(seed: 7, clock: clock))
        #expect(try last.asset(uuid) == nil)
        last.close()
    }

    @Test func `An album goes with its memberships, trashed members too, and its assets stay`()
        throws
    {
        let uuids = try library.addPictures(3)
        let album = try library.addAlbum("A", uuids)
        try library.commit(.deleteAssets([uuids[0]]))
        try library.commit(.deleteCollections([album], .album))
        #expect(try library.lastChange().members.map(\.kind) == [.left, .left, .left])
        #expect(try library.collection(album) == nil)
        try library.commit(.restoreAssets([uuids[0]]))
        #expect(try library.asset(uuids[2]) != nil)
    }

    @Test func `Row numbers are never used again`() throws {
        let first = try library.addPicture()
        let row = try #require(try library.row(of: first, in: .asset))
        try library.commit(.purgeAssets([first]))
        let second = try library.addPicture()
        #expect(try #require(try library.row(of: second, in: .asset)) > row)
    }
}
