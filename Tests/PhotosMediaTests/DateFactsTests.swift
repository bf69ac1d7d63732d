import Foundation
import PhotosMedia
import TestPermits
import Testing

/// The dates that tags give.
@Suite(.permit) struct DateFactsTests: TagReadingTests {
    private func date(_ text: String) throws -> Date {
        try Date(text, strategy: .iso8601)
    }

    private func gps(_ date: String, _ time: String) -> [String: String] {
        ["Exif.GPSInfo.GPSDateStamp": date, "Exif.GPSInfo.GPSTimeStamp": time]
    }

    @Test func `an Exif date with its offset is exact to the fraction`() throws {
        let facts = facts([
            Self.original: "2024:05:01 12:30:00",
            "Exif.Photo.SubSecTimeOriginal": "250 ",
            "Exif.Photo.OffsetTimeOriginal": "-03:30",
        ])
        #expect(facts.creationDate == (try date("2024-05-01T16:00:00Z")).addingTimeInterval(0.25))
        #expect(facts.zoneOffset == -12_600)
        #expect(!facts.isZoneAssumed)
        #expect(facts.dateSource == Self.original)
    }

    @Test func `a date without any zone is read where the import runs, and marked`() throws {
        let tags = [Self.original: "2024:01:01 12:00:00"]
        #expect(facts(tags).creationDate == (try date("2024-01-01T11:00:00Z")))
        #expect(facts(tags).isZoneAssumed)
        let utc = facts(tags, zone: .gmt)
        #expect(utc.creationDate == (try date("2024-01-01T12:00:00Z")))
    }

    @Test func `summer time is that of the date and not of today`() throws {
        let summer = facts([Self.original: "2024:03:31 03:00:00"])
        #expect(summer.creationDate == (try date("2024-03-31T01:00:00Z")))
        let winter = facts([Self.original: "2024:03:31 01:59:59"])
        #expect(winter.creationDate == (try date("2024-03-31T00:59:59Z")))
    }

    @Test(arguments: [
        "0000:00:00 00:00:00", "    :  :     :  :  ", "2024:02:30 12:00:00", "2023:02:29 12:00:00",
        "2024:13:01 12:00:00", "2024:05:01 25:00:00", "2024:05:01 12:60:00", "0001:01:01 00:00:00",
        "2024:05", "2024", "yesterday", "2024:05:01 12:30:00 and more", "",
    ])
    func `a damaged date is no date`(text: String) {
        #expect(facts([Self.original: text]).creationDate == nil)
        #expect(facts([Self.original: text]).dateSource == nil)
    }

