import Foundation
import Photos
import TestPermits
import Testing

@Suite(.permit) struct FolderRequestTests {
    let library: TestLibrary

    init() throws { library = try TestLibrary() }

    private func titles(_ result: PHFetchResult<PHCollection>) -> [String] {
        result.all.map { $0.localizedTitle ?? "" }
    }

    private func albums(_ titles: String...) throws -> [PHAssetCollection] {
        try titles.map { try library.addAlbum($0) }
    }

    @Test func `new albums and folders stand at the end of the top level, in the order made`()
        throws
    {
        _ = try albums("b", "a")
        try library.addFolder("0")
        #expect(titles(library.topLevel) == ["b", "a", "0"])
    }

    @Test func `adding to a folder moves`() throws {
        let albums = try albums("a", "b", "c")
        let folder = try library.addFolder("F", [albums[2], albums[0]])
        #expect(titles(library.topLevel) == ["b", "F"])
        #expect(titles(library.children(folder)) == ["c", "a"])
        let other = try library.addFolder("G", [albums[0]])
        #expect(titles(library.children(folder)) == ["c"])
        #expect(titles(library.children(other)) == ["a"])
    }

    @Test func `children are inserted, moved, replaced and removed at indexes`() throws {
        let albums = try albums("a", "b", "c", "d")
        let folder = try library.addFolder("F", Array(albums[0..<2]))
        try library.change {
            PHCollectionListChangeRequest(for: folder, childCollections: library.children(folder))?
                .insertChildCollections([albums[2], albums[3]] as NSArray, at: IndexSet([0, 3]))
        }
        #expect(titles(library.children(folder)) == ["c", "a", "b", "d"])
        try library.change {
            PHCollectionListChangeRequest(for: folder, childCollections: library.children(folder))?
                .moveChildCollections(at: IndexSet([0, 1]), to: 2)
        }
        #expect(titles(library.children(folder)) == ["b", "d", "c", "a"])
        try library.change {
            PHCollectionListChangeRequest(for: folder, childCollections: library.children(folder))?
                .removeChildCollections(at: IndexSet(integer: 1))
        }
        #expect(titles(library.children(folder)) == ["b", "c", "a"])
        #expect(titles(library.topLevel) == ["F", "d"])
        try library.change {
            PHCollectionListChangeRequest(for: folder, childCollections: library.children(folder))?
                .replaceChildCollections(
                    at: IndexSet(integer: 0),
                    withChildCollections: [albums[3]]
                )
        }
        #expect(titles(library.children(folder)) == ["d", "c", "a"])
        #expect(titles(library.topLevel) == ["F", "b"])
    }

    @Test func `the top level is arranged like a folder`() throws {
        let albums = try albums("a", "b", "c")
        try library.change {
            PHCollectionListChangeRequest(
                forTopLevelCollectionListUserCollections: library.topLevel
            )?
            .moveChildCollections(at: IndexSet(integer: 2), to: 0)
        }
        #expect(titles(library.topLevel) == ["c", "a", "b"])
        let folder = try library.addFolder("F", [albums[0]])
        try library.change {
            PHCollectionListChangeRequest(
                forTopLevelCollectionListUserCollections: library.topLevel
            )?
            .insertChildCollections([albums[0]], at: IndexSet(integer: 1))
        }
        #expect(titles(library.topLevel) == ["c", "a", "b", "F"])
        #expect(library.children(folder).count == 0)
    }

    @Test func `deleting a folder deletes what is in it, but no asset`() throws {
        let asset = try library.addPicture()
        let album = try library.addAlbum("A", [asset])
        let inner = try library.addFolder("inner", [album])
        let outer = try library.addFolder("outer", [inner])
        try library.change {
            PHCollectionListChangeRequest.deleteCollectionLists([outer] as NSArray)
        }
        #expect(library.topLevel.count == 0)
        #expect(throws: TestLibrary.Missing.self) { try library.album(album.localIdentifier) }
        #expect(throws: TestLibrary.Missing.self) { try library.list(inner.localIdentifier) }
        #expect(library.assets.names == [asset.localIdentifier])
    }

    @Test func `a folder cannot be put into itself`() throws {
        let inner = try library.addFolder("inner")
        let outer = try library.addFolder("outer", [inner])
        #expect(
            library.refusal {
                PHCollectionListChangeRequest(for: inner)?.addChildCollections([outer])
            }
                == .changeNotSupported
        )
        #expect(titles(library.topLevel) == ["outer"])
    }

    @Test func `the root folder is one, and refuses to be renamed or deleted`() throws {
        let roots = PHCollectionList.fetchCollectionLists(
            with: .folder,
            subtype: .rootFolder,
            options: library.options()
        )
        let root = try #require(roots.firstObject)
        #expect(roots.count == 1)
        try library.addAlbum("a")
        #expect(titles(library.children(root)) == ["a"])
        #expect(
            library.refusal { PHCollectionListChangeRequest(for: root)?.title = "Mine" }
                == .changeNotSupported
        )
        #expect(
            library.refusal { PHCollectionListChangeRequest.deleteCollectionLists([root]) }
                == .changeNotSupported
        )
    }

    @Test func `an album is not deleted as a folder`() throws {
        let album = try library.addAlbum("a")
        #expect(
            library.refusal { PHCollectionListChangeRequest.deleteCollectionLists([album]) }
                == .changeNotSupported
        )
        #expect(titles(library.topLevel) == ["a"])
    }

    @Test func `a transient folder has no request`() throws {
        let folder = PHCollectionList.transientCollectionList(with: [], title: "T")
        try library.change { #expect(PHCollectionListChangeRequest(for: folder) == nil) }
    }
}
