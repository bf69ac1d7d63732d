/// A day of the proleptic Gregorian calendar, as the number of days since 1970-01-01.
///
/// The arithmetic is that of <https://howardhinnant.github.io/date_algorithms.html>. Years begin in March, so that a leap
/// day is the last day of its year, and 400 years have 146,097 days.
public struct CivilDay: Hashable, Sendable, Comparable {
    /// The number of days since 1970-01-01, negative for earlier days.
    public var number: Int

    /// Makes the day with a number of days since 1970-01-01.
    public init(_ number: Int) { self.number = number }

    /// Makes a day of the years 1 to 9999; nil if the calendar has no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month),
            (1...Self.length(ofMonth: month, in: year)).contains(day)
        else { return nil }
        let shifted = month > 2 ? year : year - 1
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        number = era * 146_097 + dayOfEra - 719_468
    }

    /// Reads `YYYY-MM-DD`; nil for any other text and for days that do not exist.
    public init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2,
            parts.allSatisfy({ $0.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } }),
            let year = Int(Substring(parts[0])), let month = Int(Substring(parts[1])),
            let day = Int(Substring(parts[2]))
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// Makes the day that a clock in a zone shows at a moment.
    ///
    /// - Parameters:
    ///   - seconds: The seconds since 1970. Days more than 3,000,000 from 1970-01-01 become that day.
    ///   - zone: The seconds east of GMT.
    public init(secondsSince1970 seconds: Double, zone: Int) {
        let days = ((seconds + Double(zone)) / 86_400).rounded(.down)
        number = Int(min(max(days, -3_000_000), 3_000_000))
    }

    /// Returns whether a day is earlier than another one.
    public static func < (left: CivilDay, right: CivilDay) -> Bool { left.number < right.number }

    /// Returns the number of days of a month, which is between 1 and 12.
    public static func length(ofMonth month: Int, in year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The year, the month from 1 to 12, and the day from 1.
    public var parts: (year: Int, month: Int, day: Int) {
        let shifted = number + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        let isLate = month >= 10
        return (yearOfEra + era * 400 + (isLate ? 1 : 0), isLate ? month - 9 : month + 3, day)
    }

    /// The number of days since the last Monday, from 0 to 6.
    public var daysSinceMonday: Int { ((number + 3) % 7 + 7) % 7 }
}
