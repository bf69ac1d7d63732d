import Foundation
import PhotosImport
import PhotosMedia
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// A photo in two sources that has a sidecar in each, of which one source is forgotten.
@Suite(.permit) struct SidecarsOfSeveralSourcesTests {
    let fixture: SourceFixture
    let other: SourceRow
    private var library: Library { fixture.library }

    init() throws {
        fixture = try SourceFixture(environment: SourceFactsTests.environment())
        for name in ["a.jpg", "../other/a.jpg"] {
            try fixture.write(name, SourceFactsTests.file("rating=1"))
        }
        let folder = fixture.folder.url.appendingPathComponent("other", isDirectory: true)
        other = try fixture.library.sources.addSource(folder)
    }

    /// Writes a sidecar of the first source, or of the other one, with the date of its last change.
    private func write(
        _ words: (caption: String?, rating: Int?),
        inOther: Bool = false,
        changed date: TimeInterval
    ) throws {
        let name = (inOther ? "../other/" : "") + "a.jpg.xmp"
        try fixture.write(
            name,
            SourceFactsTests.sidecar(caption: words.caption, rating: words.rating)
        )
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceReferenceDate: 700_000_000 + date)],
            ofItemAtPath: fixture.url(name).path
        )
    }

    private func sweep(_ source: SourceRow, readingAll: Bool = false) throws {
        var options = SourceSweep.Options()
        options.readsAll = readingAll
        _ = try SourceSweep(library, source: source.id, options: options).run()
    }

    /// Forgets the first source, and takes its sidecars along.
    private func forgetFirst() throws {
        _ = try LibraryHealing(library).forgetSource(fixture.source.id, assets: .keepOffline)
    }

    private func addFirstAgain() throws -> SourceRow {
        let source = try library.sources.addSource(fixture.top)
        try sweep(source)
        return source
    }

    /// The words of the only photo of a library, also after all of its files were read again.
    private func words(in library: Library? = nil) throws -> [String] {
        let library = library ?? self.library
        var found: [String] = []
        for isReread in [false, true] {
            let rows = Array(try library.records.fetch(FetchPlan(.assets)).rows)
            if isReread { _ = try FactsRereading(library, selection: .rows(rows)).run() }
            let record = try #require(try library.records.assets(rows).records[rows[0]])
            found.append("\(record.caption ?? "-") \(record.rating)")
        }
        return found
    }

    private func companions(in library: Library? = nil) throws -> [CompanionFile] {
        let library = library ?? self.library
        let rows = Array(try library.records.fetch(FetchPlan(.assets)).rows)
        return try library.originals.companionFiles(ofAssets: rows).values.flatMap(\.self)
    }

    @Test func `the words of a kept sidecar stay when another source changes its own`() throws {
        try write(("Lake", 4), changed: 1)
        try write(("Sea", nil), inOther: true, changed: 2)
        for source in [fixture.source, other] { try sweep(source) }
        #expect(try words() == ["Sea 4", "Sea 4"])
        try forgetFirst()
        #expect(try words() == ["Sea 4", "Sea 4"])
        try write(("Harbour", nil), inOther: true, changed: 3)
        try sweep(other)
        #expect(try words() == ["Harbour 4", "Harbour 4"])
        #expect(try companions().map(\.isKept) == [true, false])
        // A later word of the other source wins, and goes with its sidecar.
        try write(("Harbour", 5), inOther: true, changed: 4)
        try sweep(other)
        #expect(try words() == ["Harbour 5", "Harbour 5"])
        try fixture.remove("../other/a.jpg.xmp")
        try sweep(other)
        #expect(try words() == ["Lake 4", "Lake 4"])
    }

    @Test func `the words of a source that is away stay when another source changes its sidecar`()
        throws
    {
        try write(("Lake", nil), changed: 1)
        try write((nil, 5), inOther: true, changed: 2)
        for source in [fixture.source, other] { try sweep(source) }
        #expect(try words() == ["Lake 5", "Lake 5"])
        let away = fixture.folder.url.appendingPathComponent("away", isDirectory: true)
        let folder = fixture.folder.url.appendingPathComponent("other", isDirectory: true)
        try FileManager.default.moveItem(at: folder, to: away)
        try write(("Hut", nil), changed: 3)
        try sweep(fixture.source)
        #expect(try words() == ["Hut 5", "Hut 5"])
        try FileManager.default.moveItem(at: away, to: folder)
        for source in [fixture.source, other] { try sweep(source) }
        #expect(try words() == ["Hut 5", "Hut 5"])
    }

    @Test func `a person's words win over a kept sidecar and over one in a source`() throws {
        try write(("Lake", 4), changed: 1)
        try write(("Sea", nil), inOther: true, changed: 2)
        for source in [fixture.source, other] { try sweep(source) }
        try forgetFirst()
        let rows = try library.records.fetch(FetchPlan(.assets)).rows
        let uuid = try #require(try library.records.assets(rows).records.values.first?.uuid)
        try library.commit(.set(uuid, [.caption: .null, .rating: .integer(2)]))
        try write(("Harbour", 3), inOther: true, changed: 3)
        try sweep(other)
        #expect(try words() == ["- 2", "- 2"])
        _ = try addFirstAgain()
        #expect(try words() == ["- 2", "- 2"])
    }

    @Test func `an older sidecar whose source is forgotten stays beneath a newer one`() throws {
        try write(("Lake", 4), changed: 2)
        try write(("Sea", 3), inOther: true, changed: 1)
        for source in [fixture.source, other] { try sweep(source) }
        #expect(try words() == ["Lake 4", "Lake 4"])
        _ = try LibraryHealing(library).forgetSource(other.id, assets: .keepOffline)
        #expect(try words() == ["Lake 4", "Lake 4"])
        try fixture.remove("a.jpg.xmp")
        try sweep(fixture.source)
        #expect(try words() == ["Sea 3", "Sea 3"])
    }

    @Test func `both sidecars stay when both sources are forgotten, and in a backup`() throws {
        try write(("Lake", 4), changed: 1)
        try write(("Sea", nil), inOther: true, changed: 2)
        for source in [fixture.source, other] { try sweep(source) }
        try forgetFirst()
        let backup = fixture.folder.url.appendingPathComponent("Backup.photolib")
        _ = try LibraryBackup(library, withSources: true).run(to: backup)
        var environment = EngineEnvironment.test(seed: 8)
        environment.examine = SourceFactsTests.environment().examine
        let copy = try Library.open(backup, environment: environment)
        defer { copy.close() }
        #expect(try companions(in: copy).map(\.isKept) == [true, true])
        #expect(try words(in: copy) == ["Sea 4", "Sea 4"])
        _ = try LibraryHealing(library).forgetSource(other.id, assets: .keepOffline)
        #expect(try companions().map(\.isKept) == [true, true])
        let texts = try companions().map { try String(contentsOf: $0.url, encoding: .utf8) }
        #expect(texts.map { $0.contains("Sea") } == [false, true])
        #expect(try LibraryCheck(library, readingBytes: true).run().findings.isEmpty)
    }

    @Test(arguments: [false, true])
    func `a source that is added again brings no older words over newer ones`(
        isChanged: Bool
    ) throws {
        try write(("Lake", 4), changed: 1)
        try write(("Sea", nil), inOther: true, changed: 5)
        for source in [fixture.source, other] { try sweep(source) }
        try forgetFirst()
        if isChanged { try write(("Hut", 3), changed: 2) }
        _ = try addFirstAgain()
        let rating = isChanged ? 3 : 4
        #expect(try words() == ["Sea \(rating)", "Sea \(rating)"])
        #expect(try companions().count == 2)
        // A newer one counts.
        try write(("Summit", 2), changed: 9)
        let again = try #require(
            try library.sources.all(.inPlace).first { $0.path == fixture.top.path }
        )
        try sweep(again)
        #expect(try words() == ["Summit 2", "Summit 2"])
    }

    @Test func `words that a person removed from a sidecar stay away with an older copy of it`()
        throws
    {
        for inOther in [false, true] { try write(("Lake", 4), inOther: inOther, changed: 1) }
        for source in [fixture.source, other] { try sweep(source) }
        try forgetFirst()
        try write((nil, 2), inOther: true, changed: 3)
        try sweep(other)
        #expect(try words() == ["- 2", "- 2"])
        let source = try addFirstAgain()
        #expect(try words() == ["- 2", "- 2"])
        for isReadAgain in [false, true] {
            for source in [source, other] { try sweep(source, readingAll: isReadAgain) }
            #expect(try words() == ["- 2", "- 2"])
        }
        #expect(try companions().map(\.isKept) == [false])
        // A person who changes it wants its words.
        try write(("Hut", nil), changed: 7)
        try sweep(source)
        #expect(try words() == ["Hut 2", "Hut 2"])
    }

    @Test func `a sidecar that comes back with its source is the kept one`() throws {
        try write(("Lake", 4), changed: 1)
        try fixture.write("a.jpg.pp3", Array("settings".utf8))
        try sweep(fixture.source)
        for _ in 1...2 {
            let source = try #require(
                try library.sources.all(.inPlace).first { $0.path == fixture.top.path }
            )
            _ = try LibraryHealing(library).forgetSource(source.id, assets: .keepOffline)
            _ = try addFirstAgain()
            #expect(try companions().map(\.name).sorted() == ["a.jpg.pp3", "a.jpg.xmp"])
            #expect(try words() == ["Lake 4", "Lake 4"])
        }
        #expect(try LibraryCheck(library, readingBytes: true).run().findings.isEmpty)
    }

    @Test func `an older sidecar that comes back does not replace the kept one`() throws {
        try write(("Lake", 4), changed: 3)
        try sweep(fixture.source)
        try forgetFirst()
        try write(("Sea", 2), changed: 2)
        let source = try addFirstAgain()
        #expect(try words() == ["Lake 4", "Lake 4"])
        #expect(try companions().map(\.isKept) == [true])
        try write(("Hut", nil), changed: 4)
        try sweep(source)
        #expect(try words() == ["Hut 1", "Hut 1"])
        #expect(try companions().map(\.isKept) == [false])
    }

    /// How a source and a kept file have the same sidecar.
    enum Copies: CaseIterable { case inBoth, cameBack, moved }

    @Test(arguments: Copies.allCases)
    func `a sidecar that is removed takes its words along, although the library kept a copy`(
        _ copies: Copies
    ) throws {
        try write(("Lake", 4), changed: 1)
        if copies == .inBoth { try write(("Lake", 4), inOther: true, changed: 2) }
        for source in [fixture.source, other] { try sweep(source) }
        try forgetFirst()
        switch copies {
        case .inBoth:
            try fixture.remove("../other/a.jpg.xmp")
            try sweep(other)
        case .cameBack:
            let source = try addFirstAgain()
            #expect(try words() == ["Lake 4", "Lake 4"])
            try fixture.remove("a.jpg.xmp")
            try sweep(source)
        case .moved:
            let moved = fixture.folder.url.appendingPathComponent("moved", isDirectory: true)
            try FileManager.default.moveItem(at: fixture.top, to: moved)
            let source = try library.sources.addSource(moved)
            try sweep(source)
            #expect(try words() == ["Lake 4", "Lake 4"])
            #expect(try companions().count == 1)
            try FileManager.default.removeItem(at: moved.appendingPathComponent("a.jpg.xmp"))
            try sweep(source)
        }
        #expect(try words() == ["- 1", "- 1"])
        #expect(try companions().isEmpty)
    }

    @Test func `a kept sidecar stays while another source has its bytes`() throws {
        for inOther in [false, true] { try write(("Lake", 4), inOther: inOther, changed: 1) }
        try fixture.write("../third/a.jpg", SourceFactsTests.file("rating=1"))
        try fixture.write(
            "../third/a.jpg.xmp",
            SourceFactsTests.sidecar(caption: "Lake", rating: 4)
        )
        let folder = fixture.folder.url.appendingPathComponent("third", isDirectory: true)
        let third = try library.sources.addSource(folder)
        for source in [fixture.source, other, third] { try sweep(source) }
        try forgetFirst()
        try fixture.remove("../other/a.jpg.xmp")
        try sweep(other)
        #expect(try words() == ["Lake 4", "Lake 4"])
        #expect(try companions().count == 1)
        try fixture.remove("../third/a.jpg.xmp")
        try sweep(third)
        #expect(try words() == ["- 1", "- 1"])
    }
}
