package import PhotosBase

/// Days that come back each year: a day, a feast or a season.
package struct SearchDays: Hashable, Sendable {
    /// The meaning of the numbers of days.
    package enum Count: Int64, Hashable, Sendable {
        /// The month times 100, and the day of the month.
        case monthAndDay
        /// The days since the Easter Sunday of the same year.
        case sinceEaster
    }

    package let count: Count
    package let first: Int
    /// The last day, which may be in the next year.
    package let last: Int
    /// The day of the week, from 0 for Monday to 6; nil for all.
    package let weekday: Int?

    package init(_ count: Count, _ first: Int, _ last: Int, weekday: Int? = nil) {
        (self.count, self.first, self.last, self.weekday) = (count, first, last, weekday)
    }

    /// Makes a day of each year; nil if no year has it.
    init?(month: Int, day: Int) {
        // A leap year has all days.
        guard CivilDay(year: 2024, month: month, day: day) != nil else { return nil }
        self.init(.monthAndDay, month * 100 + day, month * 100 + day)
    }

    /// Returns whether a day is one of these.
    package func contains(_ day: CivilDay) -> Bool {
        if let weekday, day.daysSinceMonday != weekday { return false }
        let (year, month, dayOfMonth) = day.parts
        switch count {
        case .monthAndDay:
            let number = month * 100 + dayOfMonth
            return first <= last
                ? first <= number && number <= last : number >= first || number <= last
        case .sinceEaster:
            guard let easter = Self.easter(in: year) else { return false }
            return first <= day.number - easter.number && day.number - easter.number <= last
        }
    }

    /// Returns the latest of these periods that has begun, or that is over.
    ///
    /// - Parameters:
    ///   - today: The present day.
    ///   - isOver: Whether the period must have ended before the present day.
    /// - Returns: Nil where the days have not come for years.
    func latestPeriod(upTo today: CivilDay, isOver: Bool) -> SearchPeriod? {
        func contains(_ number: Int) -> Bool { self.contains(CivilDay(number)) }
        var last = today.number
        if isOver { while contains(last) { last -= 1 } }
        // February 29 comes back after eight years at the latest.
        let earliest = last - 8 * 366
        while !contains(last) {
            last -= 1
            if last < earliest { return nil }
        }
        var first = last
        while contains(first - 1) { first -= 1 }
        while contains(last + 1) { last += 1 }
        return SearchPeriod(first: CivilDay(first), last: CivilDay(last))
    }

    /// Returns the Easter Sunday of a year of the Gregorian calendar (the algorithm of Meeus, Jones and Butcher).
    static func easter(in year: Int) -> CivilDay? {
        let (golden, century, yearOfCentury) = (year % 19, year / 100, year % 100)
        let correction = (century - (century + 8) / 25 + 1) / 3
        let epact = (19 * golden + century - century / 4 - correction + 15) % 30
        let weekday =
            (32 + 2 * (century % 4) + 2 * (yearOfCentury / 4) - epact - yearOfCentury % 4) % 7
        let late = (golden + 11 * epact + 22 * weekday) / 451
        let number = epact + weekday - 7 * late + 114
        return CivilDay(year: year, month: number / 31, day: number % 31 + 1)
    }
}
