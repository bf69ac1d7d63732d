import Foundation
import GRDB
import PhotosRemotes
import PhotosStore
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

/// A library keeps within its rule for space while files come, and never at the price of a file.
@Suite(.permit) struct SpaceKeeperTests {
    let fixture: RemoteFixture
    let library: Library
    let place: RefusingPlace
    let sender: RemoteFileSender
    let keeper: SpaceKeeper

    init() throws {
        fixture = try RemoteFixture()
        library = fixture.library
        let place = RefusingPlace(fixture.place)
        self.place = place
        sender = RemoteFileSender(library, open: { _ in place })
        keeper = SpaceKeeper(library.space, sender: sender)
    }

    private func resources() throws -> [ResourceRecord] {
        let rows = try library.core.onWriter { db in
            try Int64.fetchAll(db, sql: "SELECT id FROM resource ORDER BY id")
        }
        return try library.records.resources(rows)
    }

    private func byteCount(_ resource: ResourceRecord) -> Int64? {
        let path = library.layout.original(resource.file).path
        return (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int64) ?? nil
    }

    private var localBytes: Int64 {
        get throws { try resources().compactMap(byteCount).reduce(0, +) }
    }

    /// The bytes of one picture of a block; all have about as many.
    private func pictureBytes() throws -> Int64 {
        try library.addPicture(seed: 251)
        return try #require(try resources().last?.byteCount)
    }

    /// Adds pictures in small blocks, as an import does.
    private func bring(_ count: Int, from first: Int = 0) throws {
        for number in first..<first + count {
            let before = try library.space.spaceUse().local.bytes
            try library.addPicture(seed: UInt8(number))
            try keeper.applyRule(afterAdding: library.space.spaceUse().local.bytes - before)
        }
    }

    @Test func `files are sent, proved and let go as more come`() throws {
        let one = try pictureBytes()
        let limit = 4 * one
        try library.space.setRule(SpaceRule(byteCount: limit))
        for number in 0..<20 {
            try bring(1, from: number)
            #expect(try localBytes <= limit, "after \(number)")
        }
        #expect(keeper.released.count >= 15)
        for resource in try resources() where byteCount(resource) == nil {
            let name = RemoteNames.original(resource.checksum)
            #expect(fixture.place.objects[name] != nil, "\(name) is nowhere")
        }
        // The files that stay were not sent for nothing.
        #expect(fixture.originals.count <= 20)
    }

    @Test func `without a rule nothing is sent and nothing leaves`() throws {
        try bring(5)
        #expect(fixture.originals.isEmpty)
        #expect(keeper.released.count == 0)
    }

    @Test func `while the files fit, nothing is sent`() throws {
        try library.space.setRule(SpaceRule(byteCount: 1 << 30))
        try bring(5)
        #expect(fixture.originals.isEmpty)
    }

    @Test func `an unreachable remote ends the work with its reason`() throws {
        let one = try pictureBytes()
        try library.space.setRule(SpaceRule(byteCount: 3 * one))
        place.setUnreachable(true)
        let error = try #require(throws: StoreError.self) { try bring(10) }
        #expect(error.code == .diskFull)
        #expect(error.message.contains("on the moon"), "\(error)")
        #expect(error.message.contains("--keep-all"))
        #expect(try localBytes == resources().reduce(0) { $0 + $1.byteCount })
        place.setUnreachable(false)
        try bring(10, from: 20)
        #expect(try localBytes <= 3 * one)
    }

    @Test func `too few remotes end the work with what to do`() throws {
        let one = try pictureBytes()
        try library.space.setRule(SpaceRule(byteCount: 2 * one, copies: 2))
        let error = try #require(throws: StoreError.self) { try bring(10) }
        #expect(error.message.contains("photokit remote add"), "\(error)")
        // The way out is named once.
        #expect(error.message.split(separator: "--keep-all").count == 2, "\(error)")
        #expect(keeper.released.count == 0)
    }