    @Test(arguments: [
        ("2015:08:22 24:08:19", "2015-08-22T00:08:19Z"),
        ("2015:08:22 24:00:00", "2015-08-22T00:00:00Z"),
        ("2015:08:22 23:59:60", "2015-08-23T00:00:00Z"),
        ("2007/06/30 18:45:17", "2007-06-30T18:45:17Z"),
        ("2023-07-21 21:06:26", "2023-07-21T21:06:26Z"),
        ("2018-01-20T11:46:00Z", "2018-01-20T11:46:00Z"),
        ("2018:01:20 11:46:00Z", "2018-01-20T11:46:00Z"),
        ("2018:01:20 11:46:00 UTC", "2018-01-20T11:46:00Z"),
        ("2018:01:20 11:46:00+01:00", "2018-01-20T10:46:00Z"),
        ("2018:01:20 11:46:00-5:00", "2018-01-20T16:46:00Z"),
        ("2018:01:20 11:46:00.5+01", "2018-01-20T10:46:00Z"),
        ("2004: 1: 3  9: 5: 7", "2004-01-03T09:05:07Z"),
        ("2012:3:2 9:05:07", "2012-03-02T09:05:07Z"),
        ("2008.06.30 18.45.17", "2008-06-30T18:45:17Z"),
        ("2008-06-30 18-45-17", "2008-06-30T18:45:17Z"),
        ("20080630T184517Z", "2008-06-30T18:45:17Z"),
        ("20080630184517", "2008-06-30T18:45:17Z"),
        ("2011:06:12 12:15:20AM", "2011-06-12T00:15:20Z"),
        ("2011:06:12 01:15:20 pm", "2011-06-12T13:15:20Z"),
        ("Fri, 31 Jan 2020 12:34:56 GMT", "2020-01-31T12:34:56Z"),
        ("31 Jan 2020 12:34:56 +0100", "2020-01-31T11:34:56Z"),
        ("Fri Jan 31 12:34:56 2020", "2020-01-31T12:34:56Z"),
        ("Fri Jan 31 12:34:56 EST 2020", "2020-01-31T17:34:56Z"),
        ("Thu Mar 04 05:06:07 GMT+01:00 2021", "2021-03-04T04:06:07Z"),
        ("2021:03:04 05:06:07 GMT-03:00", "2021-03-04T08:06:07Z"),
        ("04-Mar-2021 05:06:07", "2021-03-04T05:06:07Z"),
        ("2021:Mar:04 05:06:07", "2021-03-04T05:06:07Z"),
        ("4 March 2021 5:06:07 PM", "2021-03-04T17:06:07Z"),
        // One of both numbers can be no month.
        ("31.03.2021 05:06:07", "2021-03-31T05:06:07Z"),
        ("3/31/2021 5:06:07 PM", "2021-03-31T17:06:07Z"),
        ("٢٠٢١:٠٣:٠٤ ٠٥:٠٦:٠٧", "2021-03-04T05:06:07Z"),
        ("2021:03:04 下午 5:06:07", "2021-03-04T17:06:07Z"),
        ("2021:03:04 오후 5:06:07", "2021-03-04T17:06:07Z"),
        ("2021:03:04 05:06:07 p. m.", "2021-03-04T17:06:07Z"),
        ("2021:03:04 05:06:07 Μ.Μ.", "2021-03-04T17:06:07Z"),
        // The Thai calendar. The year 2563 has no 29 February in ours.
        ("2564:03:04 05:06:07", "2021-03-04T05:06:07Z"),
        ("2563:02:29 05:06:07", "2020-02-29T05:06:07Z"),
        ("๒๕๖๔:๐๓:๐๔ ๐๕:๐๖:๐๗", "2021-03-04T05:06:07Z"),
        ("31/03/2564 05:06:07", "2021-03-31T05:06:07Z"),
    ])
    func `dates in the forms of devices and programs are read`(
        text: String,
        expected: String
    )
        throws
    {
        let found = try #require(facts([Self.original: text], zone: .gmt).creationDate)
        #expect(abs(found.timeIntervalSince(try date(expected))) < 0.6)
    }

    @Test(arguments: [
        "01/05/2024 12:30:00", "2024:05:01 13:30:00 PM", "2024:05:01 24:60:00", "2024:5:32 1:00:00",
        "Fri, 31 Foo 2020 12:34:56 GMT", "31 Jan 12:34:56",
        "01.05.2024 12:30:00", "31.31.2021 05:06:07", "31.03-2021 05:06:07",
        "202405011", "2024:05:01 12", "2024-05-01T12:30:00+01:0",
    ])
    func `texts with several meanings or none are no dates`(text: String) {
        #expect(facts([Self.original: text]).creationDate == nil)
    }

    @Test func `ISO's end of a day is the next midnight`() throws {
        let facts = facts(["Xmp.photoshop.DateCreated": "2024-05-01T24:00:00Z"])
        #expect(facts.creationDate == (try date("2024-05-02T00:00:00Z")))
    }

    @Test func `behind a damaged date the next one counts`() throws {
        let facts = facts([
            Self.original: "0000:00:00 00:00:00",
            "Exif.Photo.DateTimeDigitized": "2024:05:01 12:30:00",
            "Exif.Photo.OffsetTimeDigitized": "Z",
        ])
        #expect(facts.creationDate == (try date("2024-05-01T12:30:00Z")))
        #expect(facts.dateSource == "Exif.Photo.DateTimeDigitized")
    }

