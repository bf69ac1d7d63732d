import Foundation
import PhotosImport
import PhotosMedia
import PhotosStore
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

/// What people change in an export with other programs comes in when the export is imported.
@Suite(.permit) struct EditedExportTests {
    private let fixture: ExportFixture
    private let target: Library
    private let person = PersonName()
    private let date = Date(timeIntervalSinceReferenceDate: 700_000_000.25)

    init() throws {
        let person = self.person
        fixture = try ExportFixture { Self.readFiles(&$0, person) }
        fixture.options.versions = .both
        fixture.options.metadata = .sidecars
        var environment = EngineEnvironment.test(seed: 77)
        Self.readFiles(&environment, person)
        target = try Library.inMemory(environment: environment)
    }

    /// Files with this name state two keywords.
    private static let nameWithKeywords = "k.jpg"
    /// Files with this name state a person, whose name is also a keyword.
    private static let nameWithPerson = "p.jpg"

    /// The name of the person, which another program may change.
    private final class PersonName: Sendable {
        let current = Mutex("Anna")
    }

    private static func readFiles(_ environment: inout EngineEnvironment, _ person: PersonName) {
        environment.zone = .gmt
        environment.examine = { descriptor, name in
            var facts = try MediaReader.headerFacts(of: descriptor, hint: nil, zone: .gmt)
            facts.reader = .worker
            if name == nameWithKeywords { facts.keywords = ["lake", "boat"] }
            if name == nameWithPerson {
                facts.persons = [person.current.withLock { $0 }]
                facts.keywords = facts.persons
            }
            return facts
        }
    }

    private var values: [AssetField: FieldValue] {
        var record = AssetRecord(rowID: 0, uuid: .zero)
        record.keywords = ["lake", "boat"]
        return [
            .caption: .text("At the lake"), .keywords: record[.keywords], .rating: .integer(2),
            .isFavorite: .flag(true), .latitude: .real(46.123456), .longitude: .real(9.25),
            .creationDate: .real(date.timeIntervalSinceReferenceDate),
            .creationZone: .integer(7_200), .dateSource: .text(AssetRecord.personsDate),
        ]
    }

    /// Imports the export's folder.
    @discardableResult
    private func bring(
        into library: Library? = nil,
        isDryRun: Bool = false
    ) throws -> (summary: LibraryImport.Report, log: ImportLog) {
        let log = Mutex(ImportLog())
        var options = ImportOptions()
        options.isDryRun = isDryRun
        let importer = Importer(
            library ?? target,
            options: options,
            notify: { event in log.withLock { $0.add(event) } }
        )
        return (try importer.run([fixture.out]), log.withLock { $0 })
    }

