/// Dates of HTTP headers, of S3's lists and of signatures.
package enum HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Reads `Sun, 06 Nov 1994 08:49:37 GMT`, the form that RFC 9110 asks of senders.
    ///
    /// - Returns: Seconds since 1970, or nil.
    package static func seconds(_ text: String) -> Double? {
        let parts = text.split(whereSeparator: { $0 == " " || $0 == ":" })
        guard parts.count == 8, parts[7] == "GMT", let day = Int(parts[1]),
            let month = months.firstIndex(of: String(parts[2])), let year = Int(parts[3]),
            let hour = Int(parts[4]), let minute = Int(parts[5]), let second = Int(parts[6])
        else { return nil }
        return seconds(year, month + 1, day, hour, minute, second)
    }

    /// Reads `1994-11-06T08:49:37.000Z`, the form of S3's lists.
    ///
    /// - Returns: Seconds since 1970, or nil.
    package static func iso(_ text: String) -> Double? {
        let parts = text.split(whereSeparator: { "-T:.Z+".contains($0) })
        guard text.hasSuffix("Z"), parts.count >= 6 else { return nil }
        let numbers = parts.prefix(6).compactMap { Int($0) }
        guard numbers.count == 6 else { return nil }
        return seconds(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
    }

    /// Returns `19941106T084937Z`, the form of signatures.
    ///
    /// - Parameter seconds: Seconds since 1970, from 0.
    /// - Returns: The date in UTC.
    package static func compact(_ seconds: Double) -> String {
        let total = Int(seconds)
        let (year, month, day) = civil(total / 86400)
        let time = total % 86400
        return padded(year, 4) + padded(month, 2) + padded(day, 2) + "T" + padded(time / 3600, 2)
            + padded(time / 60 % 60, 2) + padded(time % 60, 2) + "Z"
    }

    private static func seconds(
        _ year: Int,
        _ month: Int,
        _ day: Int,
        _ hour: Int,
        _ minute: Int,
        _ second: Int
    ) -> Double? {
        guard (1970...9999).contains(year), (1...12).contains(month), (1...31).contains(day),
            (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
        return Double(days(year, month, day) * 86400 + hour * 3600 + minute * 60 + second)
    }

    // Days of the proleptic Gregorian calendar, counted in years that begin in March.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = year / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
            - 719_468
    }

    private static func civil(_ days: Int) -> (Int, Int, Int) {
        let days = days + 719_468
        let era = days / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (
            yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
            dayOfYear - (153 * shifted + 2) / 5 + 1
        )
    }

    private static func padded(_ number: Int, _ count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
}
