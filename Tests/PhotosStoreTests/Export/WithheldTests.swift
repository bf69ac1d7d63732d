import Foundation
import PhotosMedia
import PhotosStore
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

@testable import PhotosImport

/// What an export states about a photo, and what it keeps back.
@Suite(.permit) struct WithheldTests {
    private static func asset() -> ExportedAsset {
        var record = AssetRecord(rowID: 1, uuid: UUID())
        record.latitude = 46
        record.longitude = 9
        record.caption = "At the lake"
        record.rating = 4
        var facts = AssetFacts(original: RecordedFacts(reader: MediaFacts.readerVersion))
        facts.original?.caption = "At the lake"
        facts.companion = RecordedFacts(reader: 1)
        facts.companion?.persons = ["Anna"]
        return ExportedAsset(record: record, resources: [], facts: facts)
    }

    @Test func `only what differs from the file is stated`() {
        let written = ExportMetadata.writtenMetadata(of: Self.asset(), withheld: [], in: .nothing)
        #expect(written.caption == nil)
        #expect(written.rating == .value(4))
        #expect(written.place?.value?.latitude == 46)
        #expect(written.persons?.value?.map(\.name) == ["Anna"])
        var same = Self.asset()
        same.facts.original?.rating = 4
        same.facts.original?.location = .init(latitude: 46, longitude: 9)
        same.facts.companion = nil
        #expect(ExportMetadata.writtenMetadata(of: same, withheld: [], in: .nothing).isEmpty)
    }

    @Test(
        arguments: [
            ("a.xmp", false), ("a.json", false), ("a.xmp.merged", true), ("a.xmp.unreadable", true),
            ("a.jpg.pp3", true), ("a.xmp.earlier", true),
        ],
        [true, false]
    )
    func `an export without metadata leaves words out where no file beside the photo has them`(
        _ file: (String, Bool),
        isKept: Bool
    ) {
        let (name, leavesOut) = file
        var asset = Self.asset()
        asset.facts.companion = nil
        asset.companions = [
            .init(
                url: URL(filePath: "/\(name)"),
                name: name,
                byteCount: 1,
                modification: 1,
                isKept: isKept
            )
        ]
        // Of an exporter's file in a source, nothing was read.
        let isUnread = !isKept && name == "a.json"
        #expect(ExportMetadata.leavesOut(asset, withheld: []) == (leavesOut || isUnread))
    }

    @Test func `an earlier state of a photo is stated without what is withheld`() {
        var facts = RecordedFacts(reader: 1)
        facts.location = .init(latitude: 46, longitude: 9)
        facts.persons = ["Anna"]
        facts.keywords = ["Anna", "lake"]
        let base = ExportManifest.Base(
            fields: [
                "latitude": .real(46),
                "keywords": .list(["Anna", "lake"]),
            ],
            companion: ManifestFacts(facts, withoutPlaces: false, withoutPersons: false)
        )
        let shown = base.without(places: true, personsExceptKeywords: ["lake", "sail"])
        // One of the keywords is a name, so the state does not say which it had.
        #expect(shown.fields == ["keywords": ManifestValue.none] && !shown.hasKeywords)
        #expect(shown.companion?.location == nil && shown.companion?.persons == nil)
        #expect(shown.companion?.keywords == nil)
        let all = base.without(places: true, personsExceptKeywords: ["Anna", "lake"])
        #expect(all.fields == ["keywords": .list(["Anna", "lake"])] && all.hasKeywords)
        #expect(all.companion?.persons == nil && all.companion?.keywords == ["Anna", "lake"])
    }

