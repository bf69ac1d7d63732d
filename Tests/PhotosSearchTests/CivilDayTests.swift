import Foundation
import PhotosSearch
import TestPermits
import Testing

/// The calendar of searches, against Foundation's.
@Suite(.permit) struct CivilDayTests {
    @Test func `days are those of the Gregorian calendar`() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "GMT"))
        for number in stride(from: -62_000, through: 84_000, by: 37) {
            let date = Date(timeIntervalSince1970: Double(number) * 86_400)
            let parts = calendar.dateComponents([.year, .month, .day], from: date)
            let day = CivilDay(number)
            #expect(day.parts.year == parts.year && day.parts.month == parts.month)
            #expect(day.parts.day == parts.day)
            #expect(CivilDay(day.parts.year, day.parts.month, day.parts.day) == day)
        }
    }

    @Test(arguments: [
        (2019, 2, 29), (1900, 2, 29), (2019, 4, 31), (2019, 13, 1), (2019, 0, 1), (1799, 1, 1),
        (2201, 1, 1),
    ])
    func `days that do not exist are refused`(year: Int, month: Int, day: Int) {
        #expect(CivilDay(year, month, day) == nil)
    }
}