    /// A text of a service counts as its text, whatever words it has.
    @Test func `the way out is named also where a remote speaks of it`() throws {
        let one = try pictureBytes()
        place.refuse(saying: "Read about --keep-all.") { $0.hasPrefix(RemoteNames.originals) }
        try library.space.setRule(SpaceRule(byteCount: 2 * one))
        let error = try #require(throws: StoreError.self) { try bring(10) }
        #expect(error.message.contains("says: Read about --keep-all."), "\(error)")
        #expect(error.message.hasSuffix("`photokit remote space --keep-all`."), "\(error)")
        #expect(error.message.contains("than the \(SizeText.text(2 * one)) of the rule"))
    }

    @Test func `one refused file does not end the work`() throws {
        let one = try pictureBytes()
        try library.addPicture(seed: 252)
        let odd = RemoteNames.original(try #require(try resources().last).checksum)
        place.refuse { $0 == odd }
        try library.space.setRule(SpaceRule(byteCount: 4 * one))
        try bring(15)
        #expect(try localBytes <= 4 * one)
        #expect(keeper.released.count >= 10)
    }

    @Test func `a place that refuses everything ends the work`() throws {
        let one = try pictureBytes()
        place.refuse { $0.hasPrefix(RemoteNames.originals) }
        try library.space.setRule(SpaceRule(byteCount: 2 * one))
        let error = try #require(throws: StoreError.self) { try bring(10) }
        #expect(error.message.contains("does not like it"), "\(error)")
    }

    @Test func `pinned files may exceed the rule`() throws {
        let one = try pictureBytes()
        let assets = try library.addPictures(6)
        let rows = try library.records.rows(of: assets, in: .asset)
        try library.space.pin(assets: Array(rows.values), albums: [], isPinned: true)
        try library.space.setRule(SpaceRule(byteCount: one))
        try bring(6, from: 100)
        #expect(try library.space.spaceUse().pinned.count == 6)
        #expect(keeper.released.count == 7)
    }

    @Test func `an old proof is renewed instead of sending again`() throws {
        let one = try pictureBytes()
        try library.addPictures(8)
        try fixture.sync()
        let puts = fixture.place.puts
        fixture.clock.advance(days: 60)
        try library.space.setRule(SpaceRule(byteCount: one, proofDays: 30))
        try keeper.applyRule(afterAdding: 0)
        #expect(try localBytes <= one)
        let parts = fixture.place.puts - puts
        // A copy of the database may have been sent, and no original.
        #expect(fixture.originals.count == 9)
        #expect(parts < 9)
    }

    @Test func `the remote gets a copy of the database`() throws {
        let one = try pictureBytes()
        try library.space.setRule(SpaceRule(byteCount: one))
        try bring(4)
        sender.sendDatabases()
        #expect(try fixture.row.sentPosition == library.history.currentPosition())
        let outcome = try fixture.restore()
        #expect(outcome.files >= 4)
    }

    @Test func `a full volume sends, proves and frees`() throws {
        let one = try pictureBytes()
        try library.addPictures(5)
        #expect(try !keeper.makeRoom(for: 1).hasLeft)
        try library.space.setRule(SpaceRule(byteCount: 1_000 * one))
        #expect(try keeper.makeRoom(for: 1).hasLeft)
        #expect(keeper.released.count == 6)
        #expect(try !keeper.makeRoom(for: 1).hasLeft)
    }

    /// Runs a step of an import that fails once, and returns how often it ran.
    private func runs(_ error: StoreError, before: () throws -> Void = {}) throws -> Int {
        var runs = 0
        try library.core.makingRoom(for: 1, by: keeper) {
            runs += 1
            guard runs == 1 else { return }
            try before()
            throw error
        }
        return runs
    }

    private static let full = StoreError(.diskFull, "The disk is full.")

    @Test func `a step runs once more after files were sent and have left`() throws {
        try library.addPictures(5)
        try library.space.setRule(SpaceRule(byteCount: 1 << 30))
        #expect(try runs(Self.full) == 2)
        #expect(keeper.released.count == 5)
        #expect(throws: StoreError.self) { try runs(Self.full) }
    }

    @Test func `a step runs once more in the room of another thread`() throws {
        try library.addPictures(5)
        try library.space.setRule(SpaceRule(byteCount: 1 << 30))
        // Nothing is left that could leave, because all has left for a thread that came first.
        #expect(try runs(Self.full) { _ = try keeper.makeRoom(for: 1) } == 2)
    }

    @Test func `a step that may turn out to be done does not run again`() throws {
        try library.addPictures(5)
        try library.space.setRule(SpaceRule(byteCount: 1 << 30))
        var uncertain = Self.full
        uncertain.isUncertain = true
        let error = try #require(throws: StoreError.self) { try runs(uncertain) }
        #expect(error.isUncertain && error.message == Self.full.message)
        #expect(keeper.released.count == 0)
    }

    @Test func `what was proved leaves first, and more is sent only if that does not suffice`()
        throws
    {
        let bytes = TestJPEG(seed: 253).data() + [UInt8](repeating: 7, count: 5 << 20)
        let large = AssetCreation(
            uuid: library.environment.makeUUID(),
            resources: [ResourceSource(type: .photo, content: .data(Data(bytes)))]
        )
        try library.commit(.createAsset(large))
        try fixture.sync()
        for seed in UInt8(100)..<105 { try library.addPicture(seed: seed) }
        try library.space.setRule(SpaceRule(byteCount: 1 << 30))
        #expect(try keeper.makeRoom(for: 1).hasLeft)
        #expect(keeper.released.count == 1)
        #expect(fixture.originals.count == 1)
        #expect(try keeper.makeRoom(for: 1).hasLeft)
        #expect(keeper.released.count == 6)
        #expect(fixture.originals.count == 6)
    }

    /// The files of a commit are staged, so that it asks for no bytes.
    ///
    /// The database grows all the same.
    @Test func `more is sent if what has left is too little for any work`() throws {
        try library.addPictures(3)
        try fixture.sync()
        for seed in UInt8(100)..<105 { try library.addPicture(seed: seed) }
        try library.space.setRule(SpaceRule(byteCount: 1 << 30))
        #expect(try keeper.makeRoom(for: 0).hasLeft)
        #expect(keeper.released.count == 8)
        #expect(fixture.originals.count == 8)
    }

    @Test func `more is sent if less has left than the work needs`() throws {
        try library.addPictures(3)
        try fixture.sync()
        for seed in UInt8(100)..<105 { try library.addPicture(seed: seed) }
        try library.space.setRule(SpaceRule(byteCount: 1 << 30))
        #expect(try keeper.makeRoom(for: localBytes).hasLeft)
        #expect(keeper.released.count == 8)
    }

    @Test func `a full volume names the remote that takes no files`() throws {
        try library.addPictures(5)
        try library.space.setRule(SpaceRule(byteCount: 1 << 30))
        place.setUnreachable(true)
        let error = try #require(throws: StoreError.self) { try runs(Self.full) }
        #expect(error.code == .diskFull)
        #expect(error.message.contains("on the moon"), "\(error)")
        #expect(!error.message.contains("pin"), "\(error)")
    }

    @Test func `a cancelled import gives no reason for which files stay`() throws {
        try library.addPictures(5)
        try library.space.setRule(SpaceRule(byteCount: 1 << 30))
        let place = place
        let cancelled = SpaceKeeper(
            library.space,
            sender: RemoteFileSender(library, open: { _ in place }, isCancelled: { true })
        )
        let error = try #require(throws: StoreError.self) {
            try library.core.makingRoom(for: 1, by: cancelled) { () throws -> Void in
                throw Self.full
            }
        }
        #expect(error.message == Self.full.message)
    }
}
