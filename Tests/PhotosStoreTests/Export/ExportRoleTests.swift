import Foundation
import PhotosImport
import PhotosMedia
import PhotosStore
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

/// What an export does with files that get another role in their photo, or that the photo goes on without.
@Suite(.permit) struct ExportRoleTests {
    private let fixture: SourceFixture
    private var options = ExportOptions()

    init() throws {
        fixture = try SourceFixture(environment: Self.environment())
        options.isWhole = true
        options.versions = .both
        options.metadata = .sidecars
    }

    private static func environment() -> EngineEnvironment {
        EngineEnvironment(examine: { descriptor, name in
            var facts = MediaFacts(
                header: try MediaHeader.read(from: try DescriptorByteSource(descriptor: descriptor))
            )
            facts.creationDate = Date(timeIntervalSinceReferenceDate: 700_000_000)
            facts.dateSource = "Exif.Photo.DateTimeOriginal"
            if name?.hasPrefix("IMG_") == true { facts.contentIdentifier = "pair" }
            return facts
        })
    }

    // MARK: Helpers

    private var out: URL { fixture.folder.url.appendingPathComponent("out", isDirectory: true) }

    private func write(_ name: String) throws {
        let bytes =
            switch (name as NSString).pathExtension {
            case "MOV": TestMovie(.quickTime).data()
            case "DNG": TestDNG().data()
            default: TestJPEG(seed: UInt8(name.utf8.count)).data()
            }
        try fixture.write(name, bytes)
    }

    /// Sweeps the source.
    private func sweep() throws {
        _ = try SourceSweep(fixture.library, source: fixture.source.id).run()
    }

