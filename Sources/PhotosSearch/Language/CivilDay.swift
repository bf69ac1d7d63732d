/// A day of the Gregorian calendar, as the number of days since 1970-01-01.
package struct CivilDay: Hashable, Sendable, Comparable {
    package var number: Int

    package init(_ number: Int) { self.number = number }

    /// Makes a day; nil if the calendar has no such day, or the year is not between 1800 and 2200.
    package init?(_ year: Int, _ month: Int, _ day: Int) {
        guard (1800...2200).contains(year), (1...12).contains(month),
            (1...Self.length(ofMonth: month, in: year)).contains(day)
        else { return nil }
        self.init(Self.number(year, month, day))
    }

    package static func < (left: CivilDay, right: CivilDay) -> Bool { left.number < right.number }

    static func length(ofMonth month: Int, in year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Counts years from March, so that a leap day is the last day of its year.
    private static func number(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// The year, the month from 1 to 12, and the day from 1.
    package var parts: (year: Int, month: Int, day: Int) {
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

    /// The number of days since the last Monday.
    var daysSinceMonday: Int { ((number + 3) % 7 + 7) % 7 }
}