    @Test func `a movie's local date is better than its header's`() throws {
        let apple = "QuickTime.com.apple.quicktime.creationdate"
        let both = facts(
            [
                apple: "2024-05-01T12:30:00+0200",
                "QuickTime.creation_time": "2024-05-01T10:31:00.000000Z",
            ],
            type: .quickTimeMovie
        )
        #expect(both.creationDate == (try date("2024-05-01T10:30:00Z")))
        #expect(both.zoneOffset == 7200)
        let header = facts(
            ["QuickTime.creation_time": "2024-05-01T10:31:00.000000Z"],
            type: .mpeg4
        )
        #expect(header.creationDate == (try date("2024-05-01T10:31:00Z")))
        #expect(header.zoneOffset == nil)
        #expect(!header.isZoneAssumed)
    }

    @Test(arguments: [
        ("Xmp.photoshop.DateCreated", "2024-05-01T12:30:00+02:00"),
        ("Xmp.xmp.CreateDate", "2024-05-01T12:30+02:00"),
        ("Xmp.exif.DateTimeOriginal", "2024-05-01T10:30:00Z"),
        ("Xmp.exif.GPSTimeStamp", "2024-05-01T10:30:00Z"),
    ])
    func `XMP gives a date where Exif has none`(name: String, text: String) throws {
        let facts = facts([name: text])
        #expect(facts.creationDate == (try date("2024-05-01T10:30:00Z")))
        #expect(facts.dateSource == name)
    }

    @Test(arguments: [
        ("Exif.Photo.DateTimeOriginal", "1970:01:01 00:00:00"),
        ("QuickTime.creation_time", "1904-01-01T00:00:00.000000Z"),
        ("QuickTime.creation_time", "1970-01-01T00:00:00.000000Z"),
        ("QuickTime.creation_time", "2040-02-06T06:28:15.000000Z"),
        ("Xmp.xmp.CreateDate", "1970-01-01"),
        ("Xmp.photoshop.DateCreated", "1904-01-01"),
        ("Iptc.Application2.DateCreated", "1970-01-01"),
        ("Xmp.xmp.CreateDate", "1970-01-01T01:00:00+01:00"),
        ("Xmp.xmp.CreateDate", "1969-12-31T19:00:00-05:00"),
        ("Xmp.xmp.CreateDate", "1970-01-01T12:00:00+12:00"),
        ("Xmp.exif.DateTimeOriginal", "1970-01-01T05:45:00.000+05:45"),
        ("Exif.Photo.DateTimeOriginal", "1970:01:01 01:00:00"),
        ("Exif.Photo.DateTimeOriginal", "1970:01:01 08:00:00"),
        ("Exif.Photo.DateTimeOriginal", "1969:12:31 16:00:00"),
        ("Exif.Photo.DateTimeOriginal", "1970:01:01 00:03:27"),
        ("Exif.Photo.DateTimeOriginal", "1969:12:31 23:59:59"),
        ("Exif.Image.DateTime", "1970:01:01 09:00:00"),
        ("QuickTime.com.apple.quicktime.creationdate", "1904-01-01T01:00:00+0100"),
        ("RIFF.creation_time", "1970-01-01 00:00:12"),
        ("PNG.Creation Time", "Thu, 01 Jan 1970 00:00:00 GMT"),
        ("Exif.Photo.DateTimeOriginal", "9999:12:31 23:59:59"),
        ("Exif.Photo.DateTimeOriginal", "9999:12:31"),
        ("Exif.Photo.DateTimeOriginal", "2106:02:07 06:28:15"),
        ("Exif.Photo.DateTimeOriginal", "2106:02:07 15:28:15"),
        ("Exif.Photo.DateTimeOriginal", "1899:12:30 00:00:00"),
        ("Xmp.xmp.CreateDate", "1899-12-30"),
    ])
    func `a cleared clock is no date`(name: String, text: String) {
        #expect(facts([name: text]).creationDate == nil)
    }

