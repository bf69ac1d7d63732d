/// The date in the header `Date`.
public enum HTTPDate {
    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Returns a point in time in the form of HTTP, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    ///
    /// - Parameter seconds: The seconds since 1970, 0 or more.
    /// - Returns: The text.
    public static func text(secondsSince1970 seconds: Int) -> String {
        let date = CivilTime.parts(secondsSince1970: Double(seconds), zone: 0)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let time = "\(two(date.hour)):\(two(date.minute)):\(two(date.second))"
        let weekday = weekdays[max(0, seconds) / 86_400 % 7]
        return "\(weekday), \(two(date.day)) \(months[date.month - 1]) \(date.year) \(time) GMT"
    }
}
