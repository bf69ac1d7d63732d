import Foundation
import PhotosImport
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Sidecars that a backup keeps because an earlier one had them bring no words back that a person removed.
@Suite(.permit) struct EarlierSidecarTests {
    let fixture: SourceFixture
    var destination: URL {
        fixture.folder.url.appendingPathComponent("Backup.photolib", isDirectory: true)
    }

    init() throws {
        fixture = try SourceFixture(["b.jpg": 2], environment: SourceFactsTests.environment())
        try fixture.write("a.jpg", SourceFactsTests.file("rating=1"))
        try fixture.write("a.jpg.xmp", SourceFactsTests.sidecar(caption: "Lake"))
        try fixture.sweep()
        _ = try backUp(withSources: true)
    }

    private func backUp(withSources: Bool = false) throws -> LibraryBackup.Outcome {
        try LibraryBackup(fixture.library, withSources: withSources).run(to: destination)
    }

    private var captions: [String] {
        get throws { try captions(in: fixture.library) }
    }

    private func captions(in library: Library) throws -> [String] {
        let rows = try library.records.fetch(FetchPlan(.assets)).rows
        return try library.records.assets(rows).records.values.compactMap(\.caption)
    }

    /// The names of the sidecars that the copy keeps, and its captions after all files were read again.
    ///
    /// Reading changes a copy of the copy, so that backups go on with the copy itself.
    private func readCopy() throws -> (names: [String], captions: [String]) {
        let url = fixture.folder.url.appendingPathComponent("\(UUID()).photolib")
        try FileManager.default.copyItem(at: destination, to: url)
        var environment = EngineEnvironment.test(seed: 8)
        environment.examine = SourceFactsTests.environment().examine
        let copy = try Library.open(url, environment: environment)
        defer { copy.close() }
        #expect(try LibraryCheck(copy, readingBytes: true).run().findings.isEmpty)
        let rows = Array(try copy.records.fetch(FetchPlan(.assets)).rows)
        let kept = try copy.originals.keptFiles(ofAssets: rows).values.joined().map(\.filename)
        _ = try FactsRereading(copy, selection: .rows(rows)).run()
        return (kept.sorted(), try captions(in: copy))
    }

    /// What happens after a person has removed a sidecar, so that the next backup has no proof of it.
    enum Later: CaseIterable { case photoIsMoved, photoIsGone, sourceIsForgotten }

    @Test(arguments: Later.allCases)
    func `a removed sidecar that stays in a backup gives its words to nothing`(
        _ later: Later
    ) throws {
        try fixture.remove("a.jpg.xmp")
        try fixture.sweep()
        #expect(try captions == [])
        switch later {
        case .photoIsMoved:
            try fixture.move("a.jpg", to: "in/a.jpg")
            try fixture.sweep()
        case .photoIsGone:
            try fixture.remove("a.jpg")
            try fixture.sweep()
        case .sourceIsForgotten:
            let source = fixture.source.id
            try fixture.library.sources.forgetSource(source, assets: .keepOffline)
        }
        for withSources in [true, false, true] {
            _ = try backUp(withSources: withSources)
            let copy = try readCopy()
            #expect(copy.names == ["a.jpg.xmp.earlier"])
            #expect(copy.captions == [])
        }
    }

    @Test func `the former bytes of an edited sidecar are earlier ones, and go when others come`()
        throws
    {
        try fixture.write("a.jpg.xmp", SourceFactsTests.sidecar(caption: "Harbour"))
        try fixture.sweep()
        for _ in 1...2 {
            #expect(try backUp().removedFiles == 0)
            #expect(try readCopy().names == ["a.jpg.xmp.earlier"])
        }
        #expect(try readCopy().captions == ["Harbour"])
        #expect(try backUp(withSources: true).removedFiles == 1)
        #expect(try readCopy().names == ["a.jpg.xmp"])
        try fixture.write("a.jpg.xmp", SourceFactsTests.sidecar(caption: "Sea"))
        try fixture.sweep()
        _ = try backUp()
        try fixture.remove("a.jpg.xmp")
        try fixture.sweep()
        _ = try backUp()
        let copy = try readCopy()
        #expect(copy.names == ["a.jpg.xmp.earlier"] && copy.captions == [])
    }

    @Test func `a sidecar whose bytes come back to the source is the photo's again`() throws {
        try fixture.write("a.jpg.xmp", SourceFactsTests.sidecar(caption: "Harbour"))
        try fixture.sweep()
        _ = try backUp()
        #expect(try readCopy().names == ["a.jpg.xmp.earlier"])
        try fixture.write("a.jpg.xmp", SourceFactsTests.sidecar(caption: "Lake"))
        try fixture.sweep()
        let outcome = try backUp(withSources: true)
        #expect(outcome.removedFiles == 0)
        let copy = try readCopy()
        #expect(copy.names == ["a.jpg.xmp"] && copy.captions == ["Lake"])
    }

