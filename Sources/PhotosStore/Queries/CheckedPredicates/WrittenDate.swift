import Foundation
import PhotosMedia

/// A date as people write it: the range of time that the text names, from a year down to a fraction of a second.
struct WrittenDate: Hashable, Sendable {
    /// The start in seconds since 2001-01-01 00:00:00 UTC, as dates are stored.
    var start: Double
    /// The first moment after the range.
    var end: Double

    /// Reads "2020", "2020-01", "2020-01-31", "2020-01-31 12:00", "2020-01-31T12:00:30.250+02:00" and similar texts.
    ///
    /// Year, month and day may be separated by `-`, `/` or `:`. The result is nil for other texts, and for days that do
    /// not exist.
    ///
    /// - Parameters:
    ///   - text: The date.
    ///   - zone: The zone of a date that states none.
    init?(_ text: String, zone: TimeZone) {
        let pattern =
            #/(\d{4})(?:[-\/:](\d{1,2})(?:[-\/:](\d{1,2})(?:(?:T| +)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,6}))?)? *(Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?)?)?/#
        guard let match = text.wholeMatch(of: pattern), let year = Int(match.1) else { return nil }
        let (month, day) = (match.2.flatMap { Int($0) }, match.3.flatMap { Int($0) })
        var offset: Int?
        if let written = match.8 {
            guard let stated = Self.offset(String(written)) else { return nil }
            offset = stated
        }
        guard let first = CaptureTime.days(year: year, month: month ?? 1, day: day ?? 1) else {
            return nil
        }
        guard day != nil else {
            let isWithinYear = (month ?? 12) < 12
            let next = CaptureTime.days(
                year: isWithinYear ? year : year + 1,
                month: isWithinYear ? (month ?? 0) + 1 : 1,
                day: 1
            )
            guard let next else { return nil }
            self.init(days: first..<next, zone)
            return
        }
        guard let hour = match.4.flatMap({ Int($0) }), let minute = match.5.flatMap({ Int($0) })
        else {
            self.init(days: first..<first + 1, zone)
            return
        }
        let second = match.6.flatMap { Int($0) }
        guard hour < 24, minute < 60, (second ?? 0) < 61 else { return nil }
        let fraction = match.7.map { ($0.count, Double("0." + $0) ?? 0) }
        let local = Double(first * 86_400 + hour * 3_600 + minute * 60 + (second ?? 0))
        let start = Self.moment(of: local + (fraction?.1 ?? 0), in: zone, offset: offset)
        let length = fraction.map { pow(10, -Double($0.0)) } ?? (second == nil ? 60 : 1)
        self.init(start: start, end: start + length)
    }

    private init(start: Double, end: Double) {
        self.start = start
        self.end = end
    }

    /// Creates a range of whole days, counted from 1 January 1970.
    private init(days: Range<Int>, _ zone: TimeZone) {
        self.init(
            start: Self.moment(of: Double(days.lowerBound * 86_400), in: zone, offset: nil),
            end: Self.moment(of: Double(days.upperBound * 86_400), in: zone, offset: nil)
        )
    }

    private static func offset(_ text: String) -> Int? {
        text.hasSuffix("T") || text == "UTC" ? 0 : CaptureTime.zone(text)
    }

    private static func moment(of local: Double, in zone: TimeZone, offset: Int?) -> Double {
        let time = CaptureTime(localSeconds: local, zoneOffset: offset)
        return CreationDate(time, "", zone).date.timeIntervalSinceReferenceDate
    }
}
