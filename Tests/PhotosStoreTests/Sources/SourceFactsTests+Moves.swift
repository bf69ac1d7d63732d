import Foundation
import Glibc
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
        case .otherFolder, .otherName: #expect(try fixture.sweep().movedCount == 1)
        case .otherSource:
            #expect(try fixture.sweep().vanishedCount == 1)
            let source = try fixture.library.sources.addSource(other)
            let report = try SourceSweep(fixture.library, source: source.id).run()
            #expect(report.returnedCount == 1 && report.joinedCount == 1)
        case .moveByForce:
            try FileManager.default.removeItem(at: fixture.top)
            let source = fixture.source.id
            _ = try fixture.library.sources.moveSource(source, to: other, force: true)
            #expect(try SourceSweep(fixture.library, source: source).run().movedCount == 1)
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

    @Test(arguments: [true, false], [true, false])
    func `a sidecar that is moved to another photo leaves a renamed one`(
        isAtOnce: Bool,
        isSwapped: Bool
    ) throws {
        let fixture = try fixture("rating=1")
        try fixture.write("b.jpg", Self.file("rating=2", seed: 2))
        try fixture.write("a.jpg.xmp", Self.sidecar(caption: "Lake"))
        if isSwapped { try fixture.write("b.jpg.xmp", Self.sidecar(caption: "Sea")) }
        try fixture.sweep()
        try fixture.move("a.jpg", to: "lake.jpg")
        if !isAtOnce { try fixture.sweep() }
        if isSwapped { try fixture.move("b.jpg.xmp", to: "../draft.xmp") }
        try fixture.move("a.jpg.xmp", to: "b.jpg.xmp")
        if isSwapped { try fixture.move("../draft.xmp", to: "a.jpg.xmp") }
        for _ in 1...2 {
            try fixture.sweep()
            let assets = try fixture.assets()
            let (left, taken) = (assets["lake.jpg"], assets["b.jpg"])
            #expect(taken?.caption == "Lake" && taken?.rating == 2)
            #expect(left != nil && left?.caption != "Lake" && left?.rating == 1)
        }
    }

    @Test func `a photo keeps the words while its sidecar is being written elsewhere`() throws {
        let fixture = try fixture("rating=1")
        try fixture.write("a.xmp", Self.sidecar(caption: "Lake"))
        try fixture.sweep()
        let uuid = try asset(fixture).uuid
        try fixture.move("a.jpg", to: "in/a.jpg")
        try fixture.remove("a.xmp")
        try fixture.write("in/a.xmp", Self.sidecar(caption: "Lake"))
        try fixture.sweep { $0.isQuiet = { path, _ in !path.hasSuffix(".xmp") } }
        #expect(try fixture.library.asset(uuid)?.caption == "Lake")
        try fixture.remove("in/a.xmp")
        try fixture.sweep()
        #expect(try fixture.library.asset(uuid)?.caption == nil)
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
        #expect(try fixture.sweep().movedCount == 2)
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

    @Test func `a sidecar that is read again is reported only with other words`() throws {
        let fixture = try fixture("rating=1")
        try fixture.write("a.jpg.xmp", Self.sidecar(caption: "Lake"))
        try fixture.sweep()
        let report = try fixture.sweep { $0.readsAll = true }
        #expect(report.sameCount == 2 && report.joinedCount == 0)
        #expect(try asset(fixture).caption == "Lake")
        // Other bytes with the same size and date.
        let url = fixture.url("a.jpg.xmp")
        let date = try #require(FoundFile(at: url)?.modification)
        let handle = try FileHandle(forWritingTo: url)
        try handle.write(contentsOf: Data(Self.sidecar(caption: "Hill")))
        try handle.close()
        let time = timespec(tv_sec: Int(date / 1_000_000_000), tv_nsec: Int(date % 1_000_000_000))
        try #require(utimensat(AT_FDCWD, url.path, [time, time], 0) == 0)
        #expect(try fixture.sweep().sameCount == 2)
        #expect(try fixture.sweep { $0.readsAll = true }.joinedCount == 1)
        #expect(try asset(fixture).caption == "Hill")
    }

    @Test(arguments: [false, true])
    func `an import reads a sidecar for the photo that it lies beside now`(_ swaps: Bool) throws {
        let fixture = try ImportFixture(environment: Self.environment())
        try fixture.write("a.jpg", Self.file("rating=1"))
        try fixture.write("b.jpg", Self.file("rating=2", seed: 2))
        try fixture.write("a.jpg.xmp", Self.sidecar(caption: "Lake"))
        _ = try fixture.run()
        func move(_ name: String, to other: String) throws {
            try FileManager.default.moveItem(
                at: fixture.source.appendingPathComponent(name),
                to: fixture.source.appendingPathComponent(other)
            )
        }
        if swaps {
            try move("a.jpg", to: "c")
            try move("b.jpg", to: "a.jpg")
            try move("c", to: "b.jpg")
        } else {
            try move("a.jpg.xmp", to: "b.jpg.xmp")
        }
        _ = try fixture.run()
        let rows = try fixture.library.records.fetch(FetchPlan(.assets)).rows
        let assets = try fixture.library.records.assets(rows).records
        // The photo that had the sidecar keeps its copy.
        #expect(assets.count == 2 && assets.values.allSatisfy { $0.caption == "Lake" })
        let again = try fixture.run().summary
        #expect(again.unchangedCount == 3 && again.joinedCount == 0)
    }
}
