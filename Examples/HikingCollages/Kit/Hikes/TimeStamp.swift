import Foundation

/// Times as GPX files and JSON lists write them: ISO 8601 with a zone, fractions allowed.
enum TimeStamp {
    static func date(from text: String) -> Date? {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if let date = try? Date(trimmed, strategy: .iso8601) { return date }
        return try? Date(
            trimmed,
            strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        )
    }
}
