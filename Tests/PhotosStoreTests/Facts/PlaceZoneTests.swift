import Foundation
import PhotosImport
import PhotosMedia
import PhotosSearch
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// The zone of a photo's place, where its files state none.
@Suite(.permit) struct PlaceZoneTests {
    /// Every place in the west is in New York, every other in Zurich, and the sea has no zone.
    private struct Zones: PlaceZoning {
        func zone(near point: PlacePoint) -> TimeZone? {
            guard abs(point.latitude) > 1 else { return nil }
            return TimeZone(identifier: point.longitude < 0 ? "America/New_York" : "Europe/Zurich")
        }
    }

    private static func date(_ text: String) throws -> Date {
        try Date(text, strategy: .iso8601)
    }

    private static func metadata(
        _ date: String,
        zone: Int? = nil,
        isAssumed: Bool = false,
        source: String = "QuickTime.CreateDate",
        latitude: Double = 46,
        longitude: Double = 7.5
    ) throws -> FileMetadata {
        var facts = RecordedFacts(reader: MediaFacts.readerVersion)
        facts.capture = RecordedFacts.Capture(
            date: try self.date(date),
            zone: zone,
            isZoneAssumed: isAssumed,
            source: source
        )
        facts.location = MediaFacts.Location(latitude: latitude, longitude: longitude)
        return FileMetadata(original: facts, companion: nil)
    }

    private static func asset(_ metadata: FileMetadata) -> AssetRecord {
        var asset = AssetRecord(rowID: 1, uuid: UUID())
        asset.follow(from: nil, to: metadata)
        asset.assumeZone(of: metadata, Zones())
        return asset
    }

    @Test func `a moment in GMT stays, in the zone of its place and date`() throws {
        for (date, longitude, zone) in [
            ("2024-07-01T22:30:00Z", 7.5, 7200), ("2024-01-01T22:30:00Z", 7.5, 3600),
            ("2024-07-01T22:30:00Z", -74.0, -14_400), ("2024-03-10T07:00:00Z", -74.0, -14_400),
            ("2024-03-10T06:59:59Z", -74.0, -18_000),
        ] {
            let asset = Self.asset(try Self.metadata(date, longitude: longitude))
            #expect(asset.creationDate == (try Self.date(date)))
            #expect(asset.creationZone == zone, "\(date)")
            #expect(asset.traits.contains(.zoneAssumed))
            #expect(asset.dateSource == "QuickTime.CreateDate")
        }
    }

    @Test func `the digits of a local time stay, and its moment follows the place`() throws {
        // 18:00 on the clock, read by a computer in Tokyo.
        for (date, longitude, moment, zone) in [
            ("2024-07-01T09:00:00Z", 7.5, "2024-07-01T16:00:00Z", 7200),
            ("2024-01-01T09:00:00Z", -74.0, "2024-01-01T23:00:00Z", -18_000),
            // The clocks of New York went from 1:59 to 3:00.
            ("2024-03-09T16:59:00Z", -74.0, "2024-03-10T06:59:00Z", -18_000),
            ("2024-03-09T18:00:00Z", -74.0, "2024-03-10T07:00:00Z", -14_400),
            // 2:30, on a clock that nobody set forward.
            ("2024-03-09T17:30:00Z", -74.0, "2024-03-10T07:30:00Z", -18_000),
            ("2024-03-30T17:30:00Z", 7.5, "2024-03-31T01:30:00Z", 3600),
        ] {
            let metadata = try Self.metadata(
                date,
                zone: 32_400,
                isAssumed: true,
                longitude: longitude
            )
            let asset = Self.asset(metadata)
            #expect(asset.creationDate == (try Self.date(moment)), "\(date)")
            #expect(asset.creationZone == zone && asset.locationDate == asset.creationDate)
            #expect(asset.differences(from: metadata).isEmpty)
        }
    }

