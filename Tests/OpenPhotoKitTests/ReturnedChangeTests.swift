import OpenPhotoKit
import TestPermits
import Testing

/// The changes that calls return which perform them.
@Suite(.permit) struct ReturnedChangeTests {
    private static func favor(_ assets: [PHAsset]) {
        for asset in assets { PHAssetChangeRequest(for: asset).isFavorite = true }
    }

    @Test func `a block returns the change that it made, whatever others do`() async throws {
        let fixture = try LibraryFixture()
        let library = fixture.library
        let assets = try fixture.makeAssets(3)
        let first = try #require(
            try library.performChangesAndWait(author: "Ann", work: .edit) {
                Self.favor([assets[0]])
            }
        )
        let second = try #require(
            try await library.performChanges(author: "Ann", work: .edit) {
                Self.favor([assets[1]])
            }
        )
        try library.performChangesAndWait { Self.favor([assets[2]]) }
        #expect(try first.facts().updatedAssets == [assets[0].localIdentifier])
        #expect(try second.facts().updatedAssets == [assets[1].localIdentifier])
        #expect(first.author == "Ann" && first.kindOfWork == .edit)
        let later = try library.fetchPersistentChanges(since: first.changeToken)
        #expect(later.map(\.changeToken).first == second.changeToken)
        #expect(later.reduce(0) { count, _ in count + 1 } == 2)
    }

    @Test func `a block that changes nothing returns none`() async throws {
        let fixture = try LibraryFixture()
        let asset = try fixture.makeAssets(1)[0]
        #expect(try fixture.library.performChangesAndWait(work: .edit) {} == nil)
        let change = try await fixture.library.performChanges(work: .edit) {
            PHAssetChangeRequest(for: asset).isFavorite = false
        }
        #expect(change == nil)
    }

    @Test func `a change is found again by its token, until the history is pruned beyond it`()
        throws
    {
        let fixture = try LibraryFixture()
        let library = fixture.library
        #expect(try library.persistentChange(endingAt: library.currentChangeToken) == nil)
        let assets = try fixture.makeAssets(2)
        let made = try #require(
            try library.performChangesAndWait(work: .edit) { Self.favor(assets) }
        )
        let found = try #require(try library.persistentChange(endingAt: made.changeToken))
        #expect(found.changeToken == made.changeToken)
        #expect(try found.facts().updatedAssets == made.facts().updatedAssets)
        try library.pruneHistory(before: made.changeToken)
        let error = #expect(throws: PHPhotosError.self) {
            try library.persistentChange(endingAt: made.changeToken)
        }
        #expect(error?.code == .persistentChangeTokenExpired)
        let other = try LibraryFixture()
        let foreign = #expect(throws: PHPhotosError.self) {
            try other.library.persistentChange(endingAt: made.changeToken)
        }
        #expect(foreign?.code == .persistentChangeTokenExpired)
    }

    @Test func `a change is taken back in a block, and conflicts are named before and after`()
        throws
    {
        let fixture = try LibraryFixture()
        let library = fixture.library
        let asset = try fixture.makeAssets(1)[0]
        let caption = { (text: String) in
            try library.performChangesAndWait(work: .edit) {
                PHAssetChangeRequest(for: asset).caption = text
            }
        }
        let first = try #require(try caption("Lake"))
        #expect(try first.undoConflicts().isEmpty)
        let second = try #require(try caption("Sea"))
        let conflict = try #require(try first.undoConflicts().first)
        #expect(conflict.reason == .changed && conflict.property == "caption")
        #expect(conflict.localIdentifier == asset.localIdentifier)
        let error = #expect(throws: PHPhotosError.self) {
            try library.performChangesAndWait { first.requestReversal() }
        }
        #expect(error?.undoConflicts == [conflict])
        let undone = try #require(
            try library.performChangesAndWait(author: "Ann", work: .edit) {
                second.requestReversal()
            }
        )
        #expect(undone.author == "Ann")
        #expect(try fixture.asset(asset.localIdentifier).extendedMetadata.caption == "Lake")
        try library.performChangesAndWait { first.requestReversal() }
        #expect(try fixture.asset(asset.localIdentifier).extendedMetadata.caption == nil)
    }
}
