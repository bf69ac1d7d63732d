import OpenPhotoKit
import TestPermits
import Testing

@Suite(.permit) struct HistoryFactsTests {
    @Test func `a change tells which properties really differ, with the values before`() throws {
        let fixture = try LibraryFixture()
        let asset = try fixture.makeAssets(1)[0]
        try fixture.library.performChangesAndWait {
            let request = PHAssetChangeRequest(for: asset)
            request.caption = "Lake"
            request.addKeyword("water")
        }
        let token = fixture.library.currentChangeToken
        try fixture.library.performChangesAndWait {
            let request = PHAssetChangeRequest(for: asset)
            request.caption = "Sea"
            request.addKeyword("salt")
            request.isFavorite = true
            request.isHidden = false
        }
        let facts = try #require(try fixture.facts(since: token).first)
        #expect(facts.updatedAssets == [asset.localIdentifier])
        let object = try #require(facts.objects.first)
        #expect(object.valuesBefore["caption"] == .text("Lake"))
        #expect(object.valuesBefore["keywords"] == .texts(["water"]))
        #expect(object.valuesBefore["isFavorite"] == .flag(false))
        #expect(object.valuesBefore["isHidden"] == nil)
    }

    @Test func `a change tells who entered, left and moved in which album`() throws {
        let fixture = try LibraryFixture()
        let assets = try fixture.makeAssets(3)
        let names = assets.map(\.localIdentifier)
        try fixture.library.performChangesAndWait {
            let request = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
                withTitle: "Walks"
            )
            request.addAssets([assets[0], assets[1]])
        }
        let album = try #require(
            fixture.library.withCurrent {
                PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil)
                    .firstObject
            }
        )
        let token = fixture.library.currentChangeToken
        try fixture.library.performChangesAndWait {
            let request = PHAssetCollectionChangeRequest(for: album)
            request?.removeAssets([assets[0]])
            request?.addAssets([assets[2]])
        }
        try fixture.library.performChangesAndWait {
            PHAssetCollectionChangeRequest(for: album)?.moveAssets(at: IndexSet(integer: 1), to: 0)
        }
        let facts = try fixture.facts(since: token)
        #expect(facts.map(\.memberships.count) == [1, 1])
        let first = try #require(facts.first?.memberships.first)
        #expect(first.album == album.localIdentifier)
        #expect(first.entered == [names[2]] && first.left == [names[0]] && first.moved.isEmpty)
        #expect(facts.last?.memberships.first?.moved == [names[2]])
        #expect(facts.last?.objects.contains { $0.contentsChanged } == true)
    }

    @Test func `a deleted album tells its title, and a moved one its folder before`() throws {
        let fixture = try LibraryFixture()
        try fixture.library.performChangesAndWait {
            let folder = PHCollectionListChangeRequest.creationRequestForCollectionList(
                withTitle: "Italy"
            )
            let album = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
                withTitle: "Rome"
            )
            folder.addChildCollections([album.placeholderForCreatedAssetCollection])
        }
        let (album, folder) = fixture.library.withCurrent {
            (
                PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil)
                    .firstObject,
                PHCollectionList.fetchCollectionLists(with: .folder, subtype: .any, options: nil)
                    .firstObject
            )
        }
        let (rome, italy) = (try #require(album), try #require(folder))
        let token = fixture.library.currentChangeToken
        try fixture.library.performChangesAndWait {
            PHCollectionListChangeRequest(for: italy)?.removeChildCollections([rome])
        }
        try fixture.library.performChangesAndWait {
            PHAssetCollectionChangeRequest.deleteAssetCollections([rome])
        }
        let facts = try fixture.facts(since: token)
        let moved = facts.first?.objects.first { $0.localIdentifier == rome.localIdentifier }
        #expect(moved?.valuesBefore["parent"] == .text(italy.localIdentifier))
        let deleted = facts.last?.objects.first { $0.kind == .deleted }
        #expect(deleted?.localIdentifier == rome.localIdentifier)
        #expect(deleted?.valuesBefore["title"] == .text("Rome"))
    }

    @Test func `author and kind of work can be named for one block`() throws {
        let fixture = try LibraryFixture()
        let asset = try fixture.makeAssets(1)[0]
        let token = fixture.library.currentChangeToken
        try fixture.library.performChangesAndWait(author: "sync of Anna", work: .sync) {
            PHAssetChangeRequest(for: asset).isFavorite = true
        }
        let change = try #require(
            Array(try fixture.library.fetchPersistentChanges(since: token)).first
        )
        #expect(change.author == "sync of Anna")
        #expect(change.kindOfWork == .sync)
        #expect(change.date != nil)
    }

    @Test func `a token goes through its short string`() throws {
        let fixture = try LibraryFixture()
        _ = try fixture.makeAssets(1)
        let token = fixture.library.currentChangeToken
        let read = try #require(PHPersistentChangeToken(string: token.stringValue))
        #expect(read == token)
        #expect(PHPersistentChangeToken(string: "nonsense") == nil)
        #expect(!token.stringValue.contains(" ") && token.stringValue.utf8.count < 60)
        let other = try LibraryFixture()
        let error = #expect(throws: PHPhotosError.self) {
            try other.library.fetchPersistentChanges(since: token)
        }
        #expect(error?.tokenProblem == .foreignLibrary)
    }

    @Test func `the history is pruned by token and by number`() throws {
        let fixture = try LibraryFixture()
        let asset = try fixture.makeAssets(1)[0]
        var tokens: [PHPersistentChangeToken] = []
        for value in [true, false, true] {
            tokens.append(fixture.library.currentChangeToken)
            let present = try fixture.asset(asset.localIdentifier)
            try fixture.library.performChangesAndWait {
                PHAssetChangeRequest(for: present).isFavorite = value
            }
        }
        try fixture.library.pruneHistory(before: tokens[1])
        #expect(try fixture.library.oldestChangeToken() == tokens[1])
        #expect(try fixture.facts(since: tokens[1]).count == 2)
        try fixture.library.pruneHistory(keepingNewest: 1)
        #expect(try fixture.library.oldestChangeToken() == tokens[2])
        try fixture.library.pruneHistory(before: .distantPast)
        #expect(try fixture.facts(since: tokens[2]).count == 1)
        #expect(throws: PHPhotosError.self) { try fixture.library.pruneHistory(before: tokens[0]) }
    }
}