    @Test func `what files or a person stated stays, and so does a place without a zone`() throws {
        let stated = Self.asset(try Self.metadata("2024-07-01T09:00:00Z", zone: 32_400))
        #expect(stated.creationZone == 32_400 && !stated.traits.contains(.zoneAssumed))
        let sea = Self.asset(try Self.metadata("2024-07-01T09:00:00Z", latitude: 0))
        #expect(sea.creationZone == nil && !sea.traits.contains(.zoneAssumed))
        let file = Self.asset(
            try Self.metadata("2024-07-01T09:00:00Z", source: FactsTable.fileTag)
        )
        #expect(file.creationZone == nil)
        let metadata = try Self.metadata("2024-07-01T09:00:00Z")
        var person = Self.asset(metadata)
        (person.creationZone, person.dateSource) = (0, AssetRecord.personsDate)
        person.traits.remove(.zoneAssumed)
        let set = person
        person.follow(from: metadata, to: metadata)
        person.assumeZone(of: metadata, Zones())
        #expect(person == set)
    }

    @Test
    func `an assumed zone stays without a table, follows the place, and gives way to a stated one`()
        throws
    {
        let before = try Self.metadata("2024-07-01T22:30:00Z")
        var asset = Self.asset(before)
        #expect(asset.differences(from: before).isEmpty)
        let first = asset
        asset.follow(from: before, to: before)
        #expect(asset == first)
        let moved = try Self.metadata("2024-07-01T22:30:00Z", longitude: -74)
        asset.follow(from: before, to: moved)
        asset.assumeZone(of: moved, Zones())
        #expect(asset.creationZone == -14_400 && asset.longitude == -74)
        let stated = try Self.metadata("2024-07-01T22:30:00Z", zone: -18_000, longitude: -74)
        asset.follow(from: moved, to: stated)
        asset.assumeZone(of: stated, Zones())
        #expect(asset.creationZone == -18_000 && !asset.traits.contains(.zoneAssumed))
    }

    @Test func `a library gives zones to what comes in, and to what it reads again`() throws {
        var environment = EngineEnvironment.test(seed: 5)
        environment.examine = { descriptor, hint in
            var facts = try MediaReader.headerFacts(of: descriptor, hint: hint, zone: .gmt)
            facts.reader = .worker
            facts.creationDate = Date(timeIntervalSince1970: 1_719_873_000)
            facts.dateSource = "QuickTime.CreateDate"
            (facts.zoneOffset, facts.assumedZoneOffset) = (nil, nil)
            facts.location = MediaFacts.Location(latitude: 46, longitude: 7.7)
            return facts
        }
        let fixture = try ImportFixture(environment: environment)
        _ = try fixture.write("A.jpg", TestJPEG(seed: 1).data())
        _ = try fixture.run([fixture.folder])
        func zones() throws -> [String?: Int?] {
            let rows = try fixture.library.records.fetch(FetchPlan(.assets)).rows
            return Dictionary(
                uniqueKeysWithValues: try fixture.library.records.assets(rows).records.values.map {
                    ($0.filename, $0.creationZone)
                }
            )
        }
        #expect(try zones() == ["A.jpg": nil])
        try fixture.library.places.usePlaces([
            PlaceEntry(
                try #require(PlacePoint(46.02, 7.75)),
                name: "Zermatt",
                zone: "Europe/Zurich"
            )
        ])
        _ = try fixture.write("B.jpg", TestJPEG(seed: 2).data())
        _ = try fixture.run([fixture.folder])
        #expect(try zones() == ["A.jpg": nil, "B.jpg": 7200])
        let rows = try fixture.library.records.fetch(FetchPlan(.assets)).rows
        let report = try FactsRereading(fixture.library, selection: .rows(Array(rows))).run()
        #expect(report.changed == 1)
        #expect(try zones() == ["A.jpg": 7200, "B.jpg": 7200])
        // The table goes, and what it gave stays.
        try fixture.library.places.removePlaces()
        #expect(
            try FactsRereading(fixture.library, selection: .rows(Array(rows))).run().changed == 0
        )
        #expect(try zones() == ["A.jpg": 7200, "B.jpg": 7200])
    }
}