    @Test func `a sidecar that went with its photo stays the photo's, in each backup`() throws {
        try fixture.write("in/a.jpg", SourceFactsTests.file("rating=1"))
        try fixture.sweep()
        for name in ["a.jpg", "a.jpg.xmp"] { try fixture.remove(name) }
        try fixture.sweep()
        for _ in 1...2 {
            _ = try backUp(withSources: true)
            let copy = try readCopy()
            #expect(copy.names == ["a.jpg.xmp"] && copy.captions == ["Lake"])
        }
        try fixture.library.sources.forgetSource(fixture.source.id, assets: .keepOffline)
        for _ in 1...2 {
            _ = try backUp()
            #expect(try readCopy().names == ["a.jpg.xmp"])
        }
    }

    @Test func `a sidecar that went with its RAW file stays while the JPEG is there`() throws {
        let pair = try SourceFactsTests.pair("DSC_1.xmp")
        let destination = pair.folder.url.appendingPathComponent("Backup.photolib")
        func keptNames() throws -> [String] {
            _ = try LibraryBackup(pair.library, withSources: true).run(to: destination)
            let copy = try Library.open(destination, mode: .readOnly)
            defer { copy.close() }
            let rows = Array(try copy.records.fetch(FetchPlan(.assets)).rows)
            return try copy.originals.keptFiles(ofAssets: rows).values.joined().map(\.filename)
        }
        try #require(try keptNames() == ["DSC_1.xmp"])
        let card = pair.folder.url.appendingPathComponent("card.DNG")
        try FileManager.default.copyItem(at: pair.url("DSC_1.DNG"), to: card)
        for name in ["DSC_1.DNG", "DSC_1.xmp"] { try pair.remove(name) }
        try #require(try Importer(pair.library).run([card]).healedCount == 1)
        for _ in 1...2 {
            try pair.sweep()
            #expect(try keptNames() == ["DSC_1.xmp"])
            #expect(try captions(in: pair.library) == ["Lake"])
        }
    }

    @Test(arguments: ["DSC_1.xmp", "DSC_1.DNG.xmp", "DSC_1.DNG.pp3"])
    func `a sidecar that went with its RAW file stays when the photo goes on without that`(
        _ sidecar: String
    ) throws {
        let pair = try SourceFactsTests.pair("DSC_1.xmp")
        if sidecar != "DSC_1.xmp" { try pair.move("DSC_1.xmp", to: sidecar) }
        try pair.sweep()
        let destination = pair.folder.url.appendingPathComponent("Backup.photolib")
        func keptNames() throws -> [String] {
            _ = try LibraryBackup(pair.library, withSources: true).run(to: destination)
            let copy = try Library.open(destination, mode: .readOnly)
            defer { copy.close() }
            let rows = Array(try copy.records.fetch(FetchPlan(.assets)).rows)
            return try copy.originals.keptFiles(ofAssets: rows).values.joined().map(\.filename)
        }
        try #require(try keptNames() == [sidecar])
        for name in ["DSC_1.DNG", sidecar] { try pair.remove(name) }
        try pair.sweep()
        var update = AssetUpdate()
        update.content = .leaveOutMissing(evenInRemotes: false)
        let uuid = try #require(try pair.offline().first)
        try pair.library.commits.commit(ChangeBlock([.updateAsset(uuid, update)]))
        for _ in 1...2 {
            try pair.sweep()
            #expect(try keptNames() == [sidecar])
        }
    }

    @Test func `a library that was made from a backup keeps an earlier sidecar as such`() throws {
        try fixture.remove("a.jpg.xmp")
        try fixture.sweep()
        try fixture.library.sources.forgetSource(fixture.source.id, assets: .keepOffline)
        _ = try backUp()
        let copy = try Library.open(destination, environment: .test(seed: 9))
        defer { copy.close() }
        let second = fixture.folder.url.appendingPathComponent("Second.photolib")
        for _ in 1...2 { _ = try LibraryBackup(copy).run(to: second) }
        let library = try Library.open(second, mode: .readOnly)
        defer { library.close() }
        let rows = Array(try library.records.fetch(FetchPlan(.assets)).rows)
        let files = try library.originals.companionFiles(ofAssets: rows).values.joined()
        #expect(files.map(\.name) == ["a.jpg.xmp.earlier"])
        #expect(files.allSatisfy { !$0.isRead && $0.isKept })
    }
}
