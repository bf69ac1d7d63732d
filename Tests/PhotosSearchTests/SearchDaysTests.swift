import PhotosBase
import PhotosSearch
import TestPermits
import Testing

/// Feasts and seasons as days of the calendar.
@Suite(.permit) struct SearchDaysTests {
    /// Returns the days of a year that a search names, as texts of month and day.
    private func days(_ text: String, in year: Int) throws -> [Int] {
        guard case .any(let parts) = SearchQuery(text, today: CivilDay(0)).term,
            case .occasion(let occasion) = parts.last,
            case .eachYear(let days) = occasion.days
        else { return [] }
        let first = try #require(CivilDay(year: year, month: 1, day: 1))
        let next = try #require(CivilDay(year: year + 1, month: 1, day: 1))
        return (first.number..<next.number).map { CivilDay($0) }.filter(days.contains).map {
            $0.parts.month * 100 + $0.parts.day
        }
    }

    @Test(arguments: [
        ("Easter", 2019, [419, 420, 421, 422]), ("Ostersonntag", 2020, [412]),
        ("Easter Sunday", 2024, [331]), ("Easter Sunday", 2038, [425]),
        ("Easter Sunday", 2008, [323]), ("Pfingsten", 2025, [608, 609]),
        ("Rosenmontag", 2024, [212]), ("Karneval", 2024, [208, 209, 210, 211, 212, 213]),
        ("Christi Himmelfahrt", 2024, [509]), ("Thanksgiving", 2023, [1123]),
        ("Thanksgiving", 2018, [1122]), ("Muttertag", 2024, [512]), ("Father's Day", 2024, [616]),
        ("Christmas", 2019, [1224, 1225, 1226]), ("Silvester", 2019, [1231]),
        ("29 February", 2023, []), ("29 February", 2024, [229]),
    ])
    func `a feast has its days`(text: String, year: Int, expected: [Int]) throws {
        #expect(try days(text, in: year) == expected)
    }

    @Test(arguments: [("spring", 92), ("summer", 92), ("autumn", 91), ("winter", 91)])
    func `a season has three months`(text: String, count: Int) throws {
        #expect(try days(text, in: 2024).count == count)
        let isWinter = text == "winter"
        #expect(try days(text, in: 2024).contains(229) == isWinter)
        #expect(try days(text, in: 2024).contains(1201) == isWinter)
    }

    /// The latest summer, winter and Christmas by the day on which the search is typed.
    @Test(arguments: [
        ("2026-07-15", "last summer", "2025-06-01", "2025-08-31"),
        ("2026-07-15", "this summer", "2026-06-01", "2026-08-31"),
        ("2026-09-01", "last summer", "2026-06-01", "2026-08-31"),
        ("2026-01-15", "this winter", "2025-12-01", "2026-02-28"),
        ("2026-01-15", "last winter", "2024-12-01", "2025-02-28"),
        ("2026-12-25", "last Christmas", "2025-12-24", "2025-12-26"),
        ("2026-12-25", "this Christmas", "2026-12-24", "2026-12-26"),
        ("2026-12-27", "last Christmas", "2026-12-24", "2026-12-26"),
    ])
    func `last is what is over, and this is what has begun`(
        today: String,
        text: String,
        first: String,
        last: String
    ) throws {
        let query = SearchQuery(text, today: try #require(CivilDay(today)))
        guard case .any(let parts) = query.term, case .occasion(let occasion) = parts.last else {
            Issue.record("\(text) is no occasion.")
            return
        }
        #expect(
            occasion.days == .once(SearchPeriod(first: CivilDay(first), last: CivilDay(last)))
        )
    }

    @Test func `the south has the other season`() throws {
        let query = SearchQuery("last summer", today: try #require(CivilDay("2026-11-23")))
        guard case .any(let parts) = query.term, case .occasion(let occasion) = parts.last else {
            Issue.record("A season is an occasion.")
            return
        }
        let south = SearchPeriod(first: CivilDay("2025-12-01"), last: CivilDay("2026-02-28"))
        #expect(occasion.southernDays == .once(south))
    }
}
