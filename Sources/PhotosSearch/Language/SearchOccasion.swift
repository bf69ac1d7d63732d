/// Days that a search names in words, such as `Christmas`, `last summer` or `3 May`.
package struct SearchOccasion: Hashable, Sendable {
    package enum Days: Hashable, Sendable {
        case eachYear(SearchDays)
        case once(SearchPeriod)
    }

    package var days: Days
    /// The days for photos that were taken in the south of the earth; nil where they are the same.
    ///
    /// Photos without a place count as taken in the north.
    package var southernDays: Days?
    /// The days in plain words, such as `in summer`; nil for a day that has no name.
    package var name: String?
}
