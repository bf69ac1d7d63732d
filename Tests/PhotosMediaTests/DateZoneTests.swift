import Foundation
import PhotosMedia
import TestPermits
import Testing

/// The zones that tags and names give to dates together.
@Suite(.permit) struct DateZoneTests: TagReadingTests {
    private func date(_ text: String) throws -> Date {
        try Date(text, strategy: .iso8601)
    }

    private func gps(_ date: String, _ time: String) -> [String: String] {
        ["Exif.GPSInfo.GPSDateStamp": date, "Exif.GPSInfo.GPSTimeStamp": time]
    }

    @Test(arguments: [
        // Two minutes apart, and two hours behind: the camera stood at +02:00.
        ("2024:05:01 12:30:00", "2024:05:01", "10/1 28/1 0/1", 7200),
        // Nepal is three quarters of an hour off.
        ("2024:05:01 12:30:00", "2024:05:01", "6/1 45/1 10/1", 20_700),
        // Across midnight to the west.
        ("2024:04:30 23:30:00", "2024:05:01", "9/1 30/1 0/1", -36_000),
        // The islands that are 14 hours ahead.
        ("2024:05:02 02:00:00", "2024:05:01", "12/1 0/1 0/1", 50_400),
    ])
    func `without an offset the satellites' time implies it`(
        local: String,
        day: String,
        time: String,
        expected: Int
    ) throws {
        let facts = facts(gps(day, time).merging([Self.original: local]) { $1 })
        #expect(facts.zoneOffset == expected)
        #expect(!facts.isZoneAssumed)
    }

    @Test(arguments: [
        ("2024:05:05", "10/1 0/1 0/1"), ("2024:05:01", "10/0 0/1 0/1"),
        ("0000:00:00", "1/1 1/1 1/1"),
        ("2024:05:01", "25/1 0/1 0/1"), ("2024:05:02", "12/1 0/1 0/1"),
    ])
    func `a satellites' time that cannot be is not used`(day: String, time: String) throws {
        let facts = facts(
            gps(day, time).merging([Self.original: "2024:05:01 12:30:00"]) { $1 }
        )
        #expect(facts.isZoneAssumed)
        #expect(facts.zoneOffset == nil)
        #expect(facts.creationDate == (try date("2024-05-01T10:30:00Z")))
    }

    @Test func `satellites' days of phones and receivers are understood`() throws {
        let dotted = facts(
            gps("12.04.2020", "14/1 51/1 30/1").merging([Self.original: "2020:04:12 16:51:34"]) {
                $1
            }
        )
        #expect(dotted.zoneOffset == 7200)
        // The receiver lost 1,024 weeks.
        let rolled = facts(
            gps("2000:08:27", "14/1 51/1 30/1").merging([Self.original: "2020:04:12 16:51:34"]) {
                $1
            }
        )
        #expect(rolled.zoneOffset == 7200)
        #expect(facts(gps("1980:01:06", "0/1 0/1 4/1")).creationDate == nil)
    }

    @Test(arguments: [
        ("VID_20231127_003000.mp4", "2023-11-26T23:30:00.000000Z", 0.0, 3600),
        ("VID_20231127_003000.mp4", "2023-11-26T23:32:05.000000Z", 124.0, 3600),
        ("20231126_210000.mp4", "2023-11-27T05:00:01.000000Z", 1.0, -28_800),
        ("VID_20231127_003000.mp4", "2023-11-27T00:00:00.000000Z", 1800.0, 3600),
        ("VID_20231127_003000.mp4", "2023-11-26T19:00:00.000000Z", 10.0, 19_800),
        ("VID_20231127_003000.mp4", "2023-11-26T19:10:00.000000Z", 10.0, nil),
        ("VID_20231127_003000.mp4", "2023-11-30T19:00:00.000000Z", 10.0, nil),
        ("VID-20231127-WA0001.mp4", "2023-11-27T11:00:00.000000Z", 10.0, nil),
        ("PXL_20231127_003000000.mp4", "2023-11-27T00:30:00.000000Z", 10.0, nil),
    ])
    func `a local time in the name gives the zone of a movie's header`(
        name: String,
        header: String,
        duration: Double,
        expected: Int?
    ) throws {
        var movie = facts(["QuickTime.creation_time": header], type: .mpeg4)
        movie.duration = duration
        let named = movie.completed(byName: name, zone: Self.vienna)
        #expect(named.zoneOffset == expected)
        #expect(!named.isZoneAssumed)
        #expect(named.creationDate == movie.creationDate)
    }

    @Test func `a header with the digits of the name is local time`() throws {
        for name in ["DJI_20210704140607_0001_D.mp4", "VID_20210704_140607.mp4"] {
            let movie = facts(["QuickTime.creation_time": "2021-07-04T14:06:07Z"], type: .mpeg4)
                .completed(byName: name, zone: Self.vienna)
            #expect(movie.zoneOffset == nil && movie.assumedZoneOffset == 7200)
            #expect(movie.creationDate == (try date("2021-07-04T12:06:07Z")))
            #expect(movie.dateSource == "QuickTime.creation_time")
        }
        // The satellites have no local time.
        let picture = facts(gps("2021:07:04", "14/1 6/1 7/1"))
            .completed(byName: "IMG_20210704_140607.jpg", zone: Self.vienna)
        #expect(picture.zoneOffset == 0)
    }

