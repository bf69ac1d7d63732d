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
}
