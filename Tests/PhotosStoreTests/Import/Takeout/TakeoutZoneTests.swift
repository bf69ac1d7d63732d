import Foundation
import PhotosImport
import PhotosMedia
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// The days of photos whose files have no date, in an export that counts in GMT.
@Suite(.permit) struct TakeoutZoneTests {
    private struct Expected {
        var name: String
        /// The export's seconds since 1970.
        var taken: Int
        /// The local time in the zone.
        var local: String
        var zone: Int?
        var isZoneAssumed = false
    }

    private static let vienna = [
        Expected(
            name: "IMG_20231127_003000.jpg",
            taken: 1_701_041_400,
            local: "2023-11-27 00:30:00",
            zone: 3600
        ),
        Expected(
            name: "Screenshot_20231126-210000.png.jpg",
            taken: 1_701_061_200,
            local: "2023-11-26 21:00:00",
            zone: -28_800
        ),
        Expected(
            name: "IMG-20231127-WA0001.jpg",
            taken: 1_701_043_140,
            local: "2023-11-27 00:59:00",
            zone: 3600,
            isZoneAssumed: true
        ),
        Expected(name: "x.jpg", taken: 1_701_043_140, local: "2023-11-26 23:59:00", zone: nil),
    ]

    private static var greenwich: [Expected] {
        var all = vienna
        all[2].local = "2023-11-27 12:00:00"
        all[2].zone = 0
        return all
    }

    @Test(arguments: ["Europe/Vienna", "GMT"])
    func `names give the zone and the day`(zone: String) throws {
        let zone = try #require(TimeZone(identifier: zone))
        var environment = EngineEnvironment.test()
        environment.zone = zone
        environment.examine = { try MediaReader.headerFacts(of: $0, hint: $1, zone: zone) }
        let fixture = try ImportFixture(environment: environment)
        let all = zone == .gmt ? Self.greenwich : Self.vienna
        var export = TakeoutExport(.supplemental)
        for (seed, photo) in all.enumerated() {
            export.photo(
                TakeoutExport.Notes(photo.name, taken: photo.taken),
                TestJPEG(seed: UInt8(seed)).data(),
                in: export.year(2023)
            )
        }
        try export.write(to: fixture.folder)
        _ = try fixture.run([fixture.folder.appendingPathComponent("Takeout")])
        let records = try fixture.library.records.assets(
            fixture.library.records.fetch(FetchPlan(.assets)).rows
        )
        .records.values
        #expect(records.count == all.count)
        for photo in all {
            let record = try #require(records.first { $0.filename == photo.name })
            let date = try #require(record.creationDate?.timeIntervalSince1970)
            #expect(record.creationZone == photo.zone, "\(photo.name)")
            #expect(record.traits.contains(.zoneAssumed) == photo.isZoneAssumed, "\(photo.name)")
            let local = try #require(CaptureTime(photo.local)).localSeconds
            #expect(date + Double(photo.zone ?? 0) == local, "\(photo.name)")
        }
    }
}