    @Test func `words of a sidecar are stated, and names of a withheld place are not`() {
        var asset = Self.asset()
        asset.facts.original?.title = "Original"
        asset.facts.companion?.title = "Wedding of Eve"
        asset.facts.companion?.headline = "The day"
        asset.facts.companion?.creators = ["Ada"]
        asset.facts.companion?.placeNames = .init(city: "Vienna")
        let written = ExportMetadata.writtenMetadata(of: asset, withheld: [], in: .nothing)
        #expect(written.title == .value("Wedding of Eve"))
        #expect(written.headline == .value("The day"))
        #expect(written.creators == .value(["Ada"]))
        #expect(written.placeNames == .value(.init(city: "Vienna")))
        let withheld = ExportMetadata.writtenMetadata(of: asset, withheld: .places, in: .copy)
        #expect(withheld.placeNames == nil && withheld.place == .removed)
        #expect(withheld.title == .value("Wedding of Eve"))
        asset.facts.original?.placeNames = .init(city: "Vienna")
        #expect(ExportMetadata.stillStated(in: asset, of: .places) == .places)
    }

    @Test func `a rejection is stated as a rating of -1, unless the file states it`() {
        var asset = Self.asset()
        asset.record.rating = 0
        asset.record.isRejected = true
        #expect(
            ExportMetadata.writtenMetadata(of: asset, withheld: [], in: .nothing).rating
                == .value(-1)
        )
        asset.facts.original?.rating = -1
        #expect(ExportMetadata.writtenMetadata(of: asset, withheld: [], in: .nothing).rating == nil)
        asset.record.isRejected = false
        #expect(
            ExportMetadata.writtenMetadata(of: asset, withheld: [], in: .nothing).rating == .removed
        )
    }

    @Test func `a date that a person set is stated also where the file has none`() {
        var asset = Self.asset()
        let date = Date(timeIntervalSince1970: 978_404_645)
        asset.record.creationDate = date
        asset.record.creationZone = 3_600
        asset.record.dateSource = AssetRecord.personsDate
        let time = CaptureTime(localSeconds: 978_408_245, zoneOffset: 3_600)
        func written() -> WrittenMetadata {
            ExportMetadata.writtenMetadata(of: asset, withheld: [], in: .nothing)
        }
        #expect(written().captureDate == .value(time))
        var stated = RecordedFacts.Capture(
            date: date,
            zone: 3_600,
            isZoneAssumed: false,
            source: FactsTable.nameTag
        )
        asset.facts.original?.capture = stated
        #expect(written().captureDate == .value(time))
        stated.source = "Exif.Photo.DateTimeOriginal"
        asset.facts.original?.capture = stated
        #expect(written().captureDate == nil)
        asset.facts.original?.capture = nil
        asset.record.dateSource = FactsTable.fileTag
        #expect(written().captureDate == nil)
    }

    @Test func `details of a place that the API calls unknown are not stated`() {
        var asset = Self.asset()
        asset.record.altitude = 0
        asset.record.verticalAccuracy = -1
        asset.record.horizontalAccuracy = 0
        asset.record.course = -1
        asset.record.speed = -1
        let written = ExportMetadata.writtenMetadata(of: asset, withheld: [], in: .nothing)
        #expect(written.place == .value(.init(latitude: 46, longitude: 9)))
        #expect(written.unwritable.isEmpty)
    }

    @Test func `a value that a person removed is removed`() {
        var asset = Self.asset()
        asset.record.caption = nil
        asset.record.rating = 0
        asset.facts.original?.rating = 2
        let written = ExportMetadata.writtenMetadata(of: asset, withheld: [], in: .nothing)
        #expect(written.caption == .removed)
        #expect(written.rating == .removed)
    }

    @Test func `withheld things are not stated, and removed from what may state them`() {
        let withheld: ExportOptions.Withheld = [.places, .persons]
        let new = ExportMetadata.writtenMetadata(of: Self.asset(), withheld: withheld, in: .nothing)
        #expect(new.place == nil && new.persons == nil && new.rating == .value(4))
        let merged = ExportMetadata.writtenMetadata(of: Self.asset(), withheld: withheld, in: .copy)
        #expect(merged.place == .removed && merged.persons == .removed)
    }

    @Test func `names of withheld persons are no keywords either`() {
        var asset = Self.asset()
        asset.record.keywords = ["Anna", "lake"]
        asset.facts.original?.keywords = ["Anna", "lake"]
        let base = ExportMetadata.Base.sidecar
        let all = ExportMetadata.writtenMetadata(of: asset, withheld: [], in: base)
        #expect(all.keywords == nil)
        let without = ExportMetadata.writtenMetadata(of: asset, withheld: [.persons], in: base)
        #expect(without.keywords == .value(["lake"]))
        asset.record.keywords = ["Anna"]
        #expect(
            ExportMetadata.writtenMetadata(of: asset, withheld: [.persons], in: base).keywords
                == .removed
        )
        // The sidecar that came in has the name as its only keyword.
        asset.facts.original?.keywords = []
        asset.facts.companion?.keywords = ["Anna"]
        #expect(
            ExportMetadata.writtenMetadata(of: asset, withheld: [.persons], in: base).keywords
                == .removed
        )
        #expect(
            ExportMetadata.writtenMetadata(of: asset, withheld: [.persons], in: .nothing).keywords
                == nil
        )
    }

    @Test func `a sidecar that came in loses what is withheld, also where nothing is added to it`()
        throws
    {
        let folder = try TemporaryFolder()
        let url = folder.url.appendingPathComponent("a.jpg.xmp")
        var written = WrittenMetadata()
        written.place = .value(.init(latitude: 46.125, longitude: 9.25))
        written.persons = .value([.init(name: "Anna")])
        written.keywords = .value(["Anna", "lake"])
        written.caption = .value("At the lake")
        let bytes = try SidecarWriting.bytes(stating: written, in: nil)
        try Data(bytes).write(to: url)
        let fixture = try ExportFixture()
        fixture.options.withheld = [.places, .persons]
        var asset = Self.asset()
        asset.facts.companion?.keywords = ["Anna", "lake"]
        asset.companions = [
            .init(
                url: url,
                name: url.lastPathComponent,
                byteCount: Int64(bytes.count),
                modification: 0
            )
        ]
        let planner = AssetFilePlanner(library: fixture.library, options: fixture.options)
        let outcome = planner.files(of: asset)
        guard case .bytes(let left)? = outcome.files.first?.content else {
            Issue.record("The sidecar is gone.")
            return
        }
        let text = String(decoding: left, as: UTF8.self)
        #expect(text.contains("At the lake") && text.contains("lake"))
        #expect(!text.contains("Anna") && !text.contains("GPSLatitude"), "\(text)")
        // The keywords of the library count before those that came in.
        asset.record.keywords = ["Anna", "boat"]
        guard case .bytes(let updated)? = planner.files(of: asset).files.first?.content else {
            Issue.record("The sidecar is gone.")
            return
        }
        let words = String(decoding: updated, as: UTF8.self)
        #expect(words.contains(">boat<") && !words.contains(">lake<"), "\(words)")
        #expect(!words.contains("Anna"), "\(words)")
        // Nobody can tell what another format states.
        try Data("place = 46, 9".utf8).write(to: url)
        let unknown = planner.files(of: asset)
        #expect(unknown.files.isEmpty && unknown.problems.map(\.name) == ["a.jpg.xmp"])
    }

    @Test func `a sidecar that came in loses marks and albums that the photo has lost`() {
        let asset = Self.asset()
        let sidecar = ExportMetadata.writtenMetadata(of: asset, withheld: [], in: .sidecar)
        #expect(sidecar.isFavorite == false && sidecar.isHidden == false)
        #expect(sidecar.albums == .removed)
        let copy = ExportMetadata.writtenMetadata(of: asset, withheld: [], in: .copy)
        #expect(copy.isFavorite == nil && copy.isHidden == nil && copy.albums == nil)
    }

    @Test func `what stays in the bytes of a copy is what the original states`() {
        var asset = Self.asset()
        #expect(ExportMetadata.stillStated(in: asset, of: [.places, .persons]).isEmpty)
        asset.facts.original?.location = .init(latitude: 46, longitude: 9)
        asset.facts.original?.persons = ["Anna"]
        #expect(ExportMetadata.stillStated(in: asset, of: [.places]) == [.places])
        #expect(
            ExportMetadata.stillStated(in: asset, of: [.places, .persons]) == [
                .places, .persons,
            ]
        )
        // Nobody knows what a file states of which only the header was read, or that was never read.
        asset.facts.original = RecordedFacts(reader: 0)
        #expect(ExportMetadata.stillStated(in: asset, of: [.persons]) == [.persons])
        asset.facts.original = nil
        #expect(ExportMetadata.stillStated(in: asset, of: [.persons]) == [.persons])
    }

    @Test func `a copy that refuses metadata is named at each export`() throws {
        let fixture = try ExportFixture()
        try fixture.add("a.jpg", seed: 1)
        fixture.options.metadata = .embedded
        fixture.options.withheld = [.places]
        func named() throws -> [String] {
            let names = Mutex<[String]>([])
            let exporter = Exporter(
                fixture.library,
                options: fixture.options,
                embed: { _, _, _ in throw MediaFileError(.notEmbeddable, "no") },
                notify: { event in
                    guard case .remains(let url, _, _) = event else { return }
                    names.withLock { $0.append(url.lastPathComponent) }
                }
            )
            _ = try exporter.runAll(to: fixture.out)
            return names.withLock { $0 }
        }
        for _ in 1...2 { #expect(try named() == ["a.jpg"]) }
        // The copy is renamed, and not written again.
        fixture.options.template = try ExportTemplate("x/{original}")
        #expect(try named() == ["a.jpg"])
    }

    @Test func `a sidecar that stays and may state a withheld place is named at each export`()
        throws
    {
        let fixture = try ExportFixture()
        try fixture.add("a.jpg", seed: 1, [.latitude: .real(46.5), .longitude: .real(9.25)])
        fixture.options.metadata = .sidecars
        try fixture.export()
        let sidecar = fixture.url("a.jpg.xmp")
        func named() throws -> [String] {
            try fixture.export().events.compactMap { event -> String? in
                guard case .remains(let url, _, _) = event else { return nil }
                return url.lastPathComponent
            }.filter { $0 == "a.jpg.xmp" }
        }
        let written = try Data(contentsOf: sidecar)
        // An export without sidecars leaves those of an earlier one.
        fixture.options.metadata = .none
        #expect(try named().isEmpty)
        fixture.options.withheld = [.places]
        for _ in 1...2 { #expect(try named().count == 1) }
        // Another program changed it.
        try (written + Data("\n".utf8)).write(to: sidecar)
        fixture.options.metadata = .sidecars
        for _ in 1...2 { #expect(try named().count == 1) }
        try FileManager.default.removeItem(at: sidecar)
        #expect(try named().isEmpty)
    }

    @Test func `no file of an export states a withheld place, and an original that does is named`()
        throws
    {
        let fixture = try ExportFixture()
        let uuid = try fixture.add("a.jpg", seed: 1)
        try fixture.change(
            uuid,
            [.latitude: .real(46.123456), .longitude: .real(9.2), .caption: .text("x")]
        )
        fixture.options.metadata = .sidecars
        fixture.options.withheld = [.places]
        try fixture.export()
        for (name, bytes) in try fixture.files() {
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(!text.contains("46.12") && !text.contains("46,7"), "\(name)")
        }
        fixture.options.withheld = []
        try fixture.export()
        let manifest = try fixture.files()["photokit-export.jsonl"] ?? Data()
        #expect(String(decoding: manifest, as: UTF8.self).contains("46.123456"))
    }
}
