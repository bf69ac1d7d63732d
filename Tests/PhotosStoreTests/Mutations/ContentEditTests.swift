import Foundation
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct ContentEditTests {
    let library: Library

    init() throws { library = try Library.temporary() }

    private func types(_ uuid: UUID) throws -> [Int] {
        let row = try #require(try library.row(of: uuid, in: .asset))
        return try library.records.resources(ofAssets: [row])[row]?.map(\.type.rawValue) ?? []
    }

    @Test func `An edit adds its rendering and data and keeps the original`() throws {
        let uuid = try library.addPicture()
        try library.commit(.edit(uuid, width: 16))
        #expect(try types(uuid) == [1, 5, 7])
        let asset = try #require(try library.asset(uuid))
        #expect(asset.adjustmentsState == .editedByUser)
        #expect(asset.adjustmentFormat == "org.example.sepia")
        #expect(asset.adjustmentVersion == "1")
        #expect(asset.pixelWidth == 16)
        #expect(asset.contentVersion == 2)
        #expect(try library.originals().count == 3)
    }

    @Test func `A later edit replaces the rendering, and its files go after the commit`() throws {
        let uuid = try library.addPicture()
        try library.commit(.edit(uuid, seed: 1))
        let before = try library.originals()
        try library.commit(.edit(uuid, seed: 2))
        #expect(try types(uuid) == [1, 5, 7])
        #expect(try library.originals().count == 3)
        #expect(try library.originals().intersection(before).count == 1)
    }

    @Test func `Several edits of one asset in one block leave the last one with its files`() throws
    {
        let uuid = UUID()
        try library.commit(.picture(uuid), .edit(uuid, seed: 1), .edit(uuid, seed: 2))
        let row = try #require(try library.row(of: uuid, in: .asset))
        let resources = try #require(try library.records.resources(ofAssets: [row])[row])
        #expect(resources.map(\.type.rawValue) == [1, 5, 7])
        #expect(try Set(resources.map(\.file)) == library.originals())
        let rendering = try Data(contentsOf: library.layout.original(resources[1].file))
        #expect(Array(rendering) == TestJPEG(width: 16, seed: 2).data())
    }

    @Test func `A revert drops the edit, its files and its data, and gives the size back`() throws {
        let uuid = try library.addPicture()
        try library.commit(.edit(uuid, width: 16))
        try library.commit(.revert(uuid))
        let asset = try #require(try library.asset(uuid))
        #expect(asset.adjustmentsState == .unedited)
        #expect(asset.adjustmentFormat == nil)
        #expect(asset.adjustmentDate != nil)
        #expect(asset.pixelWidth == 32)
        #expect(try types(uuid) == [1])
        #expect(try library.originals().count == 1)
        let position = try library.history.currentPosition()
        #expect(try library.commit(.revert(uuid)) == position)
    }

    @Test func `A rendering must be of the asset's own kind and come once`() throws {
        let uuid = try library.addPicture()
        for renderings in [[1], [5, 5], [6], [5, 9]] {
            var update = AssetUpdate()
            update.content = .adjust(
                rendered: renderings.map { .picture(type: ResourceRole(rawValue: $0)) },
                adjustment: Adjustment(formatIdentifier: "a", formatVersion: "1", data: Data())
            )
            let error = #expect(throws: StoreError.self, "\(renderings)") {
                try library.commit(.updateAsset(uuid, update))
            }
            #expect(error?.code == .invalidResource)
        }
        #expect(try types(uuid) == [1])
        #expect(try library.originals().count == 1)
    }

    @Test func `An edit whose block fails leaves the asset and its files alone`() throws {
        let uuid = try library.addPicture()
        try library.commit(.edit(uuid, seed: 1))
        let files = try library.originals()
        #expect(throws: StoreError.self) {
            try library.commit(.edit(uuid, seed: 2), .set(UUID(), [.rating: .integer(1)]))
        }
        #expect(try library.originals() == files)
        #expect(try library.asset(uuid)?.contentVersion == 2)
    }

    @Test func `Only a pair of originals offers a choice`() throws {
        let uuid = try library.addPicture()
        let error = #expect(throws: StoreError.self) { try library.commit(.revert(uuid, to: .raw)) }
        #expect(error?.code == .changeNotSupported)
    }
}
