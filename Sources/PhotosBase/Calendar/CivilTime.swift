/// The time of a clock in a time zone at a moment, to the second.
public struct CivilTime: Hashable, Sendable {
    /// The day.
    public var day: CivilDay
    /// The seconds since midnight, from 0 to 86,399.
    public var second: Int

    /// Computes the time that a clock shows.
    ///
    /// - Parameters:
    ///   - seconds: The seconds since 1970, rounded down.
    ///   - zone: The seconds east of GMT.
    public init(secondsSince1970 seconds: Double, zone: Int = 0) {
        day = CivilDay(secondsSince1970: seconds, zone: zone)
        let rest = (seconds + Double(zone)).rounded(.down) - Double(day.number) * 86_400
        second = Int(min(max(rest, 0), 86_399))
    }

    /// Makes a time of the years 1 to 9999; nil if there is none.
    ///
    /// Second 60 is the first of the next minute.
    public init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        guard let date = CivilDay(year: year, month: month, day: day), (0...23).contains(hour),
            (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
        let seconds = hour * 3_600 + minute * 60 + second
        self.day = CivilDay(date.number + seconds / 86_400)
        self.second = seconds % 86_400
    }

    /// The hour from 0 to 23, and the minute and the second from 0 to 59.
    public var clock: (hour: Int, minute: Int, second: Int) {
        (second / 3_600, second / 60 % 60, second % 60)
    }

    /// The seconds since 1970 at which a clock of GMT shows this time.
    public var secondsSince1970: Int { day.number * 86_400 + second }

    /// The time such as `2024-06-01T12:00:00`.
    public var text: String {
        let (date, clock) = (day.parts, clock)
        let year = (date.year < 0 ? "-" : "") + Self.paddedNumber(abs(date.year), width: 4)
        return "\(year)-\(Self.paddedNumber(date.month))-\(Self.paddedNumber(date.day))"
            + "T\(Self.paddedNumber(clock.hour)):\(Self.paddedNumber(clock.minute)):\(Self.paddedNumber(clock.second))"
    }

    /// Returns the time that a clock in a zone shows, such as `2024-06-01T12:00:00+02:00` (ISO 8601).
    ///
    /// - Parameters:
    ///   - seconds: The seconds since 1970, rounded down.
    ///   - zone: The seconds east of GMT; nil gives the time in GMT with a `Z`.
    /// - Returns: The text.
    public static func text(secondsSince1970 seconds: Double, zone: Int?) -> String {
        let time = CivilTime(secondsSince1970: seconds, zone: zone ?? 0)
        return time.text + (zone.map(offset) ?? "Z")
    }

    /// Returns an offset from GMT such as `+02:00`, to the minute.
    public static func offset(_ seconds: Int) -> String {
        let minutes = abs(seconds) / 60
        return
            "\(seconds < 0 ? "-" : "+")\(paddedNumber(minutes / 60)):\(paddedNumber(minutes % 60))"
    }

    static func paddedNumber(_ number: Int, width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
