import Foundation
import GRDB
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Smart albums with a search, in the engine.
@Suite(.permit) struct SmartAlbumMutationTests {
    @Test func `A smart album with a search is part of a whole library`() throws {
        let folder = try TemporaryFolder()
        let library = try Library.temporary(in: folder)
        let outer = try library.addFolder("outer")
        let albums = (0..<3).map { _ in library.environment.makeUUID() }
        for (index, album) in albums.enumerated() {
            try library.commit(
                .createSmartAlbum(album, title: "\(index)", search: "beach \(index)")
            )
        }
        try library.commit(.children(outer, .append([albums[0]])))
        try library.commit(.setSearch(albums[1], "dog"))
        #expect(try library.collection(albums[1])?.search == "dog")
        #expect(try library.children(of: outer) == [albums[0]])
        #expect(try library.children(of: nil) == [outer, albums[1], albums[2]])
        #expect(try LibraryCheck(library).run().findings.isEmpty)
        try library.commit(.deleteCollections([outer], .folder))
        #expect(try library.collection(albums[0]) == nil)
        try library.commit(.deleteCollections([albums[1]], .album))
        #expect(try library.children(of: nil) == [albums[2]])
        #expect(try LibraryCheck(library).run().findings.isEmpty)
    }

    @Test func `What is no search, and no smart album with one, is refused`() throws {
        let library = try Library.temporary()
        let album = try library.addAlbum()
        let smart = library.environment.makeUUID()
        try library.commit(.createSmartAlbum(smart, title: "A", search: "a"))
        let system = try #require(try library.records.collections([2]).records[2]?.uuid)
        for request: Mutation in [
            .createSmartAlbum(library.environment.makeUUID(), title: "A", search: " "),
            .createSmartAlbum(library.environment.makeUUID(), title: "A", search: "a\0"),
            .createSmartAlbum(library.environment.makeUUID(), title: "A\0", search: "a"),
            .setSearch(smart, ""), .setSearch(album, "a"), .setSearch(system, "a"),
            .members(smart, .append([])), .deleteCollections([smart], .folder),
        ] {
            let error = #expect(throws: StoreError.self) { try library.commit(request) }
            #expect(error?.code == .changeNotSupported, "\(request)")
        }
    }

    @Test func `The tables refuse a search of anything else`() throws {
        let library = try Library.temporary()
        _ = try library.addAlbum()
        for condition in ["kind = 1", "kind = 0", "kind = 2"] {
            #expect(throws: StoreError.self) {
                try library.core.onWriter { db in
                    try db.execute(sql: "UPDATE collection SET search = 'a' WHERE \(condition)")
                }
            }
        }
    }

    @Test func `A limited client sees no smart album of the owner, and makes none`() throws {
        let pair = try LibraryPair()
        let pictures = try pair.owner.addPictures(2)
        let smart = pair.owner.environment.makeUUID()
        try pair.owner.commit(.createSmartAlbum(smart, title: "Secret", search: "secret"))
        try pair.limit(to: [pictures[0]])
        #expect(try pair.client.row(of: smart, in: .collection) == nil)
        let titles = try pair.client.records.fetch(FetchPlan(.collections)).rows.array
        #expect(titles.count == 22)
        for request: Mutation in [
            .createSmartAlbum(UUID(), title: "Mine", search: "a"), .setSearch(smart, "a"),
            .renameCollection(smart, title: "x"), .deleteCollections([UUID()], .album),
        ] {
            let before = try pair.owner.collection(smart)
            _ = try? pair.client.commit(request)
            #expect(try pair.owner.collection(smart) == before)
        }
        #expect(throws: StoreError.self) {
            try pair.client.commit(.createSmartAlbum(UUID(), title: "Mine", search: "a"))
        }
    }
}
