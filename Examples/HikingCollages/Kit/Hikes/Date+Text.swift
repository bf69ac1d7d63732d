import Foundation

extension Date {
    /// The date by a Unicode pattern ("HH:mm"), in English and in the given zone.
    package func text(_ pattern: String, in timeZone: TimeZone) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = timeZone
        formatter.dateFormat = pattern
        return formatter.string(from: self)
    }
}
