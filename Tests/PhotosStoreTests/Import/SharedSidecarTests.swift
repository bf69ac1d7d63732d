import Foundation
import PhotosImport
import PhotosMedia
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Sidecars with the name of several photos: they go where they say, or are read for each.
@Suite(.permit) struct SharedSidecarTests {
    private let fixture: ImportFixture

    init() throws { fixture = try ImportFixture(environment: .test(clock: TestClock())) }

    private static func sidecar(_ properties: String) -> [UInt8] {
        Array(
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/">
             <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
              <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
               xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
               xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/" xmp:Rating="4" \(properties)/>
             </rdf:RDF>
            </x:xmpmeta>
            """.utf8
        )
    }

    private func ratings(of events: ImportLog) throws -> [String: Int] {
        let rows = try fixture.library.records.rows(
            of: events.imported.values.map(\.uuid),
            in: .asset
        )
        let records = try fixture.library.records.assets(Array(rows.values)).records
        return try events.imported.mapValues { name in
            let row = try #require(rows[name.uuid])
            return records[row]?.rating ?? 0
        }
    }

    private func write() throws {
        try fixture.write(picture: "IMG_1.jpg", seed: 1)
        try fixture.write(picture: "IMG_1.jpeg", seed: 2)
    }

    @Test func `without a statement it is read for both, and the report says so`() throws {
        try write()
        try fixture.write("IMG_1.xmp", Self.sidecar(""))
        let planned = try fixture.run(options: { $0.isDryRun = true })
        #expect(planned.events.shared.keys.sorted() == ["IMG_1.xmp"])
        let (summary, events) = try fixture.run()
        #expect(
            summary.importedCount == 2 && summary.joinedCount == 1
                && summary.sharedSidecarCount == 1
        )
        #expect(try ratings(of: events) == ["IMG_1.jpg": 4, "IMG_1.jpeg": 4])
        #expect(events.shared["IMG_1.xmp"]?.contains("read for each of them") == true)
        let report = try String(contentsOf: #require(summary.reportURL), encoding: .utf8)
        #expect(report.contains("\"kind\":\"shared\"") && report.contains("IMG_1.xmp"))
        // Both keep its bytes, so that both have its words when facts are read again.
        let rows = try fixture.library.records.fetch(FetchPlan(.assets)).rows
        let kept = try fixture.library.originals.keptFiles(ofAssets: Array(rows))
        #expect(kept.count == 2 && kept.values.allSatisfy { $0.map(\.filename) == ["IMG_1.xmp"] })
        _ = try FactsRereading(fixture.library, selection: .rows(Array(rows))).run()
        #expect(try ratings(of: events) == ["IMG_1.jpg": 4, "IMG_1.jpeg": 4])
        #expect(try fixture.run().summary.unchangedCount == 3)
        #expect(try LibraryCheck(fixture.library, readingBytes: true).run().findings.isEmpty)
    }

    @Test(arguments: [
        #"crs:RawFileName="IMG_1.JPEG""#, #"xmpMM:DerivedFrom="C:\Photos\img_1.jpeg""#,
        #"photoshop:SidecarForExtension="JPEG""#,
    ])
    func `it goes to the photo that it states`(_ statement: String) throws {
        try write()
        try fixture.write("IMG_1.xmp", Self.sidecar(statement))
        let (summary, events) = try fixture.run()
        #expect(summary.sharedSidecarCount == 0 && summary.reportURL == nil)
        #expect(try ratings(of: events) == ["IMG_1.jpg": 0, "IMG_1.jpeg": 4])
    }

    @Test func `a changed or late one is read for both again`() throws {
        try write()
        let events = try fixture.run().events
        try fixture.write("IMG_1.xmp", Self.sidecar(""))
        #expect(try fixture.run().summary.sharedSidecarCount == 1)
        #expect(try ratings(of: events) == ["IMG_1.jpg": 4, "IMG_1.jpeg": 4])
        let changed = String(decoding: Self.sidecar(""), as: UTF8.self)
            .replacing("Rating=\"4\"", with: "Rating=\"2\" ")
        try fixture.write("IMG_1.xmp", Array(changed.utf8))
        #expect(try fixture.run().summary.sharedSidecarCount == 1)
        #expect(try ratings(of: events) == ["IMG_1.jpg": 2, "IMG_1.jpeg": 2])
        #expect(try LibraryCheck(fixture.library, readingBytes: true).run().findings.isEmpty)
    }

    @Test func `a sweep of a source reads it for both, too`() throws {
        let source = try SourceFixture(["IMG_1.jpg": 1, "IMG_1.jpeg": 2])
        try source.write("IMG_1.xmp", Self.sidecar(""))
        let report = try source.sweep()
        #expect(report.createdCount == 2 && report.joinedCount == 1)
        let rows = Array(try source.library.records.fetch(FetchPlan(.assets)).rows)
        let ratings = { try source.library.records.assets(rows).records.values.map(\.rating) }
        #expect(try ratings() == [4, 4])
        _ = try FactsRereading(source.library, selection: .rows(rows)).run()
        #expect(try ratings() == [4, 4])
    }
}
