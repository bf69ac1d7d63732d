import Foundation
import PhotosImport
import PhotosMedia
import PhotosStore
import PhotosTestSupport
import Testing

/// Sidecars that are gone, with and without their photos.
extension SourceFactsTests {
    @Test func `a photo that is imported again keeps the words of its vanished sidecar`() throws {
        let fixture = try fixture("rating=1")
        try fixture.write("b.jpg", Self.file("rating=2", seed: 2))
        try fixture.write("a.jpg.xmp", Self.sidecar(caption: "Lake"))
        try fixture.sweep()
        let uuid = try asset(fixture).uuid
        let card = fixture.folder.url.appendingPathComponent("card-a.jpg")
        try FileManager.default.copyItem(at: fixture.url("a.jpg"), to: card)
        for name in ["a.jpg", "a.jpg.xmp"] { try fixture.remove(name) }
        #expect(try fixture.sweep().vanishedCount == 1)
        #expect(try Importer(fixture.library).run([card]).healedCount == 1)
        for _ in 1...2 {
            try fixture.sweep()
            let asset = try #require(try fixture.library.asset(uuid))
            #expect(asset.caption == "Lake" && !asset.traits.contains(.offline))
        }
        let row = try #require(try fixture.library.records.rows(of: [uuid], in: .asset)[uuid])
        #expect(try fixture.library.originals.companionFiles(ofAsset: row).isEmpty)
    }

    @Test(arguments: ["y/a.jpg", "b.jpg"])
    func `a photo that goes on with a copy keeps the words of its sidecar`(_ copy: String) throws {
        let fixture = try fixture("rating=1")
        try fixture.write("a.jpg.xmp", Self.sidecar(caption: "Lake"))
        try fixture.sweep()
        let uuid = try asset(fixture).uuid
        func caption() throws -> String? { try fixture.library.asset(uuid)?.caption }
        try fixture.write(copy, Self.file("rating=1"))
        #expect(try fixture.sweep().duplicateCount == 1)
        for name in ["a.jpg", "a.jpg.xmp"] { try fixture.remove(name) }
        #expect(try fixture.sweep().vanishedCount == 0)
        #expect(try caption() == "Lake")
        // A sidecar that is removed from beside the photo takes its words along.
        try fixture.write(copy + ".xmp", Self.sidecar(caption: "Sea"))
        try fixture.sweep()
        #expect(try caption() == "Sea")
        try fixture.remove(copy + ".xmp")
        try fixture.sweep()
        #expect(try caption() == nil)
    }

    @Test func `a copy that comes later keeps the words of the photo's vanished sidecar`() throws {
        let fixture = try fixture("rating=1")
        try fixture.write("b.jpg", Self.file("rating=2", seed: 2))
        try fixture.write("a.jpg.xmp", Self.sidecar(caption: "Lake"))
        try fixture.sweep()
        let uuid = try asset(fixture).uuid
        for name in ["a.jpg", "a.jpg.xmp"] { try fixture.remove(name) }
        #expect(try fixture.sweep().vanishedCount == 1)
        try fixture.write("c.jpg", Self.file("rating=1"))
        #expect(try fixture.sweep().returnedCount == 1)
        for _ in 1...2 {
            let asset = try #require(try fixture.library.asset(uuid))
            #expect(asset.caption == "Lake" && !asset.traits.contains(.offline))
            try fixture.sweep()
        }
        try fixture.write("c.jpg.xmp", Self.sidecar(caption: "Sea"))
        try fixture.sweep()
        try fixture.remove("c.jpg.xmp")
        try fixture.sweep()
        #expect(try fixture.library.asset(uuid)?.caption == nil)
    }

    @Test func `a photo that has other programs' files alone keeps the words of its sidecar`()
        throws
    {
        let fixture = try fixture("rating=1")
        try fixture.write("b.jpg", Self.file("rating=2", seed: 2))
        try fixture.write("a.jpg.xmp", Self.sidecar(caption: "Lake"))
        try fixture.sweep()
        let uuid = try asset(fixture).uuid
        let row = try #require(try fixture.library.records.rows(of: [uuid], in: .asset)[uuid])
        for name in ["a.jpg", "a.jpg.pp3"] {
            try fixture.write("../card/\(name)", name == "a.jpg" ? Self.file("rating=1") : [1])
        }
        let card = fixture.folder.url.appendingPathComponent("card", isDirectory: true)
        _ = try Importer(fixture.library).run([card])
        try #require(try fixture.library.originals.companionFiles(ofAsset: row).count == 2)
        for name in ["a.jpg", "a.jpg.xmp"] { try fixture.remove(name) }
        try fixture.sweep()
        try fixture.write("c.jpg", Self.file("rating=1"))
        for _ in 1...2 {
            try fixture.sweep()
            #expect(try fixture.library.asset(uuid)?.caption == "Lake")
        }
    }