    private func record(_ name: String = "a.jpg", in library: Library? = nil) throws -> AssetRecord
    {
        let library = library ?? target
        let rows = Array(try library.records.fetch(FetchPlan(.assets)).rows)
        return try #require(
            try library.records.assets(rows).records.values.first { $0.filename == name }
        )
    }

    private func kept(in library: Library? = nil) throws -> [String] {
        let library = library ?? target
        let rows = Array(try library.records.fetch(FetchPlan(.assets)).rows)
        return try library.originals.keptFiles(ofAssets: rows).values.joined().map(\.filename)
            .sorted()
    }

    /// Changes a sidecar as another program does, which leaves everything else in it.
    private func edit(
        _ path: String = "a.jpg.xmp",
        _ change: (inout WrittenMetadata) -> Void
    ) throws {
        let url = fixture.url(path)
        var metadata = WrittenMetadata()
        change(&metadata)
        let existing = (try? Data(contentsOf: url)).map { Array($0) }
        try Data(SidecarWriting.bytes(stating: metadata, in: existing)).write(to: url)
    }

    @Test func `an edited sidecar counts before the manifest, for what it states`() throws {
        try fixture.add("a.jpg", seed: 1, values)
        try fixture.add("b.jpg", seed: 2, values)
        try fixture.export()
        try edit {
            $0.caption = .value("On the lake")
            $0.keywords = .value(["boat", "sail"])
            $0.rating = .value(5)
            $0.place = .value(.init(latitude: -33.5, longitude: 151.25))
            $0.title = .value("Regatta")
            $0.captureDate = .value(CaptureTime(localSeconds: 1_600_000_000, zoneOffset: 3_600))
        }
        let (summary, log) = try bring()
        #expect(log.changed == ["a.jpg.xmp"] && summary.changedCount == 1)
        #expect(summary.importedCount == 2 && summary.refusedCount == 0 && summary.otherCount == 0)
        let edited = try record()
        #expect(edited.caption == "On the lake" && edited.keywords == ["boat", "sail"])
        #expect(edited.rating == 5 && edited.isFavorite)
        #expect(edited.latitude == -33.5 && edited.longitude == 151.25)
        #expect(edited.creationDate == Date(timeIntervalSince1970: 1_599_996_400))
        #expect(edited.creationZone == 3_600)
        #expect(try target.facts.recorded(ofAsset: edited.rowID).companion?.title == "Regatta")
        #expect(try kept() == ["a.jpg.xmp"])
        let before = try record("b.jpg", in: fixture.library)
        let other = try record("b.jpg")
        for field in AssetField.allCases where values[field] != nil {
            #expect(other[field] == before[field], "\(field)")
        }
        // What is read later agrees.
        _ = try FactsRereading(target, selection: .rows([edited.rowID])).run()
        #expect(try record().caption == "On the lake")
    }

    @Test func `what an edited sidecar states as before is as exact as in the manifest`() throws {
        let uuid = try fixture.add("a.jpg", seed: 1, values)
        try fixture.change(
            uuid,
            [.altitude: .real(12.3456789), .course: .real(17.25), .speed: .real(1.0625)]
        )
        try fixture.export()
        try edit { $0.title = .value("Regatta") }
        #expect(try bring().summary.changedCount == 1)
        let before = try record(in: fixture.library)
        let after = try record()
        for field in AssetField.allCases where field.manifestUse == .always {
            #expect(after[field] == before[field], "\(field)")
        }
    }

    @Test func `a clock that a sidecar states without a zone is in the zone of the photo`() throws {
        try fixture.add("a.jpg", seed: 1, values)
        try fixture.export()
        try edit {
            $0.captureDate = .value(CaptureTime(localSeconds: 1_600_000_000, zoneOffset: nil))
        }
        try bring()
        #expect(try record().creationDate == Date(timeIntervalSince1970: 1_599_992_800))
        #expect(try record().creationZone == 7_200)
    }

    @Test func `keywords of a sidecar are added to those that only the file states`() throws {
        // The original states them itself, so the export states none in the sidecar.
        let uuid = try fixture.add(Self.nameWithKeywords, seed: 1)
        try fixture.change(uuid, [.rating: .integer(3)])
        try fixture.export()
        try edit("k.jpg.xmp") { $0.keywords = .value(["sail"]) }
        try bring()
        let edited = try record(Self.nameWithKeywords)
        #expect(edited.keywords == ["lake", "boat", "sail"] && edited.rating == 3)
    }

    @Test func `what an original states of withheld persons is not in the manifest`() throws {
        try fixture.add(Self.nameWithPerson, seed: 1)
        try fixture.export()
        let manifest = fixture.url("photokit-export.jsonl")
        try #require(try String(contentsOf: manifest, encoding: .utf8).contains("Anna"))
        fixture.options.withheld = [.persons]
        try fixture.export()
        #expect(try !String(contentsOf: manifest, encoding: .utf8).contains("Anna"))
    }

    @Test func `a former name of a withheld person is not in the manifest either`() throws {
        let uuid = try fixture.add(Self.nameWithPerson, seed: 1)
        try fixture.change(uuid, [.caption: .text("At the lake")])
        try fixture.export()
        // The sidecar stays, so later manifests repeat what the export wrote into it.
        try edit("p.jpg.xmp") { $0.title = .value("Regatta") }
        person.current.withLock { $0 = "Berta" }
        let row = try record(Self.nameWithPerson, in: fixture.library).rowID
        _ = try FactsRereading(fixture.library, selection: .rows([row])).run()
        try #require(
            try record(Self.nameWithPerson, in: fixture.library).keywords == ["Berta"]
        )
        try fixture.change(uuid, [.caption: .text("At the sea")])
        fixture.options.withheld = [.persons]
        for _ in 1...2 {
            #expect(try fixture.export().summary.keptCount == 1)
            let text = try String(
                contentsOf: fixture.url("photokit-export.jsonl"),
                encoding: .utf8
            )
            #expect(text.contains("At the lake"), "\(text)")
            #expect(!text.contains("Anna") && !text.contains("Berta"), "\(text)")
        }
    }

    @Test func `a removed keyword does not come back by an export without persons`() throws {
        var record = AssetRecord(rowID: 0, uuid: .zero)
        record.keywords = ["lake", "boat"]
        let uuid = try fixture.add("a.jpg", seed: 1, [.keywords: record[.keywords]])
        fixture.options.withheld = [.persons]
        try fixture.export()
        try edit { $0.rating = .value(4) }
        record.keywords = ["lake"]
        try fixture.change(uuid, [.keywords: record[.keywords]])
        for _ in 1...2 { #expect(try fixture.export().summary.keptCount == 1) }
        try bring(into: fixture.library)
        let edited = try self.record(in: fixture.library)
        #expect(edited.keywords == ["lake"] && edited.rating == 4)
    }

    @Test func `a keyword that was removed in a sidecar with all of them is gone`() throws {
        let uuid = try fixture.add(Self.nameWithKeywords, seed: 1)
        var record = try record(Self.nameWithKeywords, in: fixture.library)
        record.keywords.append("sail")
        try fixture.change(uuid, [.keywords: record[.keywords]])
        try fixture.export()
        try edit("k.jpg.xmp") { $0.keywords = .value(["boat", "sail"]) }
        try bring()
        #expect(try self.record(Self.nameWithKeywords).keywords == ["boat", "sail"])
    }

    @Test func `the library of the export takes the edit, and keeps what it changed itself`() throws
    {
        let uuid = try fixture.add("a.jpg", seed: 1, values)
        try fixture.export()
        try edit {
            $0.caption = .value("On the lake")
            $0.rating = .value(5)
        }
        try fixture.change(uuid, [.rating: .integer(1)])
        let dry = try bring(into: fixture.library, isDryRun: true)
        #expect(dry.log.changed == ["a.jpg.xmp"])
        #expect(try record(in: fixture.library).caption == "At the lake")
        let (summary, log) = try bring(into: fixture.library)
        #expect(log.changed == ["a.jpg.xmp"] && summary.importedCount == 0)
        #expect(Set(log.joined.keys) == ["a.jpg.xmp"] && Set(log.duplicates.keys) == ["a.jpg"])
        let after = try record(in: fixture.library)
        #expect(after.caption == "On the lake" && after.rating == 1)
        #expect(after.keywords == ["lake", "boat"] && after.isFavorite)
        #expect(after.creationDate == date && after.creationZone == 7_200)
        // The next import knows the sidecar, and names again what it left out.
        try fixture.change(uuid, [.caption: .text("Later")])
        let again = try bring(into: fixture.library)
        #expect(again.log.changed.isEmpty && again.log.joined.isEmpty)
        #expect(Set(again.log.duplicates.keys) == ["a.jpg", "a.jpg.xmp"])
        #expect(again.log.conflicts["a.jpg.xmp"]?.properties.contains(.rating) == true)
        #expect(try record(in: fixture.library).caption == "Later")
    }

    @Test func `a title counts like a caption, although it has no field in the library`() throws {
        try fixture.add("a.jpg", seed: 1, values)
        try fixture.export()
        func title() throws -> String? {
            let row = try record(in: fixture.library).rowID
            return try fixture.library.facts.recorded(ofAsset: row).companion?.title
        }
        try edit { $0.title = .value("Regatta") }
        #expect(try bring(into: fixture.library).log.conflicts.isEmpty)
        #expect(try title() == "Regatta")
        try edit("a.xmp") { $0.title = .value("Holiday") }
        let (summary, log) = try bring(into: fixture.library)
        #expect(log.conflicts["a.xmp"]?.properties == [.title] && summary.conflictCount == 1)
        #expect(log.conflicts["a.xmp"]?.reason.contains("photokit edit") == false)
        #expect(try title() == "Regatta")
        // The sidecar of which the title came in is changed once more.
        try edit { $0.title = .value("Second regatta") }
        #expect(try bring(into: fixture.library).log.conflicts["a.jpg.xmp"] == nil)
        #expect(try title() == "Second regatta")
    }

    @Test func `what the library changed stays, also where its value is that of the file`() throws {
        let uuid = try fixture.add("a.jpg", seed: 1, values)
        try fixture.export()
        try edit { $0.title = .value("Regatta") }
        // As the original has no caption, a person went back to what it states.
        try fixture.change(uuid, [.caption: .null])
        #expect(try bring(into: fixture.library).log.conflicts.isEmpty)
        #expect(try record(in: fixture.library).caption == nil)
        try edit { $0.caption = .value("On the lake") }
        let (_, log) = try bring(into: fixture.library)
        #expect(log.conflicts["a.jpg.xmp"]?.properties == [.caption])
        #expect(try record(in: fixture.library).caption == nil)
        _ = try FactsRereading(
            fixture.library,
            selection: .rows([record(in: fixture.library).rowID])
        ).run()
        #expect(try record(in: fixture.library).caption == nil)
    }

    @Test(arguments: ["a.jpg.xmp", "a.xmp"])
    func `a sidecar that another program adds to an export is that of its photo`(
        _ name: String
    )
        throws
    {
        // Nothing differs from the original, so the export writes no sidecar.
        try fixture.add("a.jpg", seed: 1)
        try fixture.export()
        #expect(try fixture.names() == ["a.jpg", "photokit-export.jsonl"])
        try edit(name) {
            $0.caption = .value("At the lake")
            $0.keywords = .value(["boat"])
        }
        let (summary, log) = try bring()
        #expect(summary.otherCount == 0 && summary.refusedCount == 0 && log.changed.isEmpty)
        #expect(Set(log.joined.keys) == [name])
        #expect(try record().caption == "At the lake" && record().keywords == ["boat"])
        #expect(try kept() == [name])
        try bring(into: fixture.library)
        #expect(try record(in: fixture.library).caption == "At the lake")
    }

    @Test func `a photo gets its new path when the sidecar that kept it is the export's own`()
        throws
    {
        try fixture.add("a.jpg", seed: 1)
        try fixture.export()
        func names() throws -> [String] {
            try fixture.names().filter { $0.hasSuffix(".jpg") || $0.hasSuffix(".xmp") }
        }
        try #require(try names() == ["a.jpg"])
        try edit { $0.rating = .value(4) }
        try bring(into: fixture.library)
        try #require(try record(in: fixture.library).rating == 4)
        fixture.options.template = try ExportTemplate("x/{original}")
        // The export writes its own sidecar in the place of the other program's.
        try fixture.export()
        try #require(try names() == ["a.jpg", "a.jpg.xmp"])
        #expect(try fixture.export().summary.failedCount == 0)
        #expect(try names() == ["x/a.jpg", "x/a.jpg.xmp"])
    }

    @Test func `a sidecar that nobody can read any more is kept, and the manifest counts`() throws {
        try fixture.add("a.jpg", seed: 1, values)
        try fixture.export()
        try Data("<x:xmpmeta".utf8).write(to: fixture.url("a.jpg.xmp"))
        let (summary, log) = try bring()
        #expect(summary.importedCount == 1 && summary.refusedCount == 0)
        #expect(log.complaints["a.jpg.xmp"]?.hasPrefix("It is no sidecar") == true)
        #expect(try record().caption == "At the lake" && kept() == ["a.jpg.xmp"])
    }

    @Test func `sidecars as the export wrote them are not kept, and not called changed`() throws {
        try fixture.add("a.jpg", seed: 1, values)
        try fixture.export()
        let (summary, log) = try bring()
        #expect(log.changed.isEmpty && log.joined.isEmpty && summary.changedCount == 0)
        #expect(try kept().isEmpty)
    }

    @Test func `a photo that was cropped after the export has the size of its file`() throws {
        try fixture.add("a.jpg", seed: 1, values)
        try fixture.export()
        let size = (width: 40, height: 24)
        try Data(TestJPEG(width: size.width, height: size.height, seed: 1).data())
            .write(to: fixture.url("a.jpg"))
        let (_, log) = try bring()
        #expect(log.changed == ["a.jpg"])
        #expect(try record().pixelWidth == size.width && record().pixelHeight == size.height)
        #expect(try record().caption == "At the lake")
    }

    @Test(arguments: [false, true])
    func `a file that was changed, and whose photo was deleted, is a new photo with its sidecar`(
        _ removes: Bool
    ) throws {
        let uuid = try fixture.add("a.jpg", seed: 1, values)
        let other = try fixture.add("b.jpg", seed: 2, values)
        try fixture.add("c.jpg", seed: 3, values)
        try fixture.export()
        let work = TestJPEG(width: 40, height: 24, seed: 9).data()
        try Data(work).write(to: fixture.url("a.jpg"))
        // A sidecar alone is no photo.
        try edit("b.jpg.xmp") { $0.title = .value("Regatta") }
        try fixture.library.commit(.deleteAssets([uuid, other]))
        fixture.options.removesDeleted = removes
        try fixture.export()
        let (summary, log) = try bring()
        #expect(Set(log.imported.keys) == ["a.jpg", "c.jpg"] && summary.refusedCount == 0)
        #expect(log.deleted.sorted() == (removes ? ["b.jpg.xmp"] : ["b.jpg", "b.jpg.xmp"]))
        #expect(try record().caption == "At the lake" && record().rating == 2)
        #expect(try record().pixelWidth == 40)
        let again = try bring()
        #expect(again.summary.importedCount == 0 && again.log.imported.isEmpty)
        // The library of the export has deleted the photo, and not this work.
        let own = try bring(into: fixture.library)
        #expect(Set(own.log.imported.keys) == ["a.jpg"])
    }

    @Test func `a reverted version that somebody changed is a new photo`() throws {
        let uuid = try fixture.add("a.jpg", seed: 1, values)
        try fixture.library.commit(.edit(uuid, seed: 3))
        try fixture.export()
        try fixture.library.commit(.revert(uuid))
        try Data(TestJPEG(width: 40, height: 24, seed: 9).data())
            .write(to: fixture.url("a-edited.JPG"))
        fixture.options.removesDeleted = true
        try fixture.export()
        let (summary, log) = try bring()
        #expect(Set(log.imported.keys) == ["a.jpg", "a-edited.JPG"], "\(log)")
        #expect(summary.refusedCount == 0)
    }
}
