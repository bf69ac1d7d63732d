import Foundation
import Glibc
import PhotosImport
import PhotosStore
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

/// Files of other programs beside a photo: the library keeps their bytes, so that a card may be wiped.
@Suite(.permit) struct KeptFileTests {
    let clock = TestClock()
    let fixture: ImportFixture

    init() throws {
        fixture = try ImportFixture(environment: .test(clock: clock))
    }

    /// The history that darktable keeps in a sidecar.
    private static func history(_ steps: Int) -> [UInt8] {
        Array(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 4.4.0-Exiv2">
             <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
              <rdf:Description rdf:about="" xmlns:darktable="http://darktable.sf.net/"
               darktable:history_end="\(steps)" darktable:iop_order_version="2"/>
             </rdf:RDF>
            </x:xmpmeta>
            """.utf8
        )
    }

    private static let names = [
        "1.xmp", "1.jpg.pp3", "1.jpg.dop", "1.json", "1.AAE",
    ]

    /// Writes a photo with one file of each kind, and returns the bytes of those by name.
    @discardableResult
    private func writeAll() throws -> [String: [UInt8]] {
        try fixture.write(picture: "1.jpg", seed: 1)
        var bytes: [String: [UInt8]] = [:]
        for name in Self.names {
            bytes[name] = name == "1.xmp" ? Self.history(3) : Array("what \(name) knows".utf8)
            try fixture.write(name, bytes[name] ?? [])
        }
        return bytes
    }

    private func kept(in library: Library? = nil) throws -> [String: [UInt8]] {
        let library = library ?? fixture.library
        let rows = Array(try library.records.fetch(FetchPlan(.assets)).rows)
        let files = try library.originals.keptFiles(ofAssets: rows).values.joined()
        return try files.reduce(into: [:]) {
            $0[$1.filename] = Array(try Data(contentsOf: library.layout.original($1.file)))
        }
    }

    private func findings() throws -> [Finding.Code] {
        try LibraryCheck(fixture.library, readingBytes: true).run().findings.map(\.code)
    }

    private func backUp(to name: String = "Backup.photolib") throws -> URL {
        let url = fixture.folder.appendingPathComponent(name, isDirectory: true)
        #expect(try LibraryBackup(fixture.library).run(to: url).findings.isEmpty)
        return url
    }

    @Test func `what other programs know of a photo is kept, backed up and checked`() throws {
        let bytes = try writeAll()
        let (summary, events) = try fixture.run()
        #expect(summary.imported == 1 && summary.refused == 0 && summary.others == 0)
        #expect(Set(events.joined.keys) == Set(Self.names))
        #expect(try kept() == bytes)
        // No call of PhotoKit lists them.
        let rows = Array(try fixture.library.records.fetch(FetchPlan(.assets)).rows)
        #expect(try fixture.library.records.resources(ofAssets: rows)[rows[0]]?.count == 1)
        #expect(try findings().isEmpty)
        #expect(try fixture.run().summary.unchanged == 1 + Self.names.count)
        let copy = try Library.open(backUp(), mode: .readOnly)
        defer { copy.close() }
        #expect(try kept(in: copy) == bytes)
        #expect(try LibraryCheck(copy, readingBytes: true).run().findings.isEmpty)
    }

    @Test func `a lost or damaged one is named, and comes back with an import`() throws {
        let bytes = try writeAll()
        _ = try fixture.run()
        let rows = Array(try fixture.library.records.fetch(FetchPlan(.assets)).rows)
        let files = try fixture.library.originals.keptFiles(ofAssets: rows)[rows[0]] ?? []
        for file in files {
            try FileManager.default.removeItem(at: fixture.library.layout.original(file.file))
        }
        #expect(try findings() == Array(repeating: .originalMissing, count: Self.names.count))
        #expect(try fixture.run().summary.joined == Self.names.count)
        #expect(try kept() == bytes && findings().isEmpty)
    }

    @Test func `a repair brings lost and damaged ones back from a folder and from other photos`()
        throws
    {
        var bytes = try writeAll()
        // Another photo keeps the same bytes.
        try fixture.write(picture: "2.jpg", seed: 2)
        try fixture.write("2.jpg.pp3", bytes["1.jpg.pp3"] ?? [])
        bytes["2.jpg.pp3"] = bytes["1.jpg.pp3"]
        _ = try fixture.run()
        let rows = Array(try fixture.library.records.fetch(FetchPlan(.assets)).rows)
        let files = try fixture.library.originals.keptFiles(ofAssets: rows).values.joined()
        for file in files where file.filename != "2.jpg.pp3" {
            let url = fixture.library.layout.original(file.file)
            if file.filename == "1.jpg.dop" {
                #expect(chmod(url.path, 0o600) == 0)
                try Data(repeating: 0, count: Int(file.byteCount)).write(to: url)
            } else {
                try FileManager.default.removeItem(at: url)
            }
        }
        // The folder from which they came has their bytes.
        let card = fixture.folder.appendingPathComponent("card")
        try FileManager.default.moveItem(at: fixture.source, to: card)
        let twins = try LibraryHealing(fixture.library, readingBytes: true).run(from: [])
        #expect(twins.healed.count == 1 && twins.lost == Self.names.count - 1)
        let outcome = try LibraryHealing(fixture.library, readingBytes: true)
            .run(from: [card])
        #expect(outcome.healed.count == Self.names.count - 1 && outcome.lost == 0)
        #expect(outcome.problems.isEmpty)
        #expect(try kept() == bytes && findings().isEmpty)
    }

    @Test func `a moving import removes them from the card`() throws {
        let bytes = try writeAll()
        _ = try fixture.run(options: { $0.transfer = .move })
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.source.path).isEmpty)
        #expect(try kept() == bytes && findings().isEmpty)
    }

    @Test func `a moving import removes what an interrupted one has kept, after it was read`()
        throws
    {
        let bytes = try writeAll()
        _ = try fixture.run()
        // Other bytes of the same size in the library's own file: the card has the only ones.
        let row = try #require(try fixture.library.records.fetch(FetchPlan(.assets)).rows.first)
        let files = try fixture.library.originals.keptFiles(ofAssets: [row])[row] ?? []
        let damaged = try #require(files.first { $0.filename == "1.jpg.dop" })
        let url = fixture.library.layout.original(damaged.file)
        #expect(chmod(url.path, 0o600) == 0)
        try Data(repeating: 0, count: Int(damaged.byteCount)).write(to: url)
        let (summary, events) = try fixture.run(options: { $0.transfer = .move })
        #expect(summary.removed == Self.names.count)
        #expect(events.stayed["1.jpg.dop"]?.contains("does not have its bytes") == true)
        let left = try FileManager.default.contentsOfDirectory(atPath: fixture.source.path)
        #expect(left == ["1.jpg.dop"] && bytes.count == Self.names.count)
    }

    @Test func `the same one from another folder is known, and its bytes are stored once`() throws {
        let bytes = try writeAll()
        _ = try fixture.run()
        let originals = try fixture.library.originals()
        let card = fixture.source.deletingLastPathComponent().appendingPathComponent("card")
        try FileManager.default.copyItem(at: fixture.source, to: card)
        let planned = try fixture.run([card], options: { $0.isDryRun = true }).summary
        #expect(planned.duplicates == Self.names.count + 1 && planned.joined == 0)
        let (summary, _) = try fixture.run([card])
        #expect(summary.duplicates == Self.names.count + 1 && summary.joined == 0)
        #expect(try fixture.library.originals() == originals)
        #expect(try fixture.run([card]).summary.unchanged == Self.names.count + 1)
        // The library's own file has other bytes now, so that the card's is taken.
        let row = try #require(try fixture.library.records.fetch(FetchPlan(.assets)).rows.first)
        let files = try fixture.library.originals.keptFiles(ofAssets: [row])[row] ?? []
        let damaged = try #require(files.first { $0.filename == "1.jpg.dop" })
        let url = fixture.library.layout.original(damaged.file)
        #expect(chmod(url.path, 0o600) == 0)
        try Data(repeating: 0, count: Int(damaged.byteCount)).write(to: url)
        let other = fixture.source.deletingLastPathComponent().appendingPathComponent("other")
        try FileManager.default.copyItem(at: card, to: other)
        #expect(try fixture.run([other]).summary.joined == 1)
        #expect(try kept() == bytes && findings().isEmpty)
        // A moving import removes what the library keeps.
        let moved = try fixture.run([other], options: { $0.transfer = .move }).summary
        #expect(moved.removed == Self.names.count + 1)
    }

    /// A read of a folder fails as that of a bad sector does: it can be opened.
    @Test
    func `one that cannot be read in the library comes in as a new one, and the import goes on`()
        throws
    {
        let bytes = try writeAll()
        _ = try fixture.run()
        let row = try #require(try fixture.library.records.fetch(FetchPlan(.assets)).rows.first)
        let files = try fixture.library.originals.keptFiles(ofAssets: [row])[row] ?? []
        let unreadable = ["1.xmp", "1.jpg.dop"]
        for file in files where unreadable.contains(file.filename) {
            let url = fixture.library.layout.original(file.file)
            try FileManager.default.removeItem(at: url)
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
            let descriptor = open(url.path, O_RDONLY)
            var byte: UInt8 = 0
            #expect(descriptor >= 0 && read(descriptor, &byte, 1) < 0)
            close(descriptor)
        }
        let card = fixture.source.deletingLastPathComponent().appendingPathComponent("card")
        try FileManager.default.copyItem(at: fixture.source, to: card)
        try Data(TestJPEG(seed: 9).data()).write(to: card.appendingPathComponent("9.jpg"))
        let (summary, events) = try fixture.run([card])
        #expect(summary.imported == 1 && summary.refused == 0)
        #expect(Set(events.joined.keys) == Set(unreadable))
        #expect(summary.duplicates == 1 + Self.names.count - unreadable.count)
        #expect(try kept() == bytes)
        // The new files are known from now on.
        let other = fixture.source.deletingLastPathComponent().appendingPathComponent("other")
        try FileManager.default.copyItem(at: fixture.source, to: other)
        #expect(try fixture.run([other]).summary.joined == 0)
    }

    @Test(arguments: [Array("<x:xmpmeta".utf8), Array(repeating: UInt8(0xff), count: 3), []])
    func `one that nobody can read is kept, and named`(_ broken: [UInt8]) throws {
        try fixture.write(picture: "1.jpg", seed: 1)
        try fixture.write("1.xmp", broken)
        let planned = try fixture.run(options: { $0.isDryRun = true })
        #expect(planned.summary.refused == 0 && planned.events.complaints.count == 1)
        let (summary, events) = try fixture.run()
        #expect(summary.imported == 1 && summary.joined == 1 && summary.refused == 0)
        #expect(
            events.complaints["1.xmp"]?.hasPrefix("It is no sidecar that can be read (") == true
        )
        #expect(try kept() == ["1.xmp": broken] && findings().isEmpty)
        // What is read later, and a second sidecar, do not depend on it.
        let row = try #require(try fixture.library.records.fetch(FetchPlan(.assets)).rows.first)
        _ = try FactsRereading(fixture.library, selection: .rows([row])).run()
        try fixture.write("1.jpg.xmp", Self.history(3))
        #expect(try fixture.run().summary.joined == 1)
        #expect(try kept() == ["1.xmp": broken, "1.jpg.xmp": Self.history(3)])
    }

    /// A sidecar with words that a person wrote.
    private static let words = Array(
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="4">
        <dc:description><rdf:Alt><rdf:li xml:lang="x-default">At the lake</rdf:li></rdf:Alt></dc:description>
        <dc:subject><rdf:Bag><rdf:li>lake</rdf:li></rdf:Bag></dc:subject>
        </rdf:Description></rdf:RDF></x:xmpmeta>
        """.utf8
    )

    private func record() throws -> AssetRecord {
        let row = try #require(try fixture.library.records.fetch(FetchPlan(.assets)).rows.first)
        return try #require(try fixture.library.records.assets([row]).records[row])
    }

    /// The lengths at which a copy of the sidecar was cut off: behind nothing, the caption, the keywords, and the last element.
    @Test(arguments: [0, 150, 370, 420, words.count - 20])
    func `a damaged one takes nothing from the photo, and not the place of a good one`(
        _ count: Int
    )
        throws
    {
        try fixture.write(picture: "1.jpg", seed: 1)
        try fixture.write("1.jpg.xmp", Self.words)
        _ = try fixture.run()
        let before = try record()
        #expect(before.caption == "At the lake" && before.rating == 4)
        #expect(before.keywords == ["lake"])
        let broken = Array(Self.words.prefix(count))
        try fixture.write("1.jpg.xmp", broken)
        for round in 1...2 {
            let (summary, events) = try fixture.run(options: { $0.duplicates = .skip })
            #expect(summary.refused == 0 && (round > 1 || events.complaints.count == 1))
            #expect(try record().caption == before.caption && record().rating == before.rating)
            #expect(try record().keywords == before.keywords)
            #expect(try kept() == ["1.jpg.xmp": Self.words, "1.jpg.xmp.unreadable": broken])
        }
        // The next good one counts again.
        try fixture.write("1.jpg.xmp", Self.history(3))
        _ = try fixture.run()
        #expect(try kept()["1.jpg.xmp"] == Self.history(3))
        #expect(try findings().isEmpty)
    }

    @Test func `nothing is taken from one that was cut off, and it is named`() throws {
        try fixture.write(picture: "1.jpg", seed: 1)
        try fixture.write("1.jpg.xmp", Array(Self.words.prefix(400)))
        let (summary, events) = try fixture.run()
        #expect(summary.imported == 1 && summary.refused == 0)
        #expect(events.complaints["1.jpg.xmp"]?.contains("ends too early") == true)
        #expect(try record().caption == nil && record().keywords.isEmpty)
    }

    @Test func `a later import of a changed one keeps both for thirty days`() throws {
        try fixture.write(picture: "1.jpg", seed: 1)
        try fixture.write("1.xmp", Self.history(3))
        _ = try fixture.run()
        try fixture.write("1.xmp", Self.history(12))
        #expect(try fixture.run().summary.joined == 1)
        #expect(try kept() == ["1.xmp": Self.history(12)])
        #expect(try fixture.library.originals().count == 3)
        clock.advance(days: 29)
        try fixture.library.commits.purgeExpired()
        #expect(try fixture.library.originals().count == 3)
        clock.advance(days: 2)
        try fixture.library.commits.purgeExpired()
        #expect(try fixture.library.originals().count == 2)
        #expect(try kept() == ["1.xmp": Self.history(12)] && findings().isEmpty)
    }

    @Test func `they go when their photo is deleted for good`() throws {
        try writeAll()
        let asset = try #require(try fixture.run().events.imported["1.jpg"])
        try fixture.library.commits.commit(ChangeBlock([.deleteAssets([asset.uuid])]))
        #expect(try fixture.library.originals().count == 1 + Self.names.count)
        try fixture.library.commits.commit(ChangeBlock([.purgeAssets([asset.uuid])]))
        #expect(try fixture.library.originals().isEmpty && findings().isEmpty)
    }

    @Test func `one without its photo waits, and joins when the photo is there`() throws {
        try fixture.write("1.jpg.pp3", Array("settings".utf8))
        #expect(try fixture.run().summary.refused == 0)
        #expect(try fixture.library.originals().isEmpty)
        try fixture.write(picture: "1.jpg", seed: 1)
        let (summary, _) = try fixture.run()
        #expect(summary.imported == 1 && summary.joined == 1)
        #expect(try kept() == ["1.jpg.pp3": Array("settings".utf8)])
        // One that comes alone later finds its photo by its name.
        try fixture.write("1.jpg.dop", Array("more".utf8))
        #expect(try fixture.run().summary.joined == 1)
        #expect(try kept().count == 2)
    }

    @Test func `a sidecar that earlier software only read is kept by the next import`() throws {
        try fixture.write(picture: "1.jpg", seed: 1)
        try fixture.write("1.xmp", Self.history(3))
        _ = try fixture.run()
        try fixture.forgetKeptFiles()
        #expect(try kept().isEmpty)
        #expect(try fixture.run().summary.joined == 1)
        #expect(try kept() == ["1.xmp": Self.history(3)])
    }

    @Test(arguments: [ExportOptions.Metadata.none, .sidecars])
    func `an export has them, byte for byte`(_ metadata: ExportOptions.Metadata) throws {
        let bytes = try writeAll()
        _ = try fixture.run()
        try FileManager.default.removeItem(at: fixture.source)
        let out = fixture.folder.appendingPathComponent("out", isDirectory: true)
        var options = ExportOptions()
        options.isWhole = true
        options.metadata = metadata
        let exporter = Exporter(
            fixture.library,
            options: options,
            isCancelled: { false },
            notify: { _ in }
        )
        _ = try exporter.runAll(to: out)
        let written = try FileManager.default.subpathsOfDirectory(atPath: out.path).filter {
            !$0.hasPrefix(".") && !$0.contains("/.")
        }
        let contents = try written.filter { !$0.hasSuffix(".jpg") }
            .map { out.appendingPathComponent($0) }
            .filter {
                (try? $0.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true
            }
            .map { Array(try Data(contentsOf: $0)) }
        for (name, content) in bytes {
            #expect(contents.contains(content), "\(name) of \(written)")
        }
    }

    @Test
    func `an import of an export has them, as the export wrote them and as others changed them`()
        throws
    {
        let bytes = try writeAll()
        _ = try fixture.run()
        _ = try export()
        let out = fixture.folder.appendingPathComponent("out", isDirectory: true)
        let changed = Array("other settings".utf8)
        try Data(changed).write(to: out.appendingPathComponent("1.jpg.dop"))
        // Another program adds its own.
        try Data("new settings".utf8).write(to: out.appendingPathComponent("1.jpg.arp"))
        let other = try ImportFixture(environment: .test(clock: clock))
        let (summary, events) = try other.run([out])
        #expect(summary.imported == 1 && summary.refused == 0 && summary.others == 0)
        #expect(events.changed == ["1.jpg.dop"])
        var expected = bytes
        expected["1.xmp"] = nil
        expected["1.jpg.dop"] = changed
        expected["1.jpg.arp"] = Array("new settings".utf8)
        let found = try kept(in: other.library)
        for (name, content) in expected {
            #expect(found.values.contains(content), "\(name) of \(found.keys.sorted())")
        }
        #expect(found.count == expected.count)
        // The library of the export gets what others changed and added, once.
        let again = try fixture.run([out])
        #expect(Set(again.events.joined.keys) == ["1.jpg.dop", "1.jpg.arp"])
        #expect(try kept()["1.jpg.dop"] == changed)
        #expect(try fixture.run([out]).summary.joined == 0)
    }

    /// Exports the library with sidecars, and returns the files by name and what was said of sidecars.
    private func export(
        of library: Library? = nil,
        _ change: (inout ExportOptions) -> Void = { _ in }
    ) throws -> (files: [String: [UInt8]], unreadable: [String: String], failed: Int) {
        let out = fixture.folder.appendingPathComponent("out", isDirectory: true)
        var options = ExportOptions()
        options.isWhole = true
        options.metadata = .sidecars
        change(&options)
        let said = Mutex<[String: String]>([:])
        let exporter = Exporter(
            library ?? fixture.library,
            options: options,
            isCancelled: { false },
            notify: { event in
                guard case .unreadableSidecar(let url, _, let reason) = event else { return }
                said.withLock { $0[url.lastPathComponent] = reason }
            }
        )
        let summary = try exporter.runAll(to: out)
        var files: [String: [UInt8]] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: out.path)
        where !name.hasPrefix(".") && !name.hasSuffix(".jsonl") {
            files[name] = Array(try Data(contentsOf: out.appendingPathComponent(name)))
        }
        return (files, said.withLock { $0 }, summary.failed)
    }

    @Test func `an export says in a new sidecar what one that nobody can read cannot state`() throws
    {
        let broken = Array("<x:xmpmeta".utf8)
        try fixture.write(picture: "1.jpg", seed: 1)
        try fixture.write("1.xmp", broken)
        let asset = try #require(try fixture.run().events.imported["1.jpg"])
        // Nobody has said anything, so the sidecar alone is there, as it came.
        var outcome = try export()
        #expect(outcome.files["1.jpg.xmp"] == broken && outcome.files.count == 2)
        #expect(outcome.unreadable.isEmpty)
        try fixture.library.commit(.set(asset.uuid, [.caption: .text("At the lake")]))
        outcome = try export()
        #expect(outcome.files["1.jpg.xmp.unreadable"] == broken && outcome.files.count == 3)
        #expect(outcome.unreadable["1.jpg.xmp.unreadable"]?.contains("no XMP") == true)
        let written = try #require(outcome.files["1.jpg.xmp"])
        #expect(String(decoding: written, as: UTF8.self).contains("At the lake"))
        // What is withheld may stand in it, so it is left out, and the caption is not.
        outcome = try export { $0.withheld = .places }
        #expect(outcome.failed == 1 && outcome.unreadable.isEmpty)
        #expect(outcome.files["1.jpg.xmp"] == written)
    }

    @Test func `one that nobody can read keeps its name over exports and imports, as one file`()
        throws
    {
        let broken = Array("<x:xmpmeta".utf8)
        try fixture.write(picture: "1.jpg", seed: 1)
        try fixture.write("1.xmp", broken)
        let asset = try #require(try fixture.run().events.imported["1.jpg"])
        try fixture.library.commit(.set(asset.uuid, [.caption: .text("At the lake")]))
        let first = try export().files
        try #require(first["1.jpg.xmp.unreadable"] == broken)
        let out = fixture.folder.appendingPathComponent("out", isDirectory: true)
        var library = fixture.library
        var others: [ImportFixture] = []
        for round in 1...2 {
            let other = try ImportFixture(environment: .test(seed: UInt64(round), clock: clock))
            others.append(other)
            for _ in 1...2 { _ = try other.run([out]) }
            library = other.library
            #expect(try kept(in: library) == ["1.jpg.xmp.unreadable": broken])
            try FileManager.default.removeItem(at: out)
            let files = try export(of: library).files
            #expect(files.keys.sorted() == first.keys.sorted(), "round \(round)")
            #expect(files["1.jpg.xmp.unreadable"] == broken)
        }
        // The library that it came from has it under its first name.
        for _ in 1...2 { _ = try fixture.run([out]) }
        #expect(try kept() == ["1.xmp": broken])
    }
}
