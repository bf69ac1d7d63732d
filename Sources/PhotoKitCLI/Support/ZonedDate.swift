import Foundation

/// A point in time with the time zone of a clock, as written in ISO 8601.
struct ZonedDate: Equatable {
    var date: Date
    /// The seconds east of GMT.
    var zone: Int

    /// Parses a text; nil if it is not a date, has no time zone, or has an impossible one.
    init?(_ text: String) {
        guard let date = try? Date(text, strategy: .iso8601),
            let match = text.wholeMatch(of: /.*T.*?(?:(Z|z)|([+-])(\d\d):?(\d\d))/)
        else { return nil }
        self.date = date
        guard let sign = match.output.2, let hours = match.output.3.flatMap({ Int($0) }),
            let minutes = match.output.4.flatMap({ Int($0) })
        else {
            zone = 0
            return
        }
        zone = (hours * 3_600 + minutes * 60) * (sign == "-" ? -1 : 1)
        guard minutes < 60, (-43_200...50_400).contains(zone) else { return nil }
    }
}
