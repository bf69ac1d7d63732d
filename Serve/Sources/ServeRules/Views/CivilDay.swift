/// Days of the calendar as numbers, without time zones.
public enum CivilDay {
    /// Returns the days since 1970-01-01 of a date as people write it.
    ///
    /// - Parameter text: `YYYY-MM-DD`.
    /// - Returns: The number; nil for any other text and for days that do not exist.
    public static func number(_ text: String) -> Int32? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].utf8.count == 4, parts[1].utf8.count == 2,
            parts[2].utf8.count == 2,
            parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
            (1...12).contains(month), (1...length(month, year)).contains(day)
        else { return nil }
        return number(year, month, day)
    }

    /// Returns the days since 1970-01-01 (Hinnant's algorithm for the Gregorian calendar).
    public static func number(_ year: Int, _ month: Int, _ day: Int) -> Int32 {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return Int32(era * 146_097 + dayOfEra - 719_468)
    }

    /// Returns the day of a moment.
    ///
    /// - Parameters:
    ///   - seconds: The seconds since 1970.
    ///   - zone: The seconds east of GMT.
    /// - Returns: The day; -1 stands for the day before 1970-01-01 and for none, which the interface does not tell apart.
    public static func number(secondsSince1970 seconds: Double, zone: Int) -> Int32 {
        let days = ((seconds + Double(zone)) / 86_400).rounded(.down)
        return Int32(min(max(days, -3_000_000), 3_000_000))
    }

    /// Returns the date of a day since 1970-01-01.
    public static func date(_ number: Int32) -> (year: Int, month: Int, day: Int) {
        let shifted = Int(number) + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
        return (year, month < 10 ? month + 3 : month - 9, dayOfYear - (153 * month + 2) / 5 + 1)
    }

    private static func length(_ month: Int, _ year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }
}
