/// Moments as texts of ISO 8601.
public enum CivilTime {
    /// Returns the time that a clock in a zone shows, such as `2024-06-01T12:00:00+02:00`.
    ///
    /// - Parameters:
    ///   - seconds: The seconds since 1970.
    ///   - zone: The seconds east of GMT; nil gives the time in GMT with a `Z`.
    /// - Returns: The text, with whole seconds.
    public static func text(secondsSince1970 seconds: Double, zone: Int?) -> String {
        let parts = Self.parts(secondsSince1970: seconds, zone: zone ?? 0)
        let date = "\(padded(parts.year, 4))-\(padded(parts.month))-\(padded(parts.day))"
        let time = "\(padded(parts.hour)):\(padded(parts.minute)):\(padded(parts.second))"
        guard let zone else { return "\(date)T\(time)Z" }
        let minutes = abs(zone) / 60
        let sign = zone < 0 ? "-" : "+"
        return "\(date)T\(time)\(sign)\(padded(minutes / 60)):\(padded(minutes % 60))"
    }

    /// Returns the parts of the time that a clock in a zone shows.
    public static func parts(
        secondsSince1970 seconds: Double,
        zone: Int
    ) -> (year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        let days = CivilDay.number(secondsSince1970: seconds, zone: zone)
        let rest = (seconds + Double(zone)).rounded(.down) - Double(days) * 86_400
        let second = Int(min(max(rest, 0), 86_399))
        let (year, month, day) = CivilDay.date(days)
        return (year, month, day, second / 3600, second / 60 % 60, second % 60)
    }

    private static func padded(_ number: Int, _ width: Int = 2) -> String {
        let digits = String(abs(number))
        let zeros = String(repeating: "0", count: max(0, width - digits.count))
        return (number < 0 ? "-" : "") + zeros + digits
    }
}