    private func uuid() throws -> UUID { try #require(try fixture.assets().values.first?.uuid) }

    @discardableResult
    private func export(
        _ options: ExportOptions? = nil
    ) throws -> (summary: LibraryExport.Report, givenUp: [String]) {
        let names = Mutex<[String]>([])
        let exporter = Exporter(
            fixture.library,
            options: options ?? self.options,
            notify: { event in
                guard case .givenUp(let url, _, let reason) = event, !reason.isEmpty else { return }
                names.withLock { $0.append(url.lastPathComponent) }
            }
        )
        return (try exporter.runAll(to: out), names.withLock { $0 })
    }

    /// Takes a file away from the source, and lets the photo go on without it.
    private func giveUp(_ name: String) throws {
        try fixture.move(name, to: "../away")
        try sweep()
        var update = AssetUpdate()
        update.content = .leaveOutMissing(evenInRemotes: false)
        try fixture.library.commit(.updateAsset(try uuid(), update))
    }

    private func names() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: out.path)
            .filter { !$0.hasPrefix(".") && ($0 as NSString).pathExtension != "" }.sorted()
    }

    private func withoutSidecars(_ names: [String]) -> [String] {
        names.filter { !$0.hasSuffix(".xmp") && $0 != ExportManifest.filename }
    }

    private func bytes(_ name: String) throws -> Data {
        try Data(contentsOf: out.appendingPathComponent(name))
    }

    /// The files of the only photo in the manifest, by their roles.
    private func stated() throws -> [Int: String] {
        let items = try ManifestCatalog(of: out).catalog.items
        try #require(items.count == 1)
        return Dictionary(
            uniqueKeysWithValues: items[0].files.map {
                ($0.role.rawValue, $0.url.lastPathComponent)
            }
        )
    }

    private func hasDeletedFiles() throws -> Bool {
        let manifest = try String(
            contentsOf: out.appendingPathComponent(ExportManifest.filename),
            encoding: .utf8
        )
        return manifest.contains("{\"deleted\"")
    }

    /// The roles of the files of the only photo in a new library that the export gives.
    private func restored() throws -> [String: Int] {
        let target = try Library.open(
            fixture.folder.url.appendingPathComponent("Restored-\(UUID().uuidString).photolib"),
            create: true,
            environment: Self.environment()
        )
        defer { target.close() }
        _ = try Importer(target).run([out])
        let rows = Array(try target.records.fetch(FetchPlan(.assets)).rows)
        try #require(rows.count == 1)
        return Dictionary(
            uniqueKeysWithValues: try target.records.resources(ofAssets: rows)[rows[0], default: []]
                .map { ($0.filename ?? "", $0.type.rawValue) }
        )
    }

    // MARK: Files that a photo goes on without

    @Test(arguments: [true, false], [true, false])
    func `the JPEG of a photo that goes on with its RAW stays`(
        hasExportedRaw: Bool,
        removesDeleted: Bool
    ) throws {
        var options = options
        options.removesDeleted = removesDeleted
        try write("DSC_1.JPG")
        if hasExportedRaw { try write("DSC_1.DNG") }
        try sweep()
        try export(options)
        let picture = try bytes("DSC_1.JPG")
        if !hasExportedRaw {
            try write("DSC_1.DNG")
            try sweep()
        }
        try giveUp("DSC_1.JPG")
        for _ in 0..<2 {
            let (summary, givenUp) = try export(options)
            #expect(givenUp == ["DSC_1.JPG"] && summary.givenUpCount == 1, "\(summary)")
            #expect(summary.deletedCount == 0 && summary.failedCount == 0, "\(summary)")
            #expect(summary.keptCount == 0, "\(summary)")
            #expect(try bytes("DSC_1.JPG") == picture)
            #expect(try withoutSidecars(names()) == ["DSC_1.DNG", "DSC_1.JPG"])
            #expect(try stated() == [1: "DSC_1.DNG", 4: "DSC_1.JPG"])
            #expect(try !hasDeletedFiles())
        }
        #expect(try Set(restored().keys) == ["DSC_1.DNG", "DSC_1.JPG"])
        try fixture.move("../away", to: "DSC_1.JPG")
        try sweep()
        let (summary, givenUp) = try export(options)
        #expect(givenUp.isEmpty && summary.writtenCount == 0 && summary.movedCount == 0)
        #expect(try withoutSidecars(names()) == ["DSC_1.DNG", "DSC_1.JPG"])
        #expect(try stated() == [1: "DSC_1.JPG", 4: "DSC_1.DNG"])
        #expect(try export(options).summary.unchangedAssetCount == 1)
    }

    @Test(arguments: [("DSC_1.JPG", "DSC_1.DNG"), ("IMG_1.JPG", "IMG_1.MOV")])
    func `a RAW or movie that a photo goes on without stays, until the photo is deleted`(
        kept: String,
        gone: String
    ) throws {
        var options = options
        options.removesDeleted = true
        for name in [kept, gone] { try write(name) }
        try sweep()
        try export(options)
        let earlier = try bytes(gone)
        try giveUp(gone)
        let (summary, givenUp) = try export(options)
        #expect(givenUp == [gone] && summary.deletedCount == 0, "\(summary)")
        #expect(try bytes(gone) == earlier && !hasDeletedFiles())
        #expect(try Set(restored().keys) == [kept, gone])
        let shown = try self.uuid()
        try fixture.library.commit(.deleteAssets([shown]))
        let count = try names().count
        let last = try export(options)
        #expect(last.givenUp.isEmpty && last.summary.removedCount == count - 1, "\(last.summary)")
        #expect(try names() == [ExportManifest.filename])
    }

    @Test(
        arguments: [("DSC_1.JPG", "DSC_1-edited.JPG"), ("IMG_1.JPG", "IMG_E1.JPG")],
        [LibraryExport.Versions.both, .originals]
    )
    func `an original stays where the edited copy beside it became the original`(
        names pair: (original: String, edited: String),
        versions: LibraryExport.Versions
    ) throws {
        let (original, edited) = pair
        var options = options
        options.versions = versions
        options.removesDeleted = true
        for name in [original, edited] { try write(name) }
        try sweep()
        try fixture.library.commit(.set(try uuid(), [.caption: .text("At the lake")]))
        try export(options)
        try #require(
            try stated() == (versions == .both ? [1: original, 5: edited] : [1: original])
        )
        let before = try names()
        let kept = [original, original + ".xmp"]
        let contents = try kept.map(bytes)
        try giveUp(original)
        for _ in 0..<2 {
            let (summary, givenUp) = try export(options)
            #expect(givenUp == [original] && summary.failedCount == 0, "\(summary)")
            #expect(summary.deletedCount == 0 && summary.keptCount == 0, "\(summary)")
            #expect(try Set(names()) == Set(before + [edited, edited + ".xmp"]))
            #expect(try kept.map(bytes) == contents)
            #expect(try stated()[1] == edited)
            #expect(try bytes(edited) == Data(contentsOf: fixture.url(edited)))
        }
    }

    @Test func `another file with its name does not take its place`() throws {
        for name in ["DSC_1.JPG", "DSC_1.DNG"] { try write(name) }
        try sweep()
        try export()
        let picture = try bytes("DSC_1.JPG")
        try giveUp("DSC_1.JPG")
        try export()
        try fixture.write("DSC_1.JPG", 77)
        try sweep()
        for _ in 0..<2 {
            #expect(try export().summary.failedCount == 1)
            #expect(try bytes("DSC_1.JPG") == picture)
        }
        try FileManager.default.removeItem(at: out.appendingPathComponent("DSC_1.JPG"))
        #expect(try export().summary.failedCount == 0)
        #expect(try bytes("DSC_1.JPG") == Data(contentsOf: fixture.url("DSC_1.JPG")))
        #expect(try stated() == [1: "DSC_1.JPG", 4: "DSC_1.DNG"])
    }

    @Test func `a file that a photo goes on without is not named once a person has removed it`()
        throws
    {
        for name in ["DSC_1.JPG", "DSC_1.DNG"] { try write(name) }
        try sweep()
        try export()
        try giveUp("DSC_1.JPG")
        try export()
        try FileManager.default.removeItem(at: out.appendingPathComponent("DSC_1.JPG"))
        for _ in 0..<2 { #expect(try export().givenUp.isEmpty) }
        #expect(try stated() == [1: "DSC_1.DNG"])
    }

    @Test func `a file that an older state of the library never had is moved, as all others are`()
        throws
    {
        for name in ["DSC_1.JPG", "DSC_1.DNG"] { try write(name) }
        try sweep()
        try export()
        let raw = try bytes("DSC_1.DNG")
        try giveUp("DSC_1.DNG")
        // The library does not know the position of the export.
        let position = out.appendingPathComponent(".photokit-export/position")
        try #require(FileManager.default.fileExists(atPath: position.path))
        try Data("newer".utf8).write(to: position)
        var options = options
        options.overNewer = true
        let (summary, givenUp) = try export(options)
        #expect(givenUp.isEmpty && summary.deletedCount == 0, "\(summary)")
        #expect(summary.keptCount == 2 && summary.failedCount == 0, "\(summary)")
        let moved = try #require(try names().first { $0.hasPrefix("newer-") })
        #expect(try moved.hasSuffix("/DSC_1.DNG") && bytes(moved) == raw)
        #expect(try stated() == [1: "DSC_1.JPG"])
        let later = try export()
        #expect(later.givenUp.isEmpty && later.summary.keptCount == 0, "\(later.summary)")
    }

    @Test func `the version that is shown, and the sidecar and the copies of a JPEG stay with it`()
        throws
    {
        for name in ["DSC_1.JPG", "DSC_1.DNG"] { try write(name) }
        try sweep()
        let uuid = try uuid()
        _ = try fixture.library.addAlbum("Trip", [uuid])
        try fixture.library.commit(.set(uuid, [.caption: .text("At the lake")]))
        var options = options
        options.versions = .edited
        options.albums = .copies
        options.removesDeleted = true
        try export(options)
        let before = try names()
        let kept = before.filter { $0.contains("DSC_1.JPG") }
        try #require(kept == ["Albums/Trip/DSC_1.JPG", "DSC_1.JPG", "DSC_1.JPG.xmp"])
        let contents = try kept.map(bytes)
        try giveUp("DSC_1.JPG")
        for _ in 0..<2 {
            let (summary, givenUp) = try export(options)
            #expect(givenUp == ["DSC_1.JPG"] && summary.deletedCount == 0, "\(summary)")
            #expect(summary.failedCount == 0, "\(summary)")
            #expect(try names() == before)
            #expect(try kept.map(bytes) == contents)
            #expect(try bytes("Albums/Trip/DSC_1.DNG") == bytes("DSC_1.DNG"))
        }
    }

    // MARK: Files that get another role

    @Test(arguments: [false, true])
    func `a movie whose picture comes later is the movie of the Live Photo`(
        hasOtherPattern: Bool
    ) throws {
        try write("IMG_1.MOV")
        try sweep()
        let uuid = try uuid()
        try fixture.library.commit(.set(uuid, [.caption: .text("At the lake")]))
        try export()
        #expect(try names() == ["IMG_1.MOV", "IMG_1.MOV.xmp", ExportManifest.filename])
        try write("IMG_1.JPG")
        try sweep()
        try #require(try self.uuid() == uuid)
        var options = options
        let folder = hasOtherPattern ? "x/" : ""
        if hasOtherPattern { options.template = try ExportTemplate("x/{original}") }
        options.removesDeleted = hasOtherPattern
        let (summary, givenUp) = try export(options)
        #expect(summary.deletedCount == 0 && givenUp.isEmpty, "\(summary)")
        #expect(summary.writtenCount == 1 && summary.failedCount == 0, "\(summary)")
        let wanted = ["IMG_1.JPG", "IMG_1.JPG.xmp", "IMG_1.MOV"].map { folder + $0 }
        #expect(try names() == (wanted + [ExportManifest.filename]).sorted())
        #expect(try stated() == [1: "IMG_1.JPG", 9: "IMG_1.MOV"] && !hasDeletedFiles())
        #expect(try restored() == ["IMG_1.JPG": 1, "IMG_1.MOV": 9])
        #expect(try export(options).summary.unchangedAssetCount == 1)
    }

    @Test func `a RAW whose JPEG comes later keeps its place and its sidecar`() throws {
        try write("DSC_1.DNG")
        try sweep()
        try fixture.library.commit(.set(try uuid(), [.caption: .text("At the lake")]))
        try export()
        let raw = try bytes("DSC_1.DNG")
        try write("DSC_1.JPG")
        try sweep()
        let summary = try export().summary
        #expect(summary.deletedCount == 0 && summary.writtenCount == 1, "\(summary)")
        #expect(summary.movedCount == 0 && summary.failedCount == 0, "\(summary)")
        let both = ["DSC_1.DNG", "DSC_1.DNG.xmp", "DSC_1.JPG", "DSC_1.JPG.xmp"]
        #expect(try names() == both + [ExportManifest.filename])
        #expect(try bytes("DSC_1.DNG") == raw)
        #expect(try stated() == [1: "DSC_1.JPG", 4: "DSC_1.DNG"] && !hasDeletedFiles())
        #expect(try export().summary.unchangedAssetCount == 1)
    }
}
