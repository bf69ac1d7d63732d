import Foundation
import PhotosImport
import PhotosMedia
import PhotosStore
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

/// What imports took from the sidecars of an export is known later, whatever became of the disk and of the files.
@Suite(.permit) struct TakenSidecarTests {
    /// The name of the volume that is mounted, which a test exchanges.
    private final class Mounted: Sendable {
        let name = Mutex<String?>("uuid 0001-0001")
    }

    private let mounted = Mounted()
    private let fixture: ExportFixture

    init() throws {
        let mounted = mounted
        fixture = try ExportFixture { environment in
            environment.zone = .gmt
            environment.volumeEnvironment.volumeName = { _ in mounted.name.withLock { $0 } }
            environment.examine = { descriptor, _ in
                var facts = try MediaReader.headerFacts(of: descriptor, hint: nil, zone: .gmt)
                facts.reader = .worker
                return facts
            }
        }
        fixture.options.metadata = .sidecars
    }

    @discardableResult
    private func bring(_ folder: URL? = nil) throws -> ImportLog {
        let log = Mutex(ImportLog())
        let importer = Importer(
            fixture.library,
            notify: { event in log.withLock { $0.add(event) } }
        )
        _ = try importer.run([folder ?? fixture.out])
        return log.withLock { $0 }
    }

    private func record() throws -> AssetRecord {
        let row = try #require(try fixture.library.records.fetch(FetchPlan(.assets)).rows.first)
        return try #require(try fixture.library.records.assets([row]).records[row])
    }

    private func replace(
        _ text: String,
        with other: String,
        in folder: URL? = nil
    ) throws {
        let url = (folder ?? fixture.out).appendingPathComponent("a.jpg.xmp")
        let words = try String(contentsOf: url, encoding: .utf8)
        try #require(words.contains(text))
        try words.replacing(text, with: other).write(to: url, atomically: true, encoding: .utf8)
    }

    private func mount(_ name: String) { mounted.name.withLock { $0 = name } }

    @Test func `another disk at the same path has exports of its own`() throws {
        try fixture.add("a.jpg", seed: 1, [.caption: .text("Lake")])
        try fixture.export()
        let second = fixture.folder.url.appendingPathComponent("second")
        try FileManager.default.copyItem(at: fixture.out, to: second)
        try replace("Lake", with: "Pond")
        #expect(try bring().conflicts.isEmpty)
        #expect(try record().caption == "Pond")
        let first = fixture.folder.url.appendingPathComponent("first")
        try FileManager.default.moveItem(at: fixture.out, to: first)
        try FileManager.default.moveItem(at: second, to: fixture.out)
        mount("uuid 0002-0002")
        try replace("Lake", with: "River")
        // Nothing was taken of the second disk, so that both sides changed the caption.
        for _ in 1...2 {
            #expect(try bring().conflicts["a.jpg.xmp"]?.properties == [.caption])
            #expect(try record().caption == "Pond")
        }
        try FileManager.default.removeItem(at: fixture.out)
        try FileManager.default.moveItem(at: first, to: fixture.out)
        mount("uuid 0001-0001")
        // What was taken of the first disk is known.
        try replace("Pond", with: "Spring")
        #expect(try bring().conflicts.isEmpty)
        #expect(try record().caption == "Spring")
        #expect(try LibraryCheck(fixture.library).run().findings.isEmpty)
    }

    @Test func `what was taken is known after replaced sidecars are removed`() throws {
        try fixture.add("a.jpg", seed: 1, [.caption: .text("Lake"), .rating: .integer(2)])
        try fixture.export()
        let second = fixture.folder.url.appendingPathComponent("second")
        try FileManager.default.copyItem(at: fixture.out, to: second)
        try replace("Lake", with: "Pond")
        #expect(try bring().conflicts.isEmpty)
        try replace("Rating>2<", with: "Rating>4<", in: second)
        #expect(try bring(second).conflicts.isEmpty)
        #expect(try record().caption == "Pond" && record().rating == 4)
        fixture.clock.advance(days: 40)
        try fixture.library.commits.purgeExpired()
        try replace("Pond", with: "River")
        #expect(try bring().conflicts.isEmpty)
        #expect(try record().caption == "River" && record().rating == 4)
        // Once a later version was taken, the earlier one goes.
        let rows = [try record().rowID]
        let before = try fixture.library.originals().count
        fixture.clock.advance(days: 40)
        try fixture.library.commits.purgeExpired()
        #expect(try fixture.library.originals().count < before)
        #expect(try fixture.library.originals.keptFiles(ofAssets: rows).values.joined().count == 1)
    }

    @Test func `a date that is changed and changed back has an assumed zone again`() throws {
        let date = Date(timeIntervalSince1970: 1_600_000_000)
        let uuid = try fixture.add(
            "a.jpg",
            seed: 1,
            [
                .creationDate: .real(date.timeIntervalSinceReferenceDate),
                .creationZone: .integer(3_600), .dateSource: .text(AssetRecord.personsDate),
            ]
        )
        let traits = AssetTraits.zoneAssumed.union(try record().traits)
        try fixture.change(uuid, [.traits: .integer(traits.rawValue)])
        try #require(try record().traits.contains(.zoneAssumed))
        try fixture.export()
        let url = fixture.url("a.jpg.xmp")
        let written = try Data(contentsOf: url)
        var metadata = WrittenMetadata()
        metadata.captureDate = .value(
            CaptureTime(localSeconds: 1_600_090_000, zoneOffset: 7_200)
        )
        try Data(SidecarWriting.bytes(stating: metadata, in: Array(written))).write(to: url)
        #expect(try bring().conflicts.isEmpty)
        #expect(try record().creationZone == 7_200)
        #expect(try !record().traits.contains(.zoneAssumed))
        try written.write(to: url)
        #expect(try bring().conflicts.isEmpty)
        #expect(try record().creationDate == date && record().creationZone == 3_600)
        #expect(try record().traits.contains(.zoneAssumed))
    }

