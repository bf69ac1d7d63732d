extension SearchOccasion {
    /// The days in plain words; where they differ in the south, those of the north.
    var understanding: String {
        switch days {
        case .once(let period): return period.understanding
        case .eachYear(let days):
            if let name { return "taken " + name }
            return "taken on \(days.first % 100) \(SearchPeriod.months[days.first / 100 - 1])"
        }
    }
}
