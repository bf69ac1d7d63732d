import Foundation
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct AssetMutationTests {
    let clock = TestClock()
    let library: Library

    init() throws { library = try Library.temporary(clock: clock) }

    @Test func `A new asset has the facts of its file, a resource, and a file with the same bytes`()
        throws
    {
        let uuid = try library.addPicture(seed: 3)
        let asset = try #require(try library.asset(uuid))
        #expect(asset.mediaType == .image)
        #expect(asset.pixelWidth == 32)
        #expect(asset.pixelHeight == 24)
        #expect(asset.contentType == "public.jpeg")
        #expect(asset.addedDate == clock.now)
        #expect(asset.modificationDate == clock.now)
        let resource = try #require(
            try library.records.resources(ofAssets: [asset.rowID])[asset.rowID]?.first
        )
        let bytes = try Data(contentsOf: library.layout.original(resource.file))
        #expect(bytes == Data(TestJPEG(seed: 3).data()))
        #expect(resource.byteCount == Int64(bytes.count))
        #expect(try library.staged().isEmpty)
        #expect(try library.lastChange().objects.map(\.kind) == [.inserted])
    }

    @Test func `Setting a property logs its bit and its value before`() throws {
        let uuid = try library.addPicture(seed: 1, [.caption: .text("old")])
        clock.advance(days: 1)
        try library.commit(.set(uuid, [.caption: .text("new"), .isFavorite: .integer(1)]))
        let change = try #require(try library.lastChange().objects.first)
        let mask = AssetFieldMask([.caption, .isFavorite, .modificationDate])
        #expect(change.mask == mask.rawValue)
        #expect(
            change.before == [
                .real(clock.now.timeIntervalSinceReferenceDate - 86_400), .integer(0), .text("old"),
            ]
        )
        #expect(try library.asset(uuid)?.modificationDate == clock.now)
    }

    @Test func `An update that changes nothing is no change`() throws {
        let uuid = try library.addPicture(seed: 1, [.caption: .text("same")])
        let before = try library.history.currentPosition()
        clock.advance(days: 1)
        let after = try library.commit(
            .set(uuid, [.caption: .text("same"), .isFavorite: .integer(0)]),
            .set(uuid, [.rating: .integer(3)]),
            .set(uuid, [.rating: .integer(0)])
        )
        #expect(after == before)
        #expect(try library.asset(uuid)?.modificationDate == clock.now - 86_400)
    }

    @Test func `A text that differs only in how its accents are composed is another text`() throws {
        let uuid = try library.addPicture(seed: 1, [.caption: .text("caf\u{E9}")])
        try library.commit(.set(uuid, [.caption: .text("cafe\u{301}")]))
        let caption = try #require(try library.asset(uuid)?.caption)
        #expect(Array(caption.utf8) == Array("cafe\u{301}".utf8))
    }

    @Test func `What is made and deleted for good in one block was nothing`() throws {
        let before = try library.history.currentPosition()
        let (uuid, album) = (UUID(), UUID())
        let after = try library.commit(
            .picture(uuid),
            .createCollection(album, .album, title: "A"),
            .members(album, .append([uuid])),
            .purgeAssets([uuid]),
            .deleteCollections([album], .album)
        )
        #expect(after == before)
        #expect(try library.asset(uuid) == nil)
        #expect(try library.originals().isEmpty)
    }

    @Test func `A request may use what an earlier one of its block makes`() throws {
        let (uuid, album, folder) = (UUID(), UUID(), UUID())
        try library.commit(
            .createCollection(folder, .folder, title: "F"),
            .createCollection(album, .album, title: "A"),
            .picture(uuid),
            .children(folder, .append([album])),
            .members(album, .append([uuid])),
            .set(uuid, [.isFavorite: .integer(1)]),
            .renameCollection(album, title: "B")
        )
        #expect(try library.members(of: album) == [uuid])
        #expect(try library.children(of: folder) == [album])
        #expect(try library.asset(uuid)?.isFavorite == true)
        #expect(try library.collection(album)?.title == "B")
        let kinds = try library.lastChange().objects.filter {
            $0.mask != CollectionFieldMask.contents.rawValue
        }
        #expect(kinds.map(\.kind) == [.inserted, .inserted, .inserted])
    }

    @Test func `A block that fails leaves no row, no file and no entry in the log`() throws {
        try library.addPicture()
        let files = try library.originals()
        let position = try library.history.currentPosition()
        let uuid = UUID()
        #expect(throws: StoreError.self) {
            try library.commit(.picture(uuid, seed: 2), .set(UUID(), [.rating: .integer(1)]))
        }
        #expect(try library.asset(uuid) == nil)
        #expect(try library.originals() == files)
        #expect(try library.staged().isEmpty)
        #expect(try library.history.currentPosition() == position)
    }

    @Test func `A file that is no picture fails its block and leaves nothing`() throws {
        let uuid = UUID()
        let broken = ResourceSource(type: .photo, content: .data(Data("no picture".utf8)))
        let error = #expect(throws: StoreError.self) {
            try library.commit(
                .picture(UUID()),
                .createAsset(AssetCreation(uuid: uuid, resources: [broken]))
            )
        }
        #expect(error?.code == .invalidResource)
        #expect(try library.originals().isEmpty)
        #expect(try library.staged().isEmpty)
        #expect(try library.history.currentPosition().sequence == 0)
    }

    @Test(arguments: [
        [AssetField.latitude: FieldValue.real(91), .longitude: .real(0)],
        [.latitude: .real(10)],
        [.latitude: .real(.nan), .longitude: .real(0)],
        [.creationDate: .real(.infinity)],
        [.creationDate: .real(.nan)],
        [.rating: .integer(6)],
        [.caption: .text("a\0b")],
        [.originalChoice: .integer(2)],
    ])
    func `Values that no asset can have are refused with a sentence`(
        values: [AssetField: FieldValue]
    ) throws {
        let uuid = try library.addPicture()
        let position = try library.history.currentPosition()
        let error = #expect(throws: StoreError.self) { try library.commit(.set(uuid, values)) }
        #expect(error?.code == .changeNotSupported)
        #expect(error?.message.contains("asset") == true)
        #expect(try library.history.currentPosition() == position)
        let creation = #expect(throws: StoreError.self) {
            try library.commit(.picture(UUID(), values))
        }
        #expect(creation?.code == .changeNotSupported)
        #expect(try library.originals().count == 1)
    }

    @Test func `An identifier that is taken is refused`() throws {
        let uuid = try library.addPicture()
        let error = #expect(throws: StoreError.self) { try library.commit(.picture(uuid, seed: 2)) }
        #expect(error?.code == .changeNotSupported)
        #expect(try library.originals().count == 1)
    }

    @Test func `Keywords are added once and removed`() throws {
        let uuid = try library.addPicture()
        var update = AssetUpdate()
        update.keywords = [.add("sea"), .add("sea"), .add("sky"), .remove("sea"), .add("sun")]
        try library.commit(.updateAsset(uuid, update))
        #expect(try library.asset(uuid)?.keywords == ["sky", "sun"])
    }

    @Test func `A second asset with the same original is refused where only new ones are wanted`()
        throws
    {
        let first = try library.addPicture(seed: 5)
        let again = AssetCreation(uuid: UUID(), resources: [.picture(seed: 5)], onlyIfNew: true)
        #expect(throws: StoreError.self) { try library.commit(.createAsset(again)) }
        // Once the first is in Recently Deleted, even by the same block, it does not count.
        try library.commit(.deleteAssets([first]), .createAsset(again))
        #expect(try library.asset(again.uuid) != nil)
    }
}
