import Foundation
import PhotosImport
import PhotosStore
import PhotosTestSupport
import Testing

/// Sidecars and photos that change their positions.
extension SourceFactsTests {
    /// The ways in which a photo and its sidecar get other inodes, or go to another source.
    enum Way: CaseIterable { case otherFolder, otherName, otherSource, moveByForce }

    @Test(arguments: Way.allCases)
    func `a sidecar that is copied together with its photo stays the photo's`(_ way: Way) throws {
        let fixture = try fixture("rating=1")
        try fixture.write("b.jpg", Self.file("rating=2", seed: 2))
        try fixture.write("a.jpg.xmp", Self.sidecar(caption: "Lake", rating: 4))
        try fixture.sweep()
        let uuid = try asset(fixture).uuid
        let other = fixture.folder.url.appendingPathComponent("other", isDirectory: true)
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
        let names =
            switch way {
            case .otherFolder: ("photos/in/a.jpg", "photos/in/a.jpg.xmp")
            case .otherName: ("photos/z.jpg", "photos/z.jpg.xmp")
            case .otherSource: ("other/a.jpg", "other/a.jpg.xmp")
            case .moveByForce: ("other/in/a.jpg", "other/in/a.jpg.xmp")
            }
        for (old, new) in [("a.jpg", names.0), ("a.jpg.xmp", names.1)] {
            let target = fixture.folder.url.appendingPathComponent(new)
            try FileManager.default.createDirectory(
                at: target.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try FileManager.default.copyItem(at: fixture.url(old), to: target)
        }
        for name in ["a.jpg", "a.jpg.xmp"] { try fixture.remove(name) }
        switch way {
        case .otherFolder, .otherName: #expect(try fixture.sweep().moved == 1)
        case .otherSource:
            #expect(try fixture.sweep().vanished == 1)
            let source = try fixture.library.sources.addSource(other)
            let report = try SourceSweep(fixture.library, source: source.id).run()
            #expect(report.returned == 1 && report.joined == 1)
        case .moveByForce:
            try FileManager.default.removeItem(at: fixture.top)
            let source = fixture.source.id
            _ = try fixture.library.sources.moveSource(source, to: other, force: true)
            #expect(try SourceSweep(fixture.library, source: source).run().moved == 1)
        }
        func isWhole() throws -> Bool {
            let asset = try #require(try fixture.library.asset(uuid))
            return asset.caption == "Lake" && asset.rating == 4 && !asset.traits.contains(.offline)
        }
        #expect(try isWhole())
        // The sweep of the former source removes the row of the sidecar that was there.
        if way != .moveByForce { try fixture.sweep() }
        #expect(try isWhole())
        let row = try #require(
            try fixture.library.records.rows(of: [uuid], in: .asset)[uuid]
        )
        let sidecars = try fixture.library.originals.companionFiles(ofAsset: row)
        #expect(
            sidecars.map(\.url.path)
                == [fixture.folder.url.appendingPathComponent(names.1).path]
        )
    }

    @Test func `a sidecar that stays goes to the photo that gets the name`() throws {
        let fixture = try fixture("rating=1")
        try fixture.write("b.jpg", Self.file("rating=2", seed: 2))
        try fixture.write("a.jpg.xmp", Self.sidecar(caption: "One"))
        try fixture.sweep()
        func captions() throws -> [String: String?] { try fixture.assets().mapValues(\.caption) }
        #expect(try captions() == ["a.jpg": "One", "b.jpg": nil])
        try fixture.move("a.jpg", to: "c")
        try fixture.move("b.jpg", to: "a.jpg")
        try fixture.move("c", to: "b.jpg")
        #expect(try fixture.sweep().moved == 2)
        #expect(try captions() == ["a.jpg": "One", "b.jpg": nil])
        // A photo that leaves its sidecar keeps the words until another photo gets the name.
        try fixture.move("a.jpg", to: "z.jpg")
        try fixture.sweep()
        #expect(try captions() == ["z.jpg": "One", "b.jpg": nil])
        try fixture.move("b.jpg", to: "a.jpg")
        try fixture.sweep()
        #expect(try captions() == ["z.jpg": nil, "a.jpg": "One"])
        try fixture.sweep { $0.readsAll = true }
        #expect(try captions() == ["z.jpg": nil, "a.jpg": "One"])
    }

    @Test func `a sidecar that came before its photo is read with the photo`() throws {
        let fixture = try fixture("rating=1")
        try fixture.write("b.jpg.xmp", Self.sidecar(caption: "Two"))
        try fixture.sweep()
        try fixture.write("b.jpg", Self.file("rating=2", seed: 2))
        try fixture.sweep()
        #expect(try fixture.assets()["b.jpg"]?.caption == "Two")
    }

    @Test func `a photo that is imported again keeps the words of its vanished sidecar`() throws {
        let fixture = try fixture("rating=1")
        try fixture.write("b.jpg", Self.file("rating=2", seed: 2))
        try fixture.write("a.jpg.xmp", Self.sidecar(caption: "Lake"))
        try fixture.sweep()
        let uuid = try asset(fixture).uuid
        let card = fixture.folder.url.appendingPathComponent("card-a.jpg")
        try FileManager.default.copyItem(at: fixture.url("a.jpg"), to: card)
        for name in ["a.jpg", "a.jpg.xmp"] { try fixture.remove(name) }
        #expect(try fixture.sweep().vanished == 1)
        #expect(try Importer(fixture.library).run([card]).healed == 1)
        for _ in 1...2 {
            try fixture.sweep()
            let asset = try #require(try fixture.library.asset(uuid))
            #expect(asset.caption == "Lake" && !asset.traits.contains(.offline))
        }
        let row = try #require(try fixture.library.records.rows(of: [uuid], in: .asset)[uuid])
        #expect(try fixture.library.originals.companionFiles(ofAsset: row).isEmpty)
    }

    @Test func `a photo that goes on with a copy elsewhere keeps the words of its sidecar`() throws
    {
        let fixture = try fixture("rating=1")
        try fixture.write("a.jpg.xmp", Self.sidecar(caption: "Lake"))
        try fixture.sweep()
        let uuid = try asset(fixture).uuid
        func caption() throws -> String? { try fixture.library.asset(uuid)?.caption }
        try fixture.write("y/a.jpg", Self.file("rating=1"))
        #expect(try fixture.sweep().duplicates == 1)
        for name in ["a.jpg", "a.jpg.xmp"] { try fixture.remove(name) }
        #expect(try fixture.sweep().vanished == 0)
        #expect(try caption() == "Lake")
        // A sidecar that is removed from beside the photo takes its words along.
        try fixture.write("y/a.jpg.xmp", Self.sidecar(caption: "Sea"))
        try fixture.sweep()
        #expect(try caption() == "Sea")
        try fixture.remove("y/a.jpg.xmp")
        try fixture.sweep()
        #expect(try caption() == nil)
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
}