    @Test(arguments: [
        ("Xmp.photoshop.DateCreated", "1970", "1970-01-01T12:00:00Z"),
        ("Xmp.photoshop.DateCreated", "1970-01", "1970-01-01T12:00:00Z"),
        ("Iptc.Application2.DateCreated", "1970-00-00", "1970-01-01T12:00:00Z"),
        ("Exif.Photo.DateTimeOriginal", "1970:01:01 12:00:00", "1970-01-01T12:00:00Z"),
        ("Exif.Photo.DateTimeOriginal", "1969:12:31 19:20:00", "1969-12-31T19:20:00Z"),
        ("Exif.Photo.DateTimeOriginal", "1970:01:02 00:00:00", "1970-01-02T00:00:00Z"),
    ])
    func `pictures of 1970 keep their date`(name: String, text: String, expected: String) throws {
        #expect(facts([name: text], zone: .gmt).creationDate == (try date(expected)))
    }

    @Test func `behind a cleared clock the name or another tag counts`() throws {
        let cleared = ["Xmp.xmp.CreateDate": "1970-01-01", Self.original: "1970:01:01 08:00:00"]
        let named = facts(cleared, zone: .gmt)
            .completed(byName: "DJI_20230105123456_0001_D.JPG", zone: .gmt)
        #expect(named.creationDate == (try date("2023-01-05T12:34:56Z")))
        #expect(named.dateSource == "name")
        let tagged = facts(
            cleared.merging(gps("2023:01:05", "12/1 34/1 56/1")) { $1 },
            zone: .gmt
        )
        #expect(tagged.creationDate == (try date("2023-01-05T12:34:56Z")))
        #expect(facts(cleared).completed(byName: "DJI_0002.JPG", zone: .gmt).creationDate == nil)
    }

    @Test func `noon of the first day of 1970 counts where nothing else does`() throws {
        let noon = [Self.original: "1970:01:01 12:00:00"]
        let scan = "Scan_20230105_123456.jpg"
        let named = facts(noon, zone: .gmt).completed(byName: scan, zone: .gmt)
        #expect(named.creationDate == (try date("2023-01-05T12:34:56Z")))
        let tagged = facts(noon.merging(gps("2023:01:05", "12/1 34/1 56/1")) { $1 }, zone: .gmt)
        #expect(tagged.creationDate == (try date("2023-01-05T12:34:56Z")))
        // A person stated the year of this one.
        let year = facts(["Xmp.photoshop.DateCreated": "1970"], zone: .gmt)
        #expect(year.completed(byName: scan, zone: .gmt) == year)
    }

    @Test func `the time that a driver writes counts where nothing else does`() throws {
        let digitized = ["Exif.Photo.DateTimeDigitized": "2002:12:08 12:00:00"]
        let alone = facts(digitized, zone: .gmt)
        #expect(alone.creationDate == (try date("2002-12-08T12:00:00Z")))
        #expect(alone.completed(byName: "x.jpg", zone: .gmt) == alone)
        let named = alone.completed(byName: "IMG_20170531_184323.jpg", zone: .gmt)
        #expect(named.creationDate == (try date("2017-05-31T18:43:23Z")))
        let other = facts(
            digitized.merging(gps("2017:05:31", "16/1 43/1 20/1")) { $1 },
            zone: .gmt
        )
        #expect(other.creationDate == (try date("2017-05-31T16:43:20Z")))
    }

