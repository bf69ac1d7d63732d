import PhotosBase

extension SearchPeriod {
    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]

    /// The period of the addition to the library in plain words.
    var understandingOfAddition: String {
        // Each text begins with this word.
        "added" + understanding.dropFirst("taken".count)
    }

    /// The period in plain words, as years or months where its ends are those of whole ones.
    var understanding: String {
        switch (first, last) {
        case (nil, nil): "taken at any time"
        case (let first?, nil): "taken from \(Self.beginningText(of: first)) on"
        case (nil, let last?): "taken before \(Self.beginningText(of: CivilDay(last.number + 1)))"
        case (let first?, let last?): Self.rangeText(from: first, to: last)
        }
    }

    private static func rangeText(from first: CivilDay, to last: CivilDay) -> String {
        if first > last { return "taken at no time" }
        if first == last { return "taken on \(dayText(of: first))" }
        let (start, end) = (first.parts, last.parts)
        let next = CivilDay(last.number + 1).parts
        if start.day == 1, start.month == 1, next.day == 1, next.month == 1 {
            return start.year == end.year
                ? "taken in \(start.year)" : "taken from \(start.year) to \(end.year)"
        }
        if start.day == 1, next.day == 1 {
            let (from, to) = (monthText(of: first), monthText(of: last))
            return from == to ? "taken in \(from)" : "taken from \(from) to \(to)"
        }
        return "taken from \(dayText(of: first)) to \(dayText(of: last))"
    }

    /// Returns the shortest name of a period that begins with a day.
    private static func beginningText(of first: CivilDay) -> String {
        let parts = first.parts
        guard parts.day == 1 else { return dayText(of: first) }
        return parts.month == 1 ? "\(parts.year)" : monthText(of: first)
    }

    private static func monthText(of day: CivilDay) -> String {
        "\(months[day.parts.month - 1]) \(day.parts.year)"
    }

    private static func dayText(of day: CivilDay) -> String {
        "\(day.parts.day) \(monthText(of: day))"
    }
}
