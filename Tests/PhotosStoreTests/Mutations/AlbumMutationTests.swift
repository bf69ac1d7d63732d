import Foundation
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct AlbumMutationTests {
    let library: Library
    let pictures: [UUID]
    let album: UUID

    init() throws {
        library = try Library.temporary()
        pictures = try library.addPictures(8)
        album = try library.addAlbum("A", Array(pictures[0..<5]))
    }

    /// The album as numbers of pictures.
    private var order: [Int] {
        get throws { try library.members(of: album).compactMap { pictures.firstIndex(of: $0) } }
    }

    private func rows(_ numbers: Int...) throws -> [Int64] {
        try numbers.map { try #require(try library.row(of: pictures[$0], in: .asset)) }
    }

    @Test func `Replacing by what stands further back only takes out`() throws {
        try library.commit(.members(album, .replace([1], with: [pictures[4]])))
        #expect(try order == [0, 2, 3, 4])
        #expect(try library.lastChange().members.map(\.kind) == [.left])
    }

    @Test func `Adding what is there already is no change`() throws {
        let position = try library.history.currentPosition()
        #expect(
            try library.commit(.members(album, .append([pictures[0], pictures[4]]))) == position
        )
        #expect(try order == [0, 1, 2, 3, 4])
    }

    @Test func `Adding the same twice adds it once`() throws {
        try library.commit(
            .members(album, .append([pictures[6], pictures[6]]), .append([pictures[6]]))
        )
        #expect(try order == [0, 1, 2, 3, 4, 6])
    }

    @Test func `Adding and removing in one block is nothing`() throws {
        let position = try library.history.currentPosition()
        #expect(
            try library.commit(
                .members(album, .append([pictures[6]])),
                .members(album, .remove([pictures[6]]))
            )
                == position
        )
    }

    @Test func `Inserted at indexes as they count in the growing list`() throws {
        try library.commit(
            .members(album, .insert([pictures[5], pictures[6], pictures[7]], at: [0, 2, 7]))
        )
        #expect(try order == [5, 0, 6, 1, 2, 3, 4, 7])
    }

    @Test func `Moved to an index that counts without the moved`() throws {
        try library.commit(.members(album, .move([0, 2], to: 2)))
        #expect(try order == [1, 3, 0, 2, 4])
        try library.commit(.members(album, .move([4], to: 0)))
        #expect(try order == [4, 1, 3, 0, 2])
    }

    @Test func `Moving to where it stands is no change`() throws {
        let position = try library.history.currentPosition()
        #expect(try library.commit(.members(album, .move([1, 2], to: 1))) == position)
    }

    @Test func `Replaced and removed by index`() throws {
        try library.commit(.members(album, .replace([1, 3], with: [pictures[6], pictures[7]])))
        #expect(try order == [0, 6, 2, 7, 4])
        try library.commit(.members(album, .removeAt([0, 4])))
        #expect(try order == [6, 2, 7])
    }

    @Test func `Indexes count in the list that the caller saw`() throws {
        let seen = try rows(0, 1, 2, 3, 4)
        // Meanwhile somebody else takes the first away and puts another in front.
        try library.commit(
            .members(album, .remove([pictures[0]]), .insert([pictures[7]], at: [0]))
        )
        try library.commit(
            .members(album, .removeAt([1]), .insert([pictures[5]], at: [3]), seen: seen)
        )
        #expect(try order == [7, 2, 3, 5, 4])
        // A move of what is gone moves nothing.
        let position = try library.history.currentPosition()
        #expect(try library.commit(.members(album, .move([0], to: 3), seen: seen)) == position)
    }

    @Test(arguments: [
        ListEdit.removeAt([9]), .move([0], to: 9), .move([7], to: 0), .replace([8], with: [UUID()]),
        .insert([], at: [0]),
    ])
    func `Edits that cannot be meant are refused`(edit: ListEdit) throws {
        let error = #expect(throws: StoreError.self) { try library.commit(.members(album, edit)) }
        #expect(error != nil)
        #expect(try order == [0, 1, 2, 3, 4])
    }

    @Test func `Smart albums and folders have no members to edit`() throws {
        let smart = try #require(try library.records.collections([2]).records[2])
        let folder = try library.addFolder()
        for uuid in [smart.uuid, folder] {
            let error = #expect(throws: StoreError.self) {
                try library.commit(.members(uuid, .append([pictures[0]])))
            }
            #expect(error?.code == .changeNotSupported)
        }
    }

    @Test func `The log tells who entered, left and moved, and where they stood`() throws {
        try library.commit(
            .members(album, .append([pictures[6]]), .remove([pictures[1]]), .move([0], to: 2))
        )
        let body = try library.lastChange()
        #expect(body.objects.count == 1)
        #expect(body.objects.first?.contentsChanged == true)
        #expect(body.members.map(\.kind) == [.moved, .left, .entered])
        #expect(body.members.map { $0.before != nil } == [true, true, false])
    }
}
