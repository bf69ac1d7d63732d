import Foundation
import PhotosImport
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Sidecars that nobody can read: the library keeps their bytes, and takes nothing from them.
@Suite(.permit) struct UnreadableSidecarTests: KeptFileSuite {
    let clock: TestClock
    let fixture: ImportFixture

    init() throws { (clock, fixture) = try Self.makeFixture() }

    @Test(arguments: [Array("<x:xmpmeta".utf8), Array(repeating: UInt8(0xff), count: 3), []])
    func `one that nobody can read is kept, and named`(_ broken: [UInt8]) throws {
        try fixture.write(picture: "1.jpg", seed: 1)
        try fixture.write("1.xmp", broken)
        let planned = try fixture.run(options: { $0.isDryRun = true })
        #expect(planned.summary.refusedCount == 0 && planned.events.complaints.count == 1)
        let (summary, events) = try fixture.run()
        #expect(summary.importedCount == 1 && summary.joinedCount == 1 && summary.refusedCount == 0)
        #expect(
            events.complaints["1.xmp"]?.hasPrefix("It is no sidecar that can be read (") == true
        )
        #expect(try kept() == ["1.xmp": broken] && findings().isEmpty)
        // What is read later, and a second sidecar, do not depend on it.
        let row = try #require(try fixture.library.records.fetch(FetchPlan(.assets)).rows.first)
        _ = try FactsRereading(fixture.library, selection: .rows([row])).run()
        try fixture.write("1.jpg.xmp", Self.history(3))
        #expect(try fixture.run().summary.joinedCount == 1)
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
            #expect(summary.refusedCount == 0 && (round > 1 || events.complaints.count == 1))
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
        #expect(summary.importedCount == 1 && summary.refusedCount == 0)
        #expect(events.complaints["1.jpg.xmp"]?.contains("ends too early") == true)
        #expect(try record().caption == nil && record().keywords.isEmpty)
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
