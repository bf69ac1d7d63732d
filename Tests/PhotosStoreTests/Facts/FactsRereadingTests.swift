import Foundation
import GRDB
import PhotosImport
import PhotosMedia
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Reading files again: what a better reader finds is taken over, and what a person set stays.
@Suite(.permit) struct FactsRereadingTests {
    private static let fixture = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/libraries/v5", isDirectory: true)

    /// A library of format 5: a clock without a zone and a person's words (IMG_1), a zone and a sidecar (IMG_2), a photo
    /// that came in without the worker (IMG_3), and one that nobody touched (IMG_4).
    private func open(in folder: TemporaryFolder) throws -> Library {
        let root = folder.url.appendingPathComponent("V5.photolib", isDirectory: true)
        if !FileManager.default.fileExists(atPath: root.path) {
            try FileManager.default.copyItem(at: Self.fixture, to: root)
        }
        let worker = try TestWorker.client()
        var environment = EngineEnvironment.test(seed: 3)
        let tokyo = TimeZone(identifier: "Asia/Tokyo") ?? .gmt
        environment.zone = tokyo
        environment.examine = { descriptor, _ in try worker.facts(of: descriptor, zone: tokyo) }
        return try Library.open(root, environment: environment)
    }

    private func assets(_ library: Library) throws -> [String: AssetRecord] {
        let rows = try library.records.fetch(FetchPlan(.assets)).rows
        return Dictionary(
            uniqueKeysWithValues: try library.records.assets(rows).records.values.map {
                ($0.filename ?? "", $0)
            }
        )
    }

    @Test
    func `a library of an older format gets its dates, zones and words, and keeps a person's`()
        throws
    {
        let folder = try TemporaryFolder()
        let library = try open(in: folder)
        defer { library.close() }
        let before = try assets(library)
        var changed: [String: [AssetField]] = [:]
        let rereading = FactsRereading(
            library,
            selection: .outdated,
            notify: { event in
                if case .changed(let asset, let changes) = event {
                    changed[asset.filename ?? ""] = changes.map(\.field)
                }
            }
        )
        let report = try rereading.run()
        #expect(report.read == 4 && report.unread == 0)
        let after = try assets(library)
        let late = try #require(after["IMG_3.jpg"])
        #expect(late.dateSource == "Exif.Photo.DateTimeOriginal" && late.creationZone == 7200)
        #expect(late.caption == "Third")
        let mine = try #require(after["IMG_1.jpg"])
        #expect(mine.caption == "Mine" && mine.keywords == ["lake", "own"])
        // It was imported in Vienna: that stays its zone, wherever it is read again.
        #expect(mine.creationDate == before["IMG_1.jpg"]?.creationDate)
        #expect(mine.creationZone == 7200 && mine.traits.contains(.zoneAssumed))
        #expect(after["IMG_2.jpg"]?.caption == "From the sidecar")
        #expect(after["IMG_2.jpg"]?.creationZone == 32_400)
        #expect(changed["IMG_3.jpg"]?.contains(.creationDate) == true)
        #expect(changed["IMG_2.jpg"] == nil)
        #expect(try LibraryCheck(library).run().findings.isEmpty)
        let again = try FactsRereading(library, selection: .outdated).run()
        #expect(again.read == 0)
    }

    @Test func `words that an older reader misread from a kept sidecar go`() throws {
        let fixture = try ImportFixture(environment: SourceFactsTests.environment())
        try fixture.write(picture: "a.jpg", seed: 1)
        let sidecar = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="4"/>
            </rdf:RDF></x:xmpmeta>
            """
        try fixture.write("a.xmp", Array(sidecar.utf8))
        _ = try fixture.run()
        let queue = try DatabaseQueue(path: fixture.library.layout.database.path)
        try queue.write {
            try $0.execute(
                sql: "UPDATE file_facts SET title = 'Wrong', reader = reader - 1 WHERE origin = 1"
            )
        }
        try queue.close()
        let row = try #require(try fixture.library.records.fetch(FetchPlan(.assets)).rows.first)
        #expect(try fixture.library.facts.recorded(ofAsset: row).companion?.title == "Wrong")
        let report = try FactsRereading(fixture.library, selection: .rows([row])).run()
        #expect(report.read == 1)
        let companion = try fixture.library.facts.recorded(ofAsset: row).companion
        #expect(companion?.title == nil && companion?.rating == 4)
    }

    @Test(arguments: [(1.0, "Kept"), (3.0, "Source")])
    func `the newer of a kept sidecar and one in a source is read again`(
        date: Double,
        expected: String
    ) throws {
        let fixture = try SourceFixture(environment: SourceFactsTests.environment())
        for name in ["a.jpg", "../card/a.jpg"] {
            try fixture.write(name, SourceFactsTests.file("rating=1"))
        }
        for (name, caption, date) in [
            ("../card/a.jpg.xmp", "Kept", 2), ("a.jpg.xmp", "Source", date),
        ] {
            try fixture.write(name, SourceFactsTests.sidecar(caption: caption))
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_000_000 * date)],
                ofItemAtPath: fixture.url(name).path
            )
        }
        try fixture.sweep()
        let card = fixture.folder.url.appendingPathComponent("card", isDirectory: true)
        _ = try Importer(fixture.library).run([card])
        let row = try #require(try fixture.library.records.fetch(FetchPlan(.assets)).rows.first)
        #expect(try FactsRereading(fixture.library, selection: .rows([row])).run().read == 1)
        let asset = try fixture.library.records.assets([row]).records[row]
        #expect(asset?.caption == expected)
    }

    @Test func `a dry run tells the same and changes nothing`() throws {
        let folder = try TemporaryFolder()
        let library = try open(in: folder)
        defer { library.close() }
        let before = try assets(library)
        let sequence = try library.history.currentPosition().sequence
        let report = try FactsRereading(library, selection: .outdated, isDryRun: true).run()
        #expect(report.read == 4 && report.changed == 3)
        #expect(try assets(library) == before)
        #expect(try library.history.currentPosition().sequence == sequence)
    }

    @Test func `a reading that was interrupted goes on where it ended`() throws {
        let fixture = try ImportFixture(environment: .test(seed: 1))
        for seed in 0..<70 { try fixture.write(picture: "\(seed).jpg", seed: UInt8(seed)) }
        _ = try fixture.run()
        let root = fixture.library.layout.root
        fixture.library.close()
        let library = try Library.open(root, environment: SourceFactsTests.environment())
        defer { library.close() }
        var questions = 0
        let first = try FactsRereading(
            library,
            selection: .outdated,
            isCancelled: {
                questions += 1
                return questions > 1
            }
        )
        .run()
        #expect(first.wasCancelled && first.read == 64)
        let second = try FactsRereading(library, selection: .outdated).run()
        #expect(!second.wasCancelled && second.read == 6)
    }

    @Test func `a file that is gone is told about, and read the next time`() throws {
        let folder = try TemporaryFolder()
        let library = try open(in: folder)
        defer { library.close() }
        let asset = try #require(try assets(library)["IMG_4.jpg"])
        let resource = try #require(
            try library.records.resources(ofAssets: [asset.rowID])[asset.rowID]?.first
        )
        let url = try library.originals.url(of: resource)
        let aside = folder.url.appendingPathComponent("aside.jpg")
        try FileManager.default.moveItem(at: url, to: aside)
        let report = try FactsRereading(library, selection: .outdated).run()
        #expect(report.read == 3 && report.unread == 1)
        try FileManager.default.moveItem(at: aside, to: url)
        #expect(try FactsRereading(library, selection: .outdated).run().read == 1)
    }
}
