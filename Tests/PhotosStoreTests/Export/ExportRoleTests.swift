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
        fixture = try SourceFixture(environment: SourceFixture.environment())
        options.isWhole = true
        options.versions = .both
        options.metadata = .sidecars
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
        _ options: ExportOptions? = nil,
        embed: @escaping CopyEmbedder = { _, _, _ in throw MediaFileError(.notEmbeddable, "no") }
    ) throws -> (summary: LibraryExport.Report, givenUp: [String]) {
        let names = Mutex<[String]>([])
        let exporter = Exporter(
            fixture.library,
            options: options ?? self.options,
            embed: embed,
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
        try fixture.leaveOutMissingFiles(of: try uuid())
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

    /// The files of a photo in the manifest, by their roles.
    private func stated(of uuid: UUID) throws -> [Int: String] {
        let items = try ManifestCatalog(of: out).catalog.items
        let item = try #require(items.first { $0.export?.identifier == uuid })
        return Dictionary(
            uniqueKeysWithValues: item.files.map { ($0.role.rawValue, $0.url.lastPathComponent) }
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
            environment: SourceFixture.environment()
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

    /// The checksums of all files in a new library that the export gives.
    private func restoredChecksums() throws -> Set<[UInt8]> {
        let target = try Library.open(
            fixture.folder.url.appendingPathComponent("Restored-\(UUID().uuidString).photolib"),
            create: true,
            environment: SourceFixture.environment()
        )
        defer { target.close() }
        _ = try Importer(target).run([out])
        let rows = Array(try target.records.fetch(FetchPlan(.assets)).rows)
        return Set(try target.records.resources(ofAssets: rows).values.joined().map(\.checksum))
    }

    private func checksum(_ name: String) throws -> [UInt8] {
        var digest = ExportDigest()
        digest.addPlain(Array(try bytes(name)))
        return digest.whole
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

    /// How an export is made of which an original may be lost.
    struct Way: Sendable {
        var metadata = ExportOptions.Metadata.sidecars
        var versions = LibraryExport.Versions.both
        var template = "{original}"
        var removesDeleted = false
    }

    @Test(
        arguments: [
            Way(), Way(removesDeleted: true), Way(versions: .originals), Way(metadata: .embedded),
            Way(metadata: .embedded, versions: .originals), Way(template: "{id}"),
            Way(versions: .originals, template: "{id}"),
            Way(metadata: .embedded, versions: .originals, template: "{id}", removesDeleted: true),
            Way(versions: .edited),
        ],
        [false, true]
    )
    func `an original stays where an edit of the library became the original`(
        way: Way,
        hasOtherWords: Bool
    ) throws {
        var options = options
        options.metadata = way.metadata
        options.versions = way.versions
        options.template = try ExportTemplate(way.template)
        options.removesDeleted = way.removesDeleted
        let embed: CopyEmbedder = { metadata, input, output in
            let file = FileHandle(fileDescriptor: input, closeOnDealloc: false)
            let bytes = try #require(try file.readToEnd())
            try FileHandle(fileDescriptor: output, closeOnDealloc: false)
                .write(contentsOf: bytes + Data("\(metadata)".utf8))
        }
        // A source whose only file goes counts as one that is not connected.
        try write("a.JPG")
        try write("other.JPG")
        try sweep()
        let uuid = try #require(try fixture.uuids()["a.JPG"])
        try fixture.library.commit(.set(uuid, [.caption: .text("At the lake")]))
        // Only an original that was exported is at stake.
        if way.versions != .edited { try fixture.library.commit(.edit(uuid)) }
        try export(options, embed: embed)
        let original = try #require(try stated(of: uuid)[1])
        let exported = try bytes(original)
        if way.versions == .edited { try fixture.library.commit(.edit(uuid)) }
        if hasOtherWords {
            try fixture.library.commit(.set(uuid, [.caption: .text("In the hills")]))
        }
        try fixture.move("a.JPG", to: "../away")
        try sweep()
        try #require(try fixture.offline() == [uuid])
        try fixture.leaveOutMissingFiles(of: uuid)
        #expect(try fixture.library.asset(uuid)?.filename == "a.JPG")
        let rendering = Data(TestJPEG(width: 16, seed: 9).data())
        for _ in 0..<2 {
            let (summary, givenUp) = try export(options, embed: embed)
            #expect(givenUp == [original] && summary.failedCount == 0, "\(summary)")
            #expect(try bytes(original) == exported)
            let shown = try #require(try stated(of: uuid)[1])
            #expect(try shown != original && bytes(shown).starts(with: rendering))
        }
        #expect(try restoredChecksums().contains(checksum(original)))
    }

    @Test(arguments: [ExportOptions.Albums.none, .links, .copies])
    func `the picture of a Live Photo that goes on as its movie comes in again`(
        albums: ExportOptions.Albums
    ) throws {
        var options = options
        options.albums = albums
        for name in ["IMG_1.JPG", "IMG_1.MOV"] { try write(name) }
        try sweep()
        let uuid = try uuid()
        _ = try fixture.library.addAlbum("Trip", [uuid])
        try fixture.library.commit(.set(uuid, [.caption: .text("At the lake")]))
        try export(options)
        let kept = ["IMG_1.JPG", "IMG_1.JPG.xmp"]
        let contents = try kept.map(bytes)
        try giveUp("IMG_1.JPG")
        for _ in 0..<2 {
            let (summary, givenUp) = try export(options)
            #expect(givenUp == ["IMG_1.JPG"] && summary.failedCount == 0, "\(summary)")
            #expect(try kept.map(bytes) == contents && stated() == [2: "IMG_1.MOV"])
        }
        let checksums = try ["IMG_1.JPG", "IMG_1.MOV"].map(checksum)
        #expect(try restoredChecksums() == Set(checksums))
        guard albums == .copies else { return }
        // The copy is the last one then.
        try FileManager.default.removeItem(at: out.appendingPathComponent("IMG_1.JPG"))
        try export(options)
        #expect(try restoredChecksums() == Set(checksums))
    }

    @Test(arguments: [false, true])
    func `the picture of a hidden Live Photo that goes on as its movie comes in hidden`(
        isHiddenLater: Bool
    ) throws {
        for name in ["IMG_1.JPG", "IMG_1.MOV"] { try write(name) }
        try sweep()
        let uuid = try uuid()
        let words: [AssetField: FieldValue] = [
            .isHidden: .flag(true), .caption: .text("At the lake"),
        ]
        if !isHiddenLater { try fixture.library.commit(.set(uuid, words)) }
        try export()
        try giveUp("IMG_1.JPG")
        // The sidecar beside the picture stays as it was.
        if isHiddenLater { try fixture.library.commit(.set(uuid, words)) }
        try export()
        let manifest = try ManifestCatalog(of: out)
        #expect(manifest.catalog.items.compactMap { $0.export?.copy } == [0, 0])
        #expect(manifest.written.contains(ExactText("IMG_1.JPG")))
        let target = try Library.open(
            fixture.folder.url.appendingPathComponent("Restored.photolib"),
            create: true,
            environment: SourceFixture.environment()
        )
        defer { target.close() }
        for _ in 0..<2 {
            _ = try Importer(target).run([out])
            let rows = try target.records.fetch(FetchPlan(.assets)).rows
            let records = try target.records.assets(rows).records.values
            let files = try target.records.resources(ofAssets: Array(rows)).values.joined()
            let kept = try ["IMG_1.JPG", "IMG_1.MOV"].map(checksum)
            #expect(Set(files.map(\.checksum)) == Set(kept) && files.count == 2)
            #expect(records.allSatisfy { $0.isHidden && $0.caption == "At the lake" })
        }
    }

    @Test(arguments: [LibraryExport.Versions.both, .edited], [false, true])
    func `an edited copy that was deleted in its source stays, and one that was reverted does not`(
        versions: LibraryExport.Versions,
        isReverted: Bool
    ) throws {
        var options = options
        options.versions = versions
        options.removesDeleted = true
        for name in ["DSC_1.JPG", "DSC_1-edited.JPG"] { try write(name) }
        try sweep()
        try export(options)
        let name = versions == .both ? "DSC_1-edited.JPG" : "DSC_1.JPG"
        let edited = try bytes(name)
        try #require(try edited == Data(contentsOf: fixture.url("DSC_1-edited.JPG")))
        let original = try Data(contentsOf: fixture.url("DSC_1.JPG"))
        if isReverted {
            try fixture.library.commit(.revert(try uuid()))
        } else {
            try giveUp("DSC_1-edited.JPG")
        }
        try #require(try fixture.roles() == [["DSC_1.JPG": 1]])
        for _ in 0..<2 {
            let (summary, givenUp) = try export(options)
            #expect(givenUp == (isReverted ? [] : [name]) && summary.failedCount == 0, "\(summary)")
            #expect(try bytes(#require(try stated()[1])) == original)
            guard !isReverted else { continue }
            #expect(try bytes(name) == edited && summary.deletedCount == 0, "\(summary)")
        }
        let files = try withoutSidecars(names()).map(bytes)
        #expect(Set(files) == (isReverted ? [original] : [original, edited]))
        #expect(try isReverted || restoredChecksums().contains(checksum(name)))
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
            #expect(try export().summary.failedCount == 0)
            #expect(try bytes("DSC_1.JPG") == picture)
            #expect(try stated()[1] == "DSC_1 (2).JPG")
            #expect(try bytes("DSC_1 (2).JPG") == Data(contentsOf: fixture.url("DSC_1.JPG")))
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
