import ArgumentParser
import Foundation

/// The change of a photo's date by `--date`.
enum DateChange: Equatable {
    /// A point in time with the zone of a clock.
    case moment(ZonedDate)
    /// A time on the photo's own clock, as if the clock stood in GMT.
    case clock(Date)
    /// A number of seconds to a later time; negative to an earlier one.
    case shift(TimeInterval)

    /// Parses a text that a person typed.
    init(text: String) throws {
        if let moment = ZonedDate(text) {
            self = .moment(moment)
        } else if let clock = Self.clockTime(in: text) {
            self = .clock(clock)
        } else if let seconds = Self.shiftSeconds(in: text) {
            self = .shift(seconds)
        } else if Self.clockTime(in: text + "T12:00") != nil {
            throw ValidationError(
                "\"\(text)\" has no time. Write one behind it, such as \(text)T12:00."
            )
        } else {
            throw ValidationError(
                "\"\(text)\" is not a date. Write a date like 2026-07-04T10:30 or 2026-07-04T10:30:00+02:00, or a shift like +1h, -30m or +2d12h."
            )
        }
    }

    /// Whether the change names a zone.
    var hasZone: Bool {
        if case .moment = self { true } else { false }
    }

    /// Returns a time without a zone as a date in GMT; nil for a text of another form and for impossible dates.
    private static func clockTime(in text: String) -> Date? {
        let pattern = /(\d{4})[-:\/](\d\d)[-:\/](\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?/
        guard let match = text.wholeMatch(of: pattern)?.output else { return nil }
        let parts = DateComponents(
            year: Int(match.1),
            month: Int(match.2),
            day: Int(match.3),
            hour: Int(match.4),
            minute: Int(match.5),
            second: match.6.flatMap { Int($0) } ?? 0
        )
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        // The calendar would read 30 February as 2 March.
        guard let date = calendar.date(from: parts),
            calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
                == parts
        else { return nil }
        return date + (match.7.flatMap { Double("0\($0)") } ?? 0)
    }

    /// Returns the seconds of a shift such as `+1h30m`; nil without a sign, or with an unknown unit.
    private static func shiftSeconds(in text: String) -> TimeInterval? {
        guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
        let rest = text.dropFirst()
        guard rest.wholeMatch(of: /(\d{1,9}(\.\d+)?(w|d|h|min|m|s))+/) != nil else { return nil }
        let seconds = rest.matches(of: /(\d+(?:\.\d+)?)(w|d|h|min|m|s)/).map { match in
            let unit: Double =
                switch match.2 {
                case "w": 604_800
                case "d": 86_400
                case "h": 3_600
                case "s": 1
                default: 60
                }
            return (Double(match.1) ?? 0) * unit
        }
        return seconds.reduce(0, +) * (sign == "-" ? -1 : 1)
    }
}

/// The time zone that `--zone` gives to photos.
enum ZoneChange: Equatable {
    /// Seconds east of GMT.
    case offset(Int)
    /// A zone of the time zone database, whose offset depends on the date.
    case named(TimeZone)

    /// Parses a text that a person typed, such as `+02:00`, `Z` or `Europe/Rome`.
    init(text: String) throws {
        if ["Z", "UTC", "GMT"].contains(text.uppercased()) {
            self = .offset(0)
        } else if let match = text.wholeMatch(of: /([+-])(\d{1,2})(?::?(\d\d))?/)?.output,
            let hours = Int(match.2), case let minutes = match.3.flatMap({ Int($0) }) ?? 0,
            minutes < 60, case let seconds = hours * 3_600 + minutes * 60,
            case let offset = match.1 == "-" ? -seconds : seconds,
            (-43_200...50_400).contains(offset)
        {
            self = .offset(offset)
        } else if text.contains("/"), let zone = TimeZone(identifier: text) {
            self = .named(zone)
        } else {
            throw ValidationError(
                "\"\(text)\" is not a time zone. Write an offset from -12:00 to +14:00, like +02:00, or a name like Europe/Rome."
            )
        }
    }

    /// Returns the seconds east of GMT at a time on a clock in the zone.
    ///
    /// - Parameter clock: The time on the clock, as if the clock stood in GMT.
    /// - Returns: The seconds, daylight saving time included.
    func secondsFromGMT(at clock: Date) -> Int {
        switch self {
        case .offset(let seconds): return seconds
        case .named(let zone):
            // The offset depends on the moment, and the moment on the offset. The second step settles all but the
            // hour that a clock repeats or leaves out.
            let first = zone.secondsFromGMT(for: clock)
            return zone.secondsFromGMT(for: clock - TimeInterval(first))
        }
    }
}

/// The date of a photo with the zone of its clock.
struct PhotoTime: Equatable {
    var date: Date?
    /// Seconds east of GMT; nil for an unknown zone, for which the clock stands in GMT.
    var zone: Int?

    /// The dates that a photo may get: the years 1 to 9999, which all formats of files can express.
    private static let dates =
        Date(timeIntervalSince1970: -62_135_596_800)...Date(timeIntervalSince1970: 253_402_300_799)

    /// Returns the time after a change; nil if there is no date to change, or the new date leaves the calendar.
    func changedTime(by change: DateChange?, zone new: ZoneChange?) -> PhotoTime? {
        let time: PhotoTime
        switch change {
        case .moment(let moment): time = PhotoTime(date: moment.date, zone: moment.zone)
        case .clock(let clock): time = photoTime(at: clock, zone: new)
        case .shift(let seconds):
            guard let date else { return nil }
            time =
                new == nil
                ? PhotoTime(date: date + seconds, zone: zone)
                : photoTime(at: date + TimeInterval(zone ?? 0) + seconds, zone: new)
        case nil:
            guard let date else { return nil }
            time = photoTime(at: date + TimeInterval(zone ?? 0), zone: new)
        }
        return time.date.map(Self.dates.contains) == true ? time : nil
    }

    /// The time on the clock with its zone, as a listing shows it.
    var words: String {
        guard let date else { return "no date" }
        return zone.map { Wording.formattedDate(date, zone: $0) } ?? Wording.formattedClock(
            date,
            zone: 0
        ) + " GMT"
    }

    /// Returns the time at which a clock in the new zone, or else in the present one, shows a time.
    private func photoTime(at clock: Date, zone new: ZoneChange?) -> PhotoTime {
        let offset = new?.secondsFromGMT(at: clock) ?? zone
        return PhotoTime(date: clock - TimeInterval(offset ?? 0), zone: offset)
    }
}
