import ServeRules
import Testing

/// Periods of a search, against the days of photos in all time zones.
struct SearchDaysTests {
    @Test(arguments: ["2020-03-01", "2020-02", "2019", "1969-12-31", "2020-02-28 2020"])
    func certainDaysAreSoInEveryZone(_ text: String) throws {
        let days = try #require(SearchWords(text).commonDays)
        let possible = try #require(days.possible)
        let edges = [
            possible.lowerBound, possible.upperBound, days.certain?.lowerBound ?? 0,
            days.certain?.upperBound ?? 0,
        ]
        for seconds in edges.flatMap({ edge in (-30...30).map { edge + Double($0) * 1800 } }) {
            let inZones = stride(from: -12 * 3600, through: 14 * 3600, by: 900).map { zone in
                days.contains(CivilDay.number(secondsSince1970: seconds, zone: zone))
            }
            #expect(possible.contains(seconds) == inZones.contains(true), "\(seconds)")
            #expect(
                (days.certain?.contains(seconds) ?? false) == !inZones.contains(false),
                "\(seconds)"
            )
        }
    }

    @Test func periodsHaveDaysInCommon() {
        #expect(SearchWords("beach").commonDays == nil)
        let march = SearchWords("2020-03 2020").commonDays
        #expect(march == SearchWords("2020-03").commonDays)
        let none = SearchWords("2019 2020").commonDays
        #expect(none?.possible == nil && none?.certain == nil)
        #expect(none?.contains(CivilDay.number(2020, 1, 1)) == false)
    }
}
