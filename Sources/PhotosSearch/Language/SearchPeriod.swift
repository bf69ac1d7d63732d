package import PhotosBase

/// A period of whole days, which may have no beginning or no end.
package struct SearchPeriod: Hashable, Sendable {
    /// The first day, or nil if the period has no beginning.
    package var first: CivilDay?
    /// The last day, or nil if the period has no end.
    package var last: CivilDay?

    package init(first: CivilDay?, last: CivilDay?) {
        (self.first, self.last) = (first, last)
    }

    /// Numbers of four digits outside these are taken for words.
    private static let years = 1800...2200

    static func year(_ year: Int) -> SearchPeriod? {
        guard let first = existingDay(year: year, month: 1, day: 1) else { return nil }
        return SearchPeriod(first: first, last: existingDay(year: year, month: 12, day: 31))
    }

    static func month(year: Int, month: Int) -> SearchPeriod? {
        guard let first = existingDay(year: year, month: month, day: 1) else { return nil }
        let length = CivilDay.length(ofMonth: month, in: year)
        return SearchPeriod(first: first, last: CivilDay(first.number + length - 1))
    }

    static func day(year: Int, month: Int, day: Int) -> SearchPeriod? {
        existingDay(year: year, month: month, day: day).map { SearchPeriod(first: $0, last: $0) }
    }

    private static func existingDay(year: Int, month: Int, day: Int) -> CivilDay? {
        years.contains(year) ? CivilDay(year: year, month: month, day: day) : nil
    }
}

// MARK: Periods relative to others

extension SearchPeriod {
    /// The time from the first day of this period on.
    var since: SearchPeriod { SearchPeriod(first: first, last: nil) }
    /// The time up to the last day of this period.
    var until: SearchPeriod { SearchPeriod(first: nil, last: last) }
    /// The time before this period.
    var before: SearchPeriod {
        SearchPeriod(first: nil, last: first.map { CivilDay($0.number - 1) })
    }
    /// The time after this period.
    var after: SearchPeriod {
        SearchPeriod(first: last.map { CivilDay($0.number + 1) }, last: nil)
    }

    /// Returns the time from this period to another one; nil if that one ends earlier.
    func through(_ end: SearchPeriod) -> SearchPeriod? {
        guard let first, let last = end.last, first <= last else { return nil }
        return SearchPeriod(first: first, last: last)
    }
}