    @Test(arguments: [true, false])
    func `a photo that was renamed without its sidecar keeps the words when that is removed`(
        isAtOnce: Bool
    ) throws {
        let fixture = try fixture("rating=1")
        try fixture.write("a.xmp", Self.sidecar(caption: "Lake"))
        try fixture.sweep()
        try fixture.move("a.jpg", to: "lake.jpg")
        if !isAtOnce { try fixture.sweep() }
        try fixture.remove("a.xmp")
        for _ in 1...2 {
            try fixture.sweep()
            #expect(try fixture.assets()["lake.jpg"]?.caption == "Lake")
        }
    }

    @Test func `settings that are changed and removed leave the words of a photo`() throws {
        let fixture = try fixture("rating=1")
        try fixture.write("a.xmp", Self.sidecar(caption: "Lake"))
        try fixture.sweep()
        try fixture.move("a.jpg", to: "lake.jpg")
        try fixture.sweep()
        try fixture.remove("a.xmp")
        try fixture.sweep()
        for text in ["1", "22"] {
            try fixture.write("lake.jpg.pp3", Array(text.utf8))
            #expect(try fixture.sweep().joinedCount == 1)
        }
        try fixture.remove("lake.jpg.pp3")
        try fixture.sweep()
        #expect(try fixture.assets()["lake.jpg"]?.caption == "Lake")
        #expect(try fixture.sweep().sameCount == 1)
    }

