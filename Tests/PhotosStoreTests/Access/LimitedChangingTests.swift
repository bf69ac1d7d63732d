import Foundation
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// What a limited client, or one that may only add, can change.
@Suite(.permit) struct LimitedChangingTests {
    private let pair: LibraryPair

    init() throws { pair = try LibraryPair() }

    private func code(_ mutations: Mutation...) -> StoreError.Code? {
        do {
            try pair.client.commits.commit(ChangeBlock(mutations))
            return nil
        } catch {
            return (error as? StoreError)?.code
        }
    }

    private func message(_ mutations: Mutation...) -> String? {
        do {
            try pair.client.commits.commit(ChangeBlock(mutations))
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func `what it creates joins its selection`() throws {
        let hidden = try pair.owner.addPicture(seed: 1)
        try pair.limit(to: [])
        let own = try pair.client.addPicture(seed: 2)
        #expect(try pair.visible() == [own])
        #expect(try pair.owner.clients.selection(of: pair.name) == [own])
        #expect(try pair.owner.asset(hidden) != nil)
        // Nobody else's creations do.
        _ = try pair.owner.addPicture(seed: 3)
        #expect(try pair.visible() == [own])
    }

    @Test func `an asset that it does not see is one that is not there`() throws {
        let pictures = try pair.owner.addPictures(2)
        let gone = UUID()
        try pair.limit(to: [pictures[0]])
        let changes: [(UUID) -> Mutation] = [
            { .set($0, [.isFavorite: .integer(1)]) },
            { .deleteAssets([$0]) },
            { .restoreAssets([$0]) },
            { .purgeAssets([$0]) },
            { .edit($0, seed: 4) },
            { .revert($0) },
        ]
        for change in changes {
            let hidden = message(change(pictures[1]))?.replacingOccurrences(
                of: "\(pictures[1])",
                with: "ID"
            )
            let missing = message(change(gone))?.replacingOccurrences(of: "\(gone)", with: "ID")
            #expect(hidden == missing)
        }
        #expect(try pair.owner.asset(pictures[1])?.trashedDate == nil)
        #expect(code(.set(pictures[0], [.isFavorite: .integer(1)])) == nil)
        #expect(try pair.owner.asset(pictures[0])?.isFavorite == true)
    }

    @Test func `it neither makes albums nor finds any`() throws {
        let picture = try pair.owner.addPicture(seed: 1)
        let album = try pair.owner.addAlbum("Secret", [])
        try pair.limit(to: [picture])
        #expect(code(.createCollection(UUID(), .album, title: "Mine")) == .accessDenied)
        let gone = UUID()
        #expect(
            message(.renameCollection(album, title: "x"))
                == message(.renameCollection(gone, title: "x"))
        )
        #expect(
            message(.members(album, .append([picture])))
                == message(.members(gone, .append([picture])))
        )
        #expect(
            message(.deleteCollections([album], .album))
                == message(.deleteCollections([gone], .album))
        )
        #expect(try pair.owner.collection(album)?.title == "Secret")
    }

    @Test func `who may only add adds, and sees nothing of it`() throws {
        let hidden = try pair.owner.addPicture(seed: 1)
        try pair.owner.clients.setAccess(.denied, for: .readWrite, of: pair.name)
        try pair.owner.clients.setAccess(.authorized, for: .addOnly, of: pair.name)
        let own = try pair.client.addPicture(seed: 2)
        #expect(try pair.visible().isEmpty)
        #expect(try pair.owner.asset(own) != nil)
        #expect(code(.set(own, [.isFavorite: .integer(1)])) == .accessDenied)
        #expect(code(.deleteAssets([hidden])) == .accessDenied)
        #expect(code(.createCollection(UUID(), .album, title: "Mine")) == .accessDenied)
    }

    @Test func `who may do nothing is told which way it is`() throws {
        try pair.owner.clients.setAccess(.denied, for: .addOnly, of: pair.name)
        for (status, expected) in [
            (AccessStatus.denied, StoreError.Code.accessDenied),
            (.notDetermined, .accessDenied), (.restricted, .accessRestricted),
        ] {
            try pair.owner.clients.setAccess(status, for: .readWrite, of: pair.name)
            try pair.owner.clients.setAccess(status, for: .addOnly, of: pair.name)
            #expect(code(.picture(UUID(), seed: 2)) == expected)
            #expect(code(.deleteAssets([UUID()])) == expected)
        }
        #expect(try pair.owner.staged().isEmpty)
    }

    @Test func `the library as a whole is the owner's concern`() throws {
        try pair.limit(to: [])
        #expect(throws: StoreError.self) {
            try pair.client.settings.change(StoredSettings(trashDays: 1))
        }
        #expect(throws: StoreError.self) { try pair.client.history.pruneHistory(through: 1) }
        #expect(throws: StoreError.self) { try LibraryCheck(pair.client).run() }
        #expect(throws: StoreError.self) { try pair.client.pictures.deletePreviews() }
        #expect(throws: StoreError.self) { try pair.client.sources.all() }
        #expect(throws: StoreError.self) { try pair.client.pictures.previewInventory() }
        #expect(throws: StoreError.self) { try LibraryRepair(pair.client).run() }
        let copy = try TemporaryFolder().url.appendingPathComponent("Copy.photolib")
        let error = #expect(throws: StoreError.self) {
            try LibraryBackup(pair.client).run(to: copy)
        }
        #expect(error?.code == .accessDenied)
        #expect(!FileManager.default.fileExists(atPath: copy.path))
    }

    @Test func `purging an asset takes it out of every selection`() throws {
        let pictures = try pair.owner.addPictures(2)
        try pair.limit(to: pictures)
        try pair.owner.commit(.purgeAssets([pictures[0]]))
        #expect(try pair.owner.clients.selection(of: pair.name) == [pictures[1]])
        #expect(try LibraryCheck(pair.owner).run().findings.isEmpty)
    }

    @Test func `only what is there and limited is selected`() throws {
        let picture = try pair.owner.addPicture(seed: 1)
        #expect(throws: StoreError.self) {
            try pair.owner.clients.select(adding: [picture], for: pair.name)
        }
        try pair.limit(to: [picture])
        let error = #expect(throws: StoreError.self) {
            try pair.owner.clients.select(adding: [UUID()], for: pair.name)
        }
        #expect(error?.code == .objectMissing)
        #expect(try pair.owner.clients.select(adding: [picture], for: pair.name) == (0, 0))
        // Limiting again takes nothing away.
        try pair.owner.clients.setAccess(.limited, for: .readWrite, of: pair.name)
        #expect(try pair.visible() == [picture])
    }
}
