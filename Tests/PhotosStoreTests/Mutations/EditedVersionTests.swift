import Foundation
import PhotosMedia
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Original, base and rendering of edits that follow each other.
@Suite(.permit) struct EditedVersionTests {
    let clock = TestClock()
    let library: Library

    init() throws { library = try Library.temporary(clock: clock) }

    private func resources(_ uuid: UUID) throws -> [Int: ResourceRecord] {
        let row = try #require(try library.row(of: uuid, in: .asset))
        let list = try library.records.resources(ofAssets: [row])[row] ?? []
        return Dictionary(uniqueKeysWithValues: list.map { ($0.type.rawValue, $0) })
    }

    private func bytes(_ uuid: UUID, _ type: Int) throws -> [UInt8] {
        let resource = try #require(try resources(uuid)[type])
        return Array(try Data(contentsOf: library.originals.url(of: resource)))
    }

    private func input(_ uuid: UUID, _ type: Int) throws -> EditInput {
        .resource(try #require(try resources(uuid)[type]).rowID)
    }

    private func add(_ resources: ResourceSource...) throws -> UUID {
        let uuid = library.environment.makeUUID()
        try library.commit(.createAsset(AssetCreation(uuid: uuid, resources: resources)))
        return uuid
    }

    @Test func `an edit on top of a rendering makes it the base without writing it again`() throws {
        let uuid = try library.addPicture()
        try library.commit(.edit(uuid, seed: 1, input: try input(uuid, 1)))
        #expect(try resources(uuid).keys.sorted() == [1, 5, 7])
        let first = try #require(try resources(uuid)[5])

        try library.commit(.edit(uuid, seed: 2, input: .resource(first.rowID)))
        #expect(try resources(uuid).keys.sorted() == [1, 5, 7, 8])
        var base = try #require(try resources(uuid)[8])
        base.type = .fullSizePhoto
        #expect(base == first)
        #expect(try bytes(uuid, 8) == TestJPEG(width: 16, seed: 1).data())
        #expect(try bytes(uuid, 5) == TestJPEG(width: 16, seed: 2).data())
        #expect(try library.originals().count == 4)
    }

    @Test func `an edit that goes on from the base keeps it, and there is one adjustment data`()
        throws
    {
        let uuid = try library.addPicture()
        try library.commit(.edit(uuid, seed: 1))
        try library.commit(.edit(uuid, seed: 2, input: try input(uuid, 5)))
        try library.commit(.edit(uuid, seed: 3, input: try input(uuid, 8)))
        #expect(try resources(uuid).keys.sorted() == [1, 5, 7, 8])
        #expect(try bytes(uuid, 8) == TestJPEG(width: 16, seed: 1).data())
        let recipe = Data(try bytes(uuid, 7))
        #expect(AdjustmentFile.data(in: recipe, isPlain: false) == Data([3]))
        #expect(try library.originals().count == 4)
    }

    @Test func `an edit whose input was replaced meanwhile is refused, and nothing is lost`() throws
    {
        let uuid = try library.addPicture()
        try library.commit(.edit(uuid, seed: 1))
        let stale = try input(uuid, 5)
        try library.commit(.edit(uuid, seed: 2))
        let files = try library.originals()
        let error = #expect(throws: StoreError.self) {
            try library.commit(.edit(uuid, seed: 3, input: stale))
        }
        #expect(error?.code == .changeNotSupported)
        #expect(try library.originals() == files)
        #expect(try bytes(uuid, 5) == TestJPEG(width: 16, seed: 2).data())
    }

    @Test func `both parts of a Live Photo have versions`() throws {
        let uuid = try add(.picture(), .movie(type: ResourceRole.pairedVideo))
        let rendered: [ResourceSource] = [
            .picture(seed: 2, type: ResourceRole.fullSizePhoto),
            .movie(frames: 4, type: ResourceRole.fullSizePairedVideo),
        ]
        try library.commit(.edit(uuid, rendered, input: try input(uuid, 1)))
        #expect(try resources(uuid).keys.sorted() == [1, 5, 7, 9, 10])
        #expect(try library.asset(uuid)?.playbackStyle == .livePhoto)
        try library.commit(.edit(uuid, rendered, input: try input(uuid, 5)))
        #expect(try resources(uuid).keys.sorted() == [1, 5, 7, 8, 9, 10, 11])
        try library.commit(.revert(uuid))
        #expect(try resources(uuid).keys.sorted() == [1, 9])
        #expect(try library.originals().count == 2)
    }

    @Test func `a Live Photo whose edit has no movie is shown as a picture until it is reverted`()
        throws
    {
        let uuid = try add(.picture(), .movie(type: ResourceRole.pairedVideo))
        try library.commit(.edit(uuid))
        #expect(try library.asset(uuid)?.playbackStyle == .image)
        try library.commit(.revert(uuid))
        #expect(try library.asset(uuid)?.playbackStyle == .livePhoto)
    }