    @Test func `a sweep that ends early leaves the words of a photo that goes on with a copy`()
        throws
    {
        let fixture = try fixture("rating=1")
        try fixture.write("a.jpg.xmp", Self.sidecar(caption: "Lake"))
        try fixture.sweep()
        let uuid = try asset(fixture).uuid
        try fixture.write("y/a.jpg", Self.file("rating=1"))
        #expect(try fixture.sweep().duplicateCount == 1)
        var conclusions = SourceConclusions()
        try fixture.library.sources.readLedger { ledger in
            let top = try #require(try ledger.folder(of: fixture.source.id, path: []))
            conclusions.missing = [try #require(try ledger.file("a.jpg", in: top.id)).id]
            conclusions.lostSidecars = [try #require(try ledger.file("a.jpg.xmp", in: top.id)).id]
        }
        for name in ["a.jpg", "a.jpg.xmp"] { try fixture.remove(name) }
        // The first block of a sweep that ends after it.
        try fixture.library.commits.commit(
            ChangeBlock([.follow(conclusions)], work: .imported, sourceID: fixture.source.id)
        )
        try fixture.sweep()
        let asset = try #require(try fixture.library.asset(uuid))
        #expect(asset.caption == "Lake" && !asset.traits.contains(.offline))
    }

    @Test func `a sidecar that is removed with the recipe of an edit takes its words along`() throws
    {
        let fixture = try fixture("rating=1")
        try fixture.write("a.aae", JoiningTests.adjustment())
        try fixture.write("a.xmp", Self.sidecar(caption: "Lake"))
        try fixture.sweep()
        try #require(try asset(fixture).caption == "Lake")
        for name in ["a.aae", "a.xmp"] { try fixture.remove(name) }
        #expect(try fixture.sweep().vanishedCount == 0)
        #expect(try asset(fixture).caption == nil)
    }

    @Test func `a sidecar that is left with a recipe is that of the next photo of its name`() throws
    {
        let fixture = try fixture("rating=1")
        try fixture.write("a.aae", JoiningTests.adjustment())
        try fixture.write("a.xmp", Self.sidecar(caption: "Lake"))
        try fixture.sweep()
        try fixture.move("a.jpg", to: "in/a.jpg")
        try fixture.write("a.jpg", Self.file("rating=2", seed: 2))
        #expect(try fixture.sweep().movedCount == 1)
        #expect(try asset(fixture).caption == "Lake")
        let moved = try #require(try fixture.assets()["in/a.jpg"])
        #expect(moved.caption == nil)
    }

    @Test func `a sidecar that cannot be read when another one is gone is named`() throws {
        let fixture = try fixture("rating=1")
        try fixture.write("a.jpg.xmp", Self.sidecar(caption: "One"))
        try fixture.sweep()
        let uuid = try asset(fixture).uuid
        func photo() throws -> AssetRecord { try #require(try fixture.library.asset(uuid)) }
        let other = fixture.folder.url.appendingPathComponent("other", isDirectory: true)
        let away = fixture.folder.url.appendingPathComponent("away", isDirectory: true)
        try fixture.write("../other/a.jpg", Self.file("rating=1"))
        try fixture.write("../other/a.jpg.xmp", Self.sidecar(rating: 4))
        let source = try fixture.library.sources.addSource(other)
        _ = try SourceSweep(fixture.library, source: source.id).run()
        try #require(try photo().rating == 4 && photo().caption == "One")
        try FileManager.default.moveItem(at: other, to: away)
        try fixture.remove("a.jpg.xmp")
        func unread() -> [String] {
            fixture.events.compactMap { event -> String? in
                guard case .unread(let url, let reason) = event else { return nil }
                #expect(reason.hasSuffix("connect its volume, and sweep again."))
                return url.lastPathComponent
            }
        }
        for _ in 1...2 {
            try fixture.sweep()
            #expect(unread() == ["a.jpg.xmp"])
            #expect(try photo().caption == "One")
        }
        try FileManager.default.moveItem(at: away, to: other)
        try fixture.sweep()
        #expect(unread().isEmpty)
        #expect(try photo().rating == 4 && photo().caption == nil)
    }

    /// How a photo goes on without a file that a person deleted.
    enum GoingOn: CaseIterable { case importAtOnce, importLater, repair, withoutFile }

    /// A JPEG and a RAW file of one photo, whose files state what ``file(_:seed:)`` says.
    static func pair(
        _ sidecar: String,
        changing change: (inout EngineEnvironment) -> Void = { _ in }
    ) throws -> SourceFixture {
        var environment = environment()
        change(&environment)
        let examine = environment.examine
        environment.examine = { descriptor, name in
            var facts = try examine(descriptor, name)
            facts.creationDate = Date(timeIntervalSinceReferenceDate: 700_000_000)
            facts.dateSource = "Exif.Photo.DateTimeOriginal"
            (facts.cameraMake, facts.cameraModel) = ("Maker", "Model")
            if name?.hasSuffix("DNG") == true { facts.type = .dng }
            return facts
        }
        let fixture = try SourceFixture(environment: environment)
        try fixture.write("DSC_1.JPG", file("rating=1"))
        try fixture.write("DSC_1.DNG", file("rating=1", seed: 2))
        try fixture.write(sidecar, self.sidecar(caption: "Lake"))
        try fixture.sweep()
        try #require(try fixture.assets().values.map(\.caption) == ["Lake"])
        return fixture
    }

    /// Deletes files in the source, and lets the photo go on.
    private func delete(
        _ name: String,
        _ sidecar: String,
        _ way: GoingOn,
        _ fixture: SourceFixture
    )
        throws
    {
        let uuid = try #require(try fixture.assets().values.first?.uuid)
        let card = fixture.folder.url.appendingPathComponent("card-\(name)")
        try FileManager.default.copyItem(at: fixture.url(name), to: card)
        for name in [name, sidecar] { try fixture.remove(name) }
        if way != .importAtOnce {
            try fixture.sweep()
            try #require(try fixture.offline() == [uuid])
            try #require(try fixture.library.asset(uuid)?.caption == "Lake")
        }
        switch way {
        case .importAtOnce, .importLater:
            try #require(try Importer(fixture.library).run([card]).healedCount == 1)
        case .repair:
            let outcome = try LibraryHealing(fixture.library).run(from: [card])
            try #require(outcome.healed.map(\.filename) == [name])
        case .withoutFile:
            var update = AssetUpdate()
            update.content = .leaveOutMissing(evenInRemotes: false)
            try fixture.library.commits.commit(ChangeBlock([.updateAsset(uuid, update)]))
        }
        #expect(try fixture.offline().isEmpty)
    }

    @Test(arguments: ["DSC_1.xmp", "DSC_1.DNG.xmp"], GoingOn.allCases)
    func `a photo keeps the words of a sidecar that went with its RAW file`(
        _ sidecar: String,
        _ way: GoingOn
    ) throws {
        let fixture = try Self.pair(sidecar)
        try delete("DSC_1.DNG", sidecar, way, fixture)
        for _ in 1...2 {
            try fixture.sweep()
            let assets = try fixture.assets()
            #expect(assets.count == 1 && assets.values.first?.caption == "Lake")
        }
        #expect(try fixture.sweep().sameCount == 1)
    }

    @Test(arguments: ["DSC_1.xmp", "DSC_1.DNG.xmp"], GoingOn.allCases)
    func `a photo whose RAW file alone comes back to its source keeps the words`(
        _ sidecar: String,
        _ way: GoingOn
    ) throws {
        let fixture = try Self.pair(sidecar)
        let uuid = try #require(try fixture.assets().values.first?.uuid)
        let raw = try Data(contentsOf: fixture.url("DSC_1.DNG"))
        let card = fixture.folder.url.appendingPathComponent("card.JPG")
        try FileManager.default.copyItem(at: fixture.url("DSC_1.JPG"), to: card)
        try fixture.write("notes.txt", [1])
        for name in ["DSC_1.JPG", "DSC_1.DNG", sidecar] { try fixture.remove(name) }
        try fixture.sweep()
        try #require(try fixture.offline() == [uuid])
        if way == .importAtOnce {
            try #require(try Importer(fixture.library).run([card]).healedCount == 1)
        }
        try fixture.write("DSC_1.DNG", Array(raw))
        #expect(try fixture.sweep().returnedCount == 1)
        switch way {
        case .importAtOnce: break
        case .importLater:
            try #require(try Importer(fixture.library).run([card]).healedCount == 1)
        case .repair:
            try #require(
                try LibraryHealing(fixture.library).run(from: [card]).healed.count == 1
            )
        case .withoutFile:
            var update = AssetUpdate()
            update.content = .leaveOutMissing(evenInRemotes: false)
            try fixture.library.commits.commit(ChangeBlock([.updateAsset(uuid, update)]))
        }
        #expect(try fixture.offline().isEmpty)
        for _ in 1...2 {
            try fixture.sweep()
            #expect(try fixture.library.asset(uuid)?.caption == "Lake")
        }
        // The sidecar of what is there now counts, and takes its words along.
        try fixture.write("DSC_1.DNG.xmp", Self.sidecar(caption: "Sea"))
        try fixture.sweep()
        #expect(try fixture.library.asset(uuid)?.caption == "Sea")
        try fixture.remove("DSC_1.DNG.xmp")
        try fixture.sweep()
        #expect(try fixture.library.asset(uuid)?.caption == nil)
    }

    @Test func `a sidecar that stays beside what is left of a photo is read again`() throws {
        let fixture = try Self.pair("DSC_1.xmp")
        try fixture.write("notes.txt", [1])
        try delete("DSC_1.DNG", "notes.txt", .withoutFile, fixture)
        try fixture.sweep()
        #expect(try fixture.assets().values.map(\.caption) == ["Lake"])
        try fixture.write("DSC_1.xmp", Self.sidecar(caption: "Sea"))
        try fixture.sweep()
        #expect(try fixture.assets().values.map(\.caption) == ["Sea"])
        try fixture.remove("DSC_1.xmp")
        try fixture.sweep()
        #expect(try fixture.assets().values.map(\.caption) == [nil])
    }

    @Test(arguments: GoingOn.allCases)
    func `a sidecar that is removed from beside its RAW file takes its words along`(
        _ way: GoingOn
    ) throws {
        let fixture = try Self.pair("DSC_1.DNG.xmp")
        try delete("DSC_1.JPG", "DSC_1.DNG.xmp", way, fixture)
        try fixture.sweep()
        #expect(try fixture.assets().values.map(\.caption) == [nil])
    }

    @Test func `a sidecar that went with one copy of a photo leaves the words`() throws {
        let fixture = try fixture("rating=1")
        try fixture.sweep()
        try fixture.write("y/a.jpg", Self.file("rating=1"))
        try fixture.write("y/a.jpg.xmp", Self.sidecar(caption: "Lake"))
        try fixture.sweep()
        try #require(try asset(fixture).caption == "Lake")
        for name in ["y/a.jpg", "y/a.jpg.xmp"] { try fixture.remove(name) }
        for _ in 1...2 {
            try fixture.sweep()
            #expect(try asset(fixture).caption == "Lake")
        }
    }
}