    private static let marks = [
        ("<opk:Favorite>True</opk:Favorite>", "<opk:Favorite>False</opk:Favorite>"),
        ("<digiKam:PickLabel>3</digiKam:PickLabel>", "<digiKam:PickLabel>0</digiKam:PickLabel>"),
        ("<xmpDM:pick>1</xmpDM:pick>", "<xmpDM:pick>0</xmpDM:pick>"),
    ]

    @Test(arguments: marks.indices, [false, true])
    func `a photo is no favorite any more once a program unmarks it in one of three places`(
        _ index: Int,
        _ removes: Bool
    ) throws {
        let (mark, other) = Self.marks[index]
        let uuid = try fixture.add(
            "a.jpg",
            seed: 1,
            [.isFavorite: .flag(true), .rating: .integer(2)]
        )
        try fixture.export()
        try replace(mark, with: removes ? "" : other)
        #expect(try bring().conflicts.isEmpty)
        #expect(try !record().isFavorite)
        try fixture.export()
        let text = try String(contentsOf: fixture.url("a.jpg.xmp"), encoding: .utf8)
        for (mark, _) in Self.marks { #expect(!text.contains(mark), "\(text)") }
        // What a person marks again in the library stays.
        try fixture.change(uuid, [.isFavorite: .flag(true)])
        try bring()
        #expect(try record().isFavorite)
    }

    @Test(arguments: [
        "<k:PickLabel xmlns:k='http://www.digikam.org/ns/1.0/'>3</k:PickLabel>",
        "<m:pick xmlns:m='http://ns.adobe.com/xmp/1.0/DynamicMedia/'>1</m:pick>",
        "<o:Favorite xmlns:o='urn:x-openphotokit:library:1.0/'>True</o:Favorite>",
    ])
    func `a photo that a program marks in one of three places becomes a favorite, once`(
        _ mark: String
    ) throws {
        let uuid = try fixture.add("a.jpg", seed: 1, [.rating: .integer(2)])
        try fixture.export()
        try replace("<xmp:Rating>", with: mark + "<xmp:Rating>")
        #expect(try bring().conflicts.isEmpty)
        #expect(try record().isFavorite)
        try fixture.change(uuid, [.isFavorite: .flag(false)])
        try bring()
        #expect(try !record().isFavorite)
        // The export removes the mark again.
        try fixture.export()
        try bring()
        #expect(try !record().isFavorite)
    }

    @Test func `a sidecar that another program puts beside a favorite says nothing of the mark`()
        throws
    {
        try fixture.add("a.jpg", seed: 1, [.isFavorite: .flag(true)])
        try fixture.export()
        var metadata = WrittenMetadata()
        metadata.caption = .value("Lake")
        try Data(SidecarWriting.bytes(stating: metadata, in: nil)).write(to: fixture.url("a.xmp"))
        try bring()
        #expect(try record().isFavorite && record().caption == "Lake")
    }

    @Test(arguments: [true, false], [true, false])
    func `what a copied sidecar stated before it came in is no edit`(
        isFavorite: Bool,
        isOldManifest: Bool
    ) throws {
        let card = fixture.folder.url.appendingPathComponent("card", isDirectory: true)
        try FileManager.default.createDirectory(at: card, withIntermediateDirectories: true)
        try Data(TestJPEG(seed: 1).data()).write(to: card.appendingPathComponent("a.jpg"))
        let label = "<digiKam:PickLabel>\(isFavorite ? 0 : 3)</digiKam:PickLabel>"
        let xmp = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
            <rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" \
            xmlns:digiKam="http://www.digikam.org/ns/1.0/"><xmp:Rating>2</xmp:Rating>\(label)\
            <dc:subject><rdf:Bag><rdf:li>lake</rdf:li><rdf:li>boat</rdf:li></rdf:Bag></dc:subject>\
            <digiKam:TagsList><rdf:Seq><rdf:li>lake</rdf:li></rdf:Seq></digiKam:TagsList>\
            </rdf:Description></rdf:RDF></x:xmpmeta>
            """
        try Data(xmp.utf8).write(to: card.appendingPathComponent("a.jpg.xmp"))
        try bring(card)
        let before = try record()
        try #require(before.rating == 2 && !before.isFavorite)
        if isFavorite { try fixture.change(before.uuid, [.isFavorite: .flag(true)]) }
        // The first export writes the manifest, and the second one copies the sidecar.
        try fixture.export()
        fixture.options.metadata = .none
        try fixture.export()
        let copy = try String(contentsOf: fixture.url("a.jpg.xmp"), encoding: .utf8)
        try #require(copy == xmp)
        try replace("Rating>2<", with: "Rating>4<")
        if isOldManifest {
            // Earlier manifests do not say which sidecars are copies.
            let manifest = fixture.url("photokit-export.jsonl")
            let text = try String(contentsOf: manifest, encoding: .utf8)
            try #require(text.contains("\"copied\":true,"))
            try Data(text.replacing("\"copied\":true,", with: "").utf8).write(to: manifest)
        }
        let log = try bring()
        let after = try record()
        #expect(after.rating == 4 && after.isFavorite == isFavorite)
        if !isOldManifest {
            #expect(log.conflicts.isEmpty && after.keywords == before.keywords)
        }
    }
}