    @Test(arguments: ["1980:01:01 00:00:00", "2000:01:01 00:00:00", "2002:12:08 12:00:00"])
    func `the time of a clock after a reset counts where nothing else does`(text: String) throws {
        let alone = facts([Self.original: text], zone: .gmt)
        #expect(
            alone.creationDate
                == CaptureTime(text).map { Date(timeIntervalSince1970: $0.localSeconds) }
        )
        #expect(alone.completed(byName: "x.jpg", zone: .gmt) == alone)
        for zone in [TimeZone.gmt, Self.vienna] {
            let named = facts([Self.original: text], zone: zone)
                .completed(byName: "IMG_20210304_050607.jpg", zone: .gmt)
            #expect(named.creationDate == (try date("2021-03-04T05:06:07Z")))
        }
        let other = facts(
            gps("2021:03:03", "20/1 6/1 7/1").merging([Self.original: text]) { $1 },
            zone: .gmt
        )
        #expect(other.creationDate == (try date("2021-03-03T20:06:07Z")))
        // The next second is a time.
        let second = facts([Self.original: text.dropLast() + "1"], zone: .gmt)
        #expect(second.completed(byName: "IMG_20210304_050607.jpg", zone: .gmt) == second)
    }

    @Test func `a movie's header after a reset counts where the name has no date`() throws {
        let movie = facts(["QuickTime.creation_time": "2000-01-01T00:00:00.000000Z"], type: .mpeg4)
        #expect(movie.creationDate == (try date("2000-01-01T00:00:00Z")))
        let named = movie.completed(byName: "VID_20210304_050613.mp4", zone: .gmt)
        #expect(named.creationDate == (try date("2021-03-04T05:06:13Z")))
    }

    @Test func `the day of a movie is its date where the header has none`() throws {
        let movie = facts(
            [
                "QuickTime.creation_time": "1904-01-01T00:00:00.000000Z",
                "QuickTime.date": "2021-03-04T14:06:07+0900",
            ],
            type: .quickTimeMovie
        )
        #expect(movie.creationDate == (try date("2021-03-04T05:06:07Z")))
        #expect(movie.zoneOffset == 32_400)
        #expect(facts(["QuickTime.date": "2021"], type: .quickTimeMovie).creationDate == nil)
    }

    @Test func `dates before 1970 are dates`() throws {
        let facts = facts([
            Self.original: "1969:07:20 20:17:40", "Exif.Photo.OffsetTimeOriginal": "Z",
        ])
        #expect(facts.creationDate == (try date("1969-07-20T20:17:40Z")))
        #expect(
            self.facts(["Xmp.photoshop.DateCreated": "1865-04-14T12:00:00Z"]).creationDate
                == (try date("1865-04-14T12:00:00Z"))
        )
    }

    @Test
    func `the date in the name stands between that of the picture and that of its last change`()
        throws
    {
        let none = facts([:]).completed(byName: "IMG_20200131_123456.jpg", zone: Self.vienna)
        #expect(none.creationDate == (try date("2020-01-31T11:34:56Z")))
        #expect(none.dateSource == "name")
        #expect(none.isZoneAssumed)
        let pixel = facts([:]).completed(byName: "PXL_20200131_123456789.jpg", zone: Self.vienna)
        #expect(pixel.creationDate == (try date("2020-01-31T12:34:56Z")).addingTimeInterval(0.789))
        #expect(pixel.zoneOffset == nil)
        #expect(!pixel.isZoneAssumed)
        let dated = facts([Self.original: "2024:05:01 12:30:00"])
        #expect(dated.completed(byName: "IMG_20200131_123456.jpg", zone: .gmt) == dated)
        let changed = facts(["Exif.Image.DateTime": "2024:05:01 12:30:00"])
        #expect(changed.dateSource == "Exif.Image.DateTime")
        #expect(changed.completed(byName: "x.jpg", zone: .gmt) == changed)
        #expect(
            changed.completed(byName: "IMG_20200131_123456.jpg", zone: .gmt).dateSource == "name"
        )
    }

    @Test func `IPTC's date and time are put together`() throws {
        let facts = facts([
            "Iptc.Application2.DateCreated": "2024-05-01",
            "Iptc.Application2.TimeCreated": "12:30:00+02:00",
        ])
        #expect(facts.creationDate == (try date("2024-05-01T10:30:00Z")))
    }

    @Test func `a day alone gets the time that the name states on it`() throws {
        let day = facts([Self.original: "2021:03:04"], zone: .gmt)
        for (name, expected) in [
            ("IMG_20210304_050607.jpg", "2021-03-04T05:06:07Z"),
            ("PXL_20210305_050607000.jpg", "2021-03-05T05:06:07Z"),
            ("IMG_20210305_050607.jpg", "2021-03-04T12:00:00Z"),
            ("IMG-20210304-WA0001.jpg", "2021-03-04T12:00:00Z"),
        ] {
            let named = day.completed(byName: name, zone: .gmt)
            #expect(named.creationDate == (try date(expected)), "\(name)")
        }
    }

    @Test(arguments: [
        ("Xmp.photoshop.DateCreated", "1985-07-04", "1985-07-04T12:00:00Z"),
        ("Exif.Photo.DateTimeOriginal", "2021:03:04", "2021-03-04T12:00:00Z"),
        ("Exif.Photo.DateTimeOriginal", "2021:03:04   :  :  ", "2021-03-04T12:00:00Z"),
        ("Exif.Photo.DateTimeDigitized", "2021-03-04", "2021-03-04T12:00:00Z"),
        ("PNG.Creation Time", "2020-01-31", "2020-01-31T12:00:00Z"),
        ("Xmp.xmp.CreateDate", "1985-07", "1985-07-01T12:00:00Z"),
        ("Xmp.exif.DateTimeOriginal", "1985", "1985-01-01T12:00:00Z"),
        ("Iptc.Application2.DateCreated", "1985-07-04", "1985-07-04T12:00:00Z"),
        ("Iptc.Application2.DateCreated", "1985-00-00", "1985-01-01T12:00:00Z"),
    ])
    func `a day without a time counts`(
        name: String,
        text: String,
        expected: String
    ) throws {
        let facts = facts([name: text], zone: .gmt)
        #expect(facts.creationDate == (try date(expected)))
        #expect(facts.dateSource == name)
        #expect(facts.isZoneAssumed)
    }

    @Test func `the day of a scanned picture counts before the time of its scan`() throws {
        let facts = facts(
            [
                "Xmp.photoshop.DateCreated": "1985-07-04",
                "Xmp.xmp.CreateDate": "2020-03-01T10:00:00+01:00",
            ],
            zone: .gmt
        )
        #expect(facts.creationDate == (try date("1985-07-04T12:00:00Z")))
        #expect(facts.dateSource == "Xmp.photoshop.DateCreated")
        #expect(facts.isZoneAssumed)
    }

    @Test func `a day gets the time that another tag states on it`() throws {
        let facts = facts(
            [
                "Xmp.photoshop.DateCreated": "2020-03-01",
                "Xmp.xmp.CreateDate": "2020-03-01T10:00:00+01:00",
            ],
            zone: .gmt
        )
        #expect(facts.creationDate == (try date("2020-03-01T09:00:00Z")))
        #expect(facts.dateSource == "Xmp.xmp.CreateDate")
        #expect(facts.zoneOffset == 3_600)
    }

    @Test(arguments: [
        "1985-13", "1985-02-30", "1985-00-04", "0000", "85", "1985-7-4", "1985-07-04x",
    ])
    func `what is no day is no date in XMP`(text: String) {
        let facts = facts(["Xmp.photoshop.DateCreated": text], zone: .gmt)
        #expect(facts.creationDate == nil)
    }

    @Test func `the calendar agrees with Foundation's for two centuries`() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        for day in stride(from: -25_000, through: 50_000, by: 13) {
            let date = Date(timeIntervalSince1970: Double(day) * 86_400)
            let parts = calendar.dateComponents([.year, .month, .day], from: date)
            let year = try #require(parts.year)
            let month = try #require(parts.month)
            let inMonth = try #require(parts.day)
            #expect(CaptureTime.days(year: year, month: month, day: inMonth) == day)
        }
    }
}
