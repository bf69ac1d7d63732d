import Foundation
import PhotosBase
import ServeRules

/// The end of a share link.
enum LinkEnd {
    /// The seconds that a link may last, if these are stated: from a minute to ten years.
    static let durations = 60...315_360_000

    /// Returns the end that a request states: a day, which counts to its end in GMT, a time, or a duration.
    ///
    /// - Parameters:
    ///   - text: A day or a time of ISO 8601; nil where a duration is stated.
    ///   - seconds: The duration; nil where an end is stated.
    ///   - now: The time.
    /// - Returns: The end.
    /// - Throws: ``Problem`` where none, both or no future time is stated.
    static func date(at text: String?, after seconds: Int?, now: Date) throws -> Date {
        switch (text, seconds) {
        case (nil, let seconds?):
            guard durations.contains(seconds) else {
                throw Problem.badRequest("A link lasts 60 to \(durations.upperBound) seconds.")
            }
            return now.addingTimeInterval(Double(seconds))
        case (let text?, nil):
            guard let date = date(text) else {
                throw Problem.badRequest("Write the end as YYYY-MM-DD or a time of ISO 8601.")
            }
            guard date > now else {
                throw Problem(.conflict, "in-the-past", "The end of a link lies in the future.")
            }
            return date
        default: throw Problem.badRequest("Send one of \"ends\" and \"lasts\".")
        }
    }

    private static func date(_ text: String) -> Date? {
        if let day = CivilDay(text) {
            return Date(timeIntervalSince1970: (Double(day.number) + 1) * 86_400)
        }
        return try? Date(text, strategy: .iso8601)
    }
}
