/// Dates as HTTP and its services write them, as seconds since 1970.
public enum HTTPDate {
    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Reads `Sun, 06 Nov 1994 08:49:37 GMT`, the form that RFC 9110, section 5.6.7, asks of senders.
    ///
    /// - Parameter text: The text of a header.
    /// - Returns: Seconds since 1970; nil for other texts, and for dates before 1970.
    public static func seconds(_ text: String) -> Double? {
        let parts = text.split(whereSeparator: { $0 == " " || $0 == ":" })
        guard parts.count == 8, parts[7] == "GMT", let day = Int(parts[1]),
            let month = months.firstIndex(of: String(parts[2])), let year = Int(parts[3]),
            let hour = Int(parts[4]), let minute = Int(parts[5]), let second = Int(parts[6])
        else { return nil }
        return CivilTime(
            year: year,
            month: month + 1,
            day: day,
            hour: hour,
            minute: minute,
            second: second
        ).flatMap(secondsFrom1970)
    }

    /// Reads `1994-11-06T08:49:37.000Z`, the form of S3's lists.
    ///
    /// - Parameter text: The text of an element.
    /// - Returns: Seconds since 1970, without the fraction; nil for other texts, and for dates before 1970.
    public static func secondsOfList(_ text: String) -> Double? {
        let parts = text.split(whereSeparator: { "-T:.Z+".contains($0) })
        guard text.hasSuffix("Z"), parts.count >= 6 else { return nil }
        let numbers = parts.prefix(6).compactMap { Int($0) }
        guard numbers.count == 6 else { return nil }
        return CivilTime(
            year: numbers[0],
            month: numbers[1],
            day: numbers[2],
            hour: numbers[3],
            minute: numbers[4],
            second: numbers[5]
        ).flatMap(secondsFrom1970)
    }

    /// Returns a moment in the form of the header `Date`, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    ///
    /// - Parameter seconds: The seconds since 1970, 0 or more.
    /// - Returns: The text.
    public static func text(secondsSince1970 seconds: Int) -> String {
        let time = CivilTime(secondsSince1970: Double(max(0, seconds)))
        let (date, clock) = (time.day.parts, time.clock)
        let two = { (number: Int) in CivilTime.paddedNumber(number) }
        return "\(weekdays[time.day.daysSinceMonday]), \(two(date.day)) \(months[date.month - 1])"
            + " \(CivilTime.paddedNumber(date.year, width: 4))"
            + " \(two(clock.hour)):\(two(clock.minute)):\(two(clock.second)) GMT"
    }

    /// Returns a moment in the form of signatures, such as `19941106T084937Z`.
    ///
    /// - Parameter seconds: Seconds since 1970, 0 or more.
    /// - Returns: The date in GMT.
    public static func compact(secondsSince1970 seconds: Double) -> String {
        CivilTime(secondsSince1970: seconds).text.filter { $0 != "-" && $0 != ":" } + "Z"
    }

    private static func secondsFrom1970(_ time: CivilTime) -> Double? {
        time.secondsSince1970 >= 0 ? Double(time.secondsSince1970) : nil
    }
}