    @Test(arguments: [
        [
            "Exif.Photo.DateTimeDigitized": "2021:03:04 05:06:07",
            "Exif.Photo.OffsetTimeDigitized": "+09:00",
        ],
        ["Exif.Image.DateTime": "2021:03:04 05:06:07", "Exif.Photo.OffsetTime": "+09:00"],
        [
            "Iptc.Application2.DateCreated": "2021-03-04",
            "Iptc.Application2.TimeCreated": "05:06:07+0900",
        ],
        ["PNG.Creation Time": "Thu, 04 Mar 2021 05:06:07 +0900"],
    ])
    func `a zone that any tag states beside the same local time counts`(
        tags: [String: String]
    ) throws {
        let same = facts(tags.merging([Self.original: "2021:03:04 05:06:07"]) { $1 })
        #expect(same.zoneOffset == 32_400)
        #expect(same.creationDate == (try date("2021-03-03T20:06:07Z")))
        #expect(same.dateSource == Self.original)
        let other = facts(tags.merging([Self.original: "2021:03:04 05:06:09"]) { $1 })
        #expect(other.zoneOffset == nil && other.isZoneAssumed)
    }

    @Test func `a zone that another tag states beside the same local time counts`() throws {
        let same = facts([
            Self.original: "2024:05:01 12:30:00",
            "Xmp.photoshop.DateCreated": "2024-05-01T12:30:00+09:00",
        ])
        #expect(same.zoneOffset == 32_400)
        #expect(same.dateSource == Self.original)
        let other = facts([
            Self.original: "2024:05:01 12:30:00",
            "Xmp.photoshop.DateCreated": "2024-05-02T12:30:00+09:00",
        ])
        #expect(other.isZoneAssumed)
    }

    @Test(arguments: [
        ("Xmp.xmp.CreateDate", "2021-03-04T14:06:07+09:00", 32_400 as Int?),
        ("Xmp.xmp.CreateDate", "2021-03-04T14:06:05", 32_400),
        ("QuickTime.date", "2021-03-04T14:06:07+0900", 32_400),
        ("Xmp.xmp.CreateDate", "2021-03-04T05:06:07Z", nil),
        ("Xmp.xmp.CreateDate", "2021-03-04T05:06:07", nil),
        ("Xmp.xmp.CreateDate", "2021-03-05T14:06:07+09:00", nil),
        ("Xmp.xmp.CreateDate", "2021-03-04T14:16:07", nil),
    ])
    func `a local time of the same moment gives the zone of a movie's header`(
        name: String,
        text: String,
        expected: Int?
    ) throws {
        let movie = facts(
            ["QuickTime.creation_time": "2021-03-04T05:06:07.000000Z", name: text],
            type: .quickTimeMovie
        )
        #expect(movie.zoneOffset == expected)
        #expect(!movie.isZoneAssumed)
        #expect(movie.creationDate == (try date("2021-03-04T05:06:07Z")))
    }

    @Test(arguments: [
        ("PXL_20210304_050607123.jpg", "2021:03:04 14:06:07", 32_400 as Int?),
        ("PXL_20210304_050607123.jpg", "2021:03:04 05:06:07", nil),
        ("PXL_20210304_050607123.jpg", "2021:03:04 14:16:07", nil),
        ("2021-03-04T14-06-07+0900.jpg", "2021:03:04 14:06:07", 32_400),
        // The time when a message came.
        ("mmexport1614834367123.jpg", "2021:03:04 14:06:07", nil),
        ("2021-03-04T05-06-07Z.jpg", "2021:03:04 14:06:07", nil),
    ])
    func `a name in GMT gives the zone of an Exif date`(
        name: String,
        text: String,
        expected: Int?
    ) throws {
        let facts = facts([Self.original: text]).completed(byName: name, zone: Self.vienna)
        #expect(facts.zoneOffset == expected)
        #expect(facts.isZoneAssumed == (expected == nil))
        #expect(facts.dateSource == Self.original)
        let local = try #require(CaptureTime(text)).localSeconds
        let zone = facts.zoneOffset ?? facts.assumedZoneOffset ?? 0
        #expect(facts.creationDate?.timeIntervalSince1970 == local - Double(zone))
    }

    @Test func `a movie's local date gets its zone from the header`() throws {
        let apple = "QuickTime.com.apple.quicktime.creationdate"
        let header = "QuickTime.creation_time"
        let facts = facts([apple: "2024-05-01 12:30:00", header: "2024-05-01T10:30:01Z"])
        #expect(facts.zoneOffset == 7200)
        // Many cameras write their local time into the header.
        let same = self.facts([apple: "2024-05-01 12:30:00", header: "2024-05-01T12:30:00Z"])
        #expect(same.zoneOffset == nil && same.isZoneAssumed)
    }

    @Test(arguments: [
        ("Europe/Berlin", "2021:03:28 02:30:00", 3600),
        ("America/New_York", "2021:03:14 02:30:00", -18_000),
        ("Pacific/Apia", "2011:12:30 12:00:00", -36_000),
        ("Australia/Lord_Howe", "2021:10:03 02:15:00", 37_800),
        ("Europe/Berlin", "2021:03:28 03:00:00", 7200),
        ("Europe/Berlin", "2021:03:28 01:59:59", 3600),
    ])
    func `a time that a change of clocks skips keeps its digits`(
        name: String,
        text: String,
        offset: Int
    ) throws {
        let zone = try #require(TimeZone(identifier: name))
        let facts = facts([Self.original: text], zone: zone)
        #expect(facts.assumedZoneOffset == offset)
        let local = try #require(CaptureTime(text)).localSeconds
        #expect(facts.creationDate?.timeIntervalSince1970 == local - Double(offset))
    }
}
