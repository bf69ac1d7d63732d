import Foundation
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct FolderMutationTests {
    let library: Library

    init() throws { library = try Library.temporary() }

    @Test func `Folders nest, and a child has one parent`() throws {
        let outer = try library.addFolder("outer")
        let inner = try library.addFolder("inner", in: outer)
        let album = try library.addAlbum()
        try library.commit(.children(outer, .append([album])))
        #expect(try library.children(of: outer) == [inner, album])
        try library.commit(.children(inner, .append([album])))
        #expect(try library.children(of: outer) == [inner])
        #expect(try library.children(of: inner) == [album])
        let touched = try library.lastChange().objects.filter(\.contentsChanged)
        #expect(touched.count == 2)
    }

    @Test func `What is removed from a folder goes to the top`() throws {
        let folder = try library.addFolder()
        let inner = try library.addFolder("inner", in: folder)
        try library.commit(.children(folder, .remove([inner])))
        #expect(try library.children(of: nil) == [folder, inner])
        let error = #expect(throws: StoreError.self) {
            try library.commit(.children(nil, .remove([inner])))
        }
        #expect(error?.code == .changeNotSupported)
    }

    @Test func `The top level can be put in order`() throws {
        let albums = try (0..<4).map { try library.addAlbum("\($0)") }
        try library.commit(.children(nil, .move([3], to: 0)))
        #expect(try library.children(of: nil) == [albums[3], albums[0], albums[1], albums[2]])
        try library.commit(.children(nil, .move([1, 2], to: 2)))
        #expect(try library.children(of: nil) == [albums[3], albums[2], albums[0], albums[1]])
        let position = try library.history.currentPosition()
        #expect(try library.commit(.children(nil, .move([1, 2], to: 1))) == position)
    }

    @Test func `Cycles are refused`() throws {
        let outer = try library.addFolder("outer")
        let middle = try library.addFolder("middle", in: outer)
        let inner = try library.addFolder("inner", in: middle)
        for (folder, child) in [(outer, outer), (inner, outer), (middle, outer), (inner, middle)] {
            let error = #expect(throws: StoreError.self) {
                try library.commit(.children(folder, .append([child])))
            }
            #expect(error?.code == .changeNotSupported)
        }
        #expect(try library.children(of: outer) == [middle])
    }

    @Test func `Deleting a folder deletes what is in it, but no asset`() throws {
        let picture = try library.addPicture()
        let outer = try library.addFolder("outer")
        let inner = try library.addFolder("inner", in: outer)
        let album = try library.addAlbum("A", [picture])
        try library.commit(.children(inner, .append([album])))
        try library.commit(.deleteCollections([outer], .folder))
        for uuid in [outer, inner, album] { #expect(try library.collection(uuid) == nil) }
        #expect(try library.asset(picture) != nil)
        let body = try library.lastChange()
        #expect(body.objects.filter { $0.kind == .deleted }.count == 3)
        #expect(body.members.map(\.kind) == [.left])
    }

    @Test func `Smart albums and the root folder refuse to be changed`() throws {
        let root = try library.records.rootFolder().uuid
        let smart = try #require(try library.records.collections([2]).records[2]?.uuid)
        let folder = try library.addFolder()
        let requests: [Mutation] = [
            .renameCollection(root, title: "x"), .renameCollection(smart, title: "x"),
            .deleteCollections([root], .folder), .deleteCollections([smart], .smartAlbum),
            .children(folder, .append([smart])), .children(folder, .append([root])),
        ]
        for request in requests {
            let error = #expect(throws: StoreError.self) { try library.commit(request) }
            #expect(error?.code == .changeNotSupported)
        }
    }

    @Test func `An album is not deleted as a folder`() throws {
        let album = try library.addAlbum()
        let error = #expect(throws: StoreError.self) {
            try library.commit(.deleteCollections([album], .folder))
        }
        #expect(error?.code == .changeNotSupported)
    }

    @Test func `Renaming there and back is no change, renaming is one with its time`() throws {
        let clock = TestClock()
        let library = try Library.temporary(clock: clock)
        let album = try library.addAlbum("A")
        let position = try library.history.currentPosition()
        clock.advance(days: 1)
        #expect(
            try library.commit(
                .renameCollection(album, title: "B"),
                .renameCollection(album, title: "A")
            )
                == position
        )
        try library.commit(.renameCollection(album, title: "B"))
        let record = try #require(try library.collection(album))
        #expect(record.title == "B")
        #expect(record.modificationDate == clock.now)
        let change = try #require(try library.lastChange().objects.first)
        #expect(change.mask == CollectionFieldMask([.title, .modificationDate]).rawValue)
    }
}
