import Foundation
import PhotosBase
import TestPermits
import Testing

/// The calendar, against Foundation's.
@Suite(.permit) struct CalendarTests {
    @Test func `days are those of the Gregorian calendar`() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "GMT"))
        for number in stride(from: -62_000, through: 84_000, by: 37) {
            let date = Date(timeIntervalSince1970: Double(number) * 86_400)
            let parts = calendar.dateComponents([.year, .month, .day], from: date)
            let day = CivilDay(number)
            #expect(day.parts.year == parts.year && day.parts.month == parts.month)
            #expect(day.parts.day == parts.day)
            #expect(
                CivilDay(year: day.parts.year, month: day.parts.month, day: day.parts.day) == day
            )
        }
    }

    @Test(arguments: [
        (2019, 2, 29), (1900, 2, 29), (2019, 4, 31), (2019, 13, 1), (2019, 0, 1), (0, 1, 1),
        (10_000, 1, 1), (2019, 1, 0),
    ])
    func `days that do not exist are refused`(year: Int, month: Int, day: Int) {
        #expect(CivilDay(year: year, month: month, day: day) == nil)
    }

    @Test func `days are read as people write them`() {
        #expect(CivilDay("1970-01-01")?.number == 0)
        #expect(CivilDay("2000-03-01")?.number == 11_017)
        #expect(CivilDay("1900-02-28")?.number == -25_509)
        #expect(CivilDay("2024-02-29")?.number == 19_782)
        for text in [
            "2023-02-29", "2024-13-01", "2024-1-01", "24-01-01", "2024-01-01x", "", "٢٠٢٤-01-01",
        ] {
            #expect(CivilDay(text) == nil, "\(text)")
        }
    }

    @Test func `the day of a moment depends on the zone, and ends at a limit`() {
        #expect(CivilDay(secondsSince1970: 86_399, zone: 0).number == 0)
        #expect(CivilDay(secondsSince1970: 86_399, zone: 3600).number == 1)
        #expect(CivilDay(secondsSince1970: 0, zone: -1).number == -1)
        #expect(CivilDay(secondsSince1970: 1e300, zone: 0).number == 3_000_000)
    }

    @Test func `days of the week begin with Monday`() {
        #expect(CivilDay(0).daysSinceMonday == 3)
        #expect(CivilDay(-4).daysSinceMonday == 6)
    }

    @Test func `times have the form of ISO 8601`() {
        let seconds = 784_111_777.0
        #expect(CivilTime.text(secondsSince1970: seconds, zone: nil) == "1994-11-06T08:49:37Z")
        #expect(
            CivilTime.text(secondsSince1970: seconds + 0.9, zone: 7_200)
                == "1994-11-06T10:49:37+02:00"
        )
        #expect(
            CivilTime.text(secondsSince1970: -0.5, zone: -12_600) == "1969-12-31T20:29:59-03:30"
        )
        #expect(CivilTime.text(secondsSince1970: 0, zone: 0) == "1970-01-01T00:00:00+00:00")
    }

    @Test func `dates of HTTP are read`() {
        #expect(HTTPDate.seconds("Sun, 06 Nov 1994 08:49:37 GMT") == 784_111_777)
        // A leap second is the first second of the next day.
        #expect(HTTPDate.seconds("Sat, 31 Dec 2016 23:59:60 GMT") == 1_483_228_800)
        for text in [
            "", "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT",
            "Thu, 31 Nov 1994 08:49:37 GMT", "Wed, 31 Dec 1969 23:59:59 GMT",
        ] {
            #expect(HTTPDate.seconds(text) == nil, "\(text)")
        }
    }

    @Test(arguments: [
        (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (1_709_164_800, "Thu, 29 Feb 2024 00:00:00 GMT"),
        (4_102_444_799, "Thu, 31 Dec 2099 23:59:59 GMT"),
    ])
    func `dates of HTTP are written`(seconds: Int, text: String) {
        #expect(HTTPDate.text(secondsSince1970: seconds) == text)
        #expect(HTTPDate.seconds(text) == Double(seconds))
    }

    @Test func `dates of services are read and written`() {
        #expect(HTTPDate.secondsOfList("1994-11-06T08:49:37.123Z") == 784_111_777)
        #expect(HTTPDate.secondsOfList("1994-11-06T08:49:37") == nil)
        #expect(HTTPDate.compact(secondsSince1970: 784_111_777) == "19941106T084937Z")
        for day in stride(from: 0, to: 80_000, by: 7) {
            let seconds = Double(day) * 86_400 + 3_661
            let text = HTTPDate.compact(secondsSince1970: seconds)
            let dashed =
                "\(text.prefix(4))-\(text.dropFirst(4).prefix(2))-\(text.dropFirst(6).prefix(2))T01:01:01.000Z"
            #expect(HTTPDate.secondsOfList(dashed) == seconds)
        }
    }
}