    @Test func `an edited video has the length of its rendering, and its own again after a revert`()
        throws
    {
        let uuid = try add(.movie(frames: 8))
        try library.commit(
            .edit(uuid, [.movie(frames: 2, type: ResourceRole.fullSizeVideo, .mpeg4)])
        )
        #expect(try library.asset(uuid)?.duration == 0.2)
        try library.commit(
            .edit(
                uuid,
                [.movie(frames: 4, type: ResourceRole.fullSizeVideo)],
                input: try input(uuid, 6)
            )
        )
        #expect(try resources(uuid).keys.sorted() == [2, 6, 7, 12])
        try library.commit(.revert(uuid))
        #expect(try resources(uuid).keys.sorted() == [2])
        #expect(try library.asset(uuid)?.duration == 0.8)
    }

    @Test func `what the camera applied is no edit of a person, and comes back after one`() throws {
        let uuid = try add(
            .picture(),
            .picture(seed: 3, type: ResourceRole.fullSizePhoto, width: 24)
        )
        try library.commit(.set(uuid, [.adjustmentsState: .integer(3)]))
        let before = try library.history.currentPosition()
        #expect(try library.commit(.revert(uuid)) == before)

        try library.commit(.edit(uuid, seed: 4, width: 16, input: try input(uuid, 5)))
        try library.commit(.edit(uuid, seed: 5, width: 12, input: try input(uuid, 8)))
        #expect(try library.asset(uuid)?.adjustmentsState == .editedByUser)
        clock.advance(seconds: 60)
        try library.commit(.revert(uuid))
        let asset = try #require(try library.asset(uuid))
        #expect(asset.adjustmentsState == .adjustedByCamera && asset.pixelWidth == 24)
        #expect(asset.adjustmentDate == clock.now && asset.modificationDate == clock.now)
        #expect(try resources(uuid).keys.sorted() == [1, 5])
        #expect(try bytes(uuid, 5) == TestJPEG(width: 24, seed: 3).data())
    }

    @Test func `an edit from the original forgets what the camera applied`() throws {
        let uuid = try add(
            .picture(),
            .picture(seed: 3, type: ResourceRole.fullSizePhoto, width: 24)
        )
        try library.commit(.set(uuid, [.adjustmentsState: .integer(3)]))
        try library.commit(.edit(uuid, seed: 4, input: try input(uuid, 1)))
        try library.commit(.revert(uuid))
        #expect(try library.asset(uuid)?.adjustmentsState == .unedited)
        #expect(try resources(uuid).keys.sorted() == [1])
    }

    enum Unfit: String, CaseIterable {
        case png = "Write a JPEG or HEIC picture"
        case turned = "Render it upright"
        case damaged = "Write the rendering again"
        case movie = "cannot be a rendering"
        case empty = "was refused"

        var bytes: [UInt8] {
            switch self {
            case .png: TestPNG().data()
            case .turned: TestJPEG(exif: ExifFields(orientation: 6)).data()
            case .damaged: TestJPEG(width: 48).data()
            case .movie: TestMovie(.quickTime).data()
            case .empty: []
            }
        }
    }

    @Test(arguments: Unfit.allCases)
    func `a rendering that cannot stand for a photo is refused`(_ unfit: Unfit) throws {
        var environment = EngineEnvironment.test()
        let examine = environment.examine
        environment.examine = { descriptor, name in
            var facts = try examine(descriptor, name)
            if facts.pixelWidth == 48 { facts.damage = "it ends early" }
            return facts
        }
        let library = try Library.inMemory(environment: environment)
        let uuid = try library.addPicture()
        let rendering = ResourceSource(
            type: ResourceRole.fullSizePhoto,
            content: .data(Data(unfit.bytes)),
            filename: "FullSizeRender.jpg"
        )
        let error = #expect(throws: StoreError.self) {
            try library.commit(.edit(uuid, [rendering]))
        }
        #expect(error?.code == .invalidResource)
        #expect(error?.message.contains(unfit.rawValue) == true, "\(String(describing: error))")
        #expect(try library.originals().count == 1)
    }

    @Test func `a HEIC is a rendering as well`() throws {
        let uuid = try library.addPicture()
        let heic = ResourceSource(
            type: ResourceRole.fullSizePhoto,
            content: .data(Data(TestHEIF(width: 20, height: 10).data()))
        )
        try library.commit(.edit(uuid, [heic]))
        #expect(try library.asset(uuid)?.pixelWidth == 20)
    }

    @Test func `a revert to an original that is not there is refused`() throws {
        let uuid = try library.addPicture()
        try library.commit(.edit(uuid))
        let original = try #require(try resources(uuid)[1])
        try FileManager.default.removeItem(at: library.originals.url(of: original))
        let error = #expect(throws: StoreError.self) { try library.commit(.revert(uuid)) }
        #expect(error?.code == .missingResource)
        #expect(try resources(uuid).keys.sorted() == [1, 5, 7])
    }

    @Test func `an asset made, edited and reverted in one block is as if only made`() throws {
        let uuid = library.environment.makeUUID()
        try library.commit(
            .createAsset(AssetCreation(uuid: uuid, resources: [.movie(frames: 8)])),
            .edit(uuid, [.movie(frames: 2, type: ResourceRole.fullSizeVideo)]),
            .revert(uuid)
        )
        #expect(try library.asset(uuid)?.duration == 0.8)
        #expect(try resources(uuid).keys.sorted() == [2])
        #expect(try library.originals().count == 1)
    }
}
