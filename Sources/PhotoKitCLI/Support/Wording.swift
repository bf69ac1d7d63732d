import Foundation

/// Formats numbers, sizes and dates as text.
enum Wording {
    static func formattedBytes(_ count: Int64) -> String {
        guard count >= 1_000 else { return "\(count) B" }
        var value = Double(count)
        for unit in ["kB", "MB", "GB", "TB", "PB"] {
            value /= 1_000
            if value < 999.5 {
                return String(format: value < 9.95 ? "%.1f %@" : "%.0f %@", value, unit as NSString)
            }
        }
        return "\(count) B"
    }

    static func count(_ number: Int, of singular: String, plural: String? = nil) -> String {
        "\(number) \(number == 1 ? singular : plural ?? singular + "s")"
    }

    /// Returns what files are that a folder has beside its photos.
    ///
    /// - Parameter sidecars: The number of sidecars among them.
    /// - Returns: The words behind the number of the files.
    static func otherFiles(loneSidecars sidecars: Int) -> String {
        let photos = sidecars == 1 ? "its photo" : "their photos"
        let remark = sidecars == 0 ? "" : " (\(count(sidecars, of: "sidecar")) without \(photos))"
        return "neither a photo nor a part of one" + remark
    }

    /// Returns the pronoun for a number of things in a sentence that acts on them: "it" or "them".
    static func them(_ number: Int) -> String { number == 1 ? "it" : "them" }

    /// Returns names in a row; of a long list the first ten, and how many follow.
    ///
    /// - Parameters:
    ///   - names: The names, or the first of them.
    ///   - total: The number of all names; nil where `names` has all.
    /// - Returns: The text.
    static func nameList(_ names: [String], of total: Int? = nil) -> String {
        let rest = (total ?? names.count) - min(names.count, mostNames)
        return names.prefix(mostNames).joined(separator: ", ")
            + (rest > 0 ? " and \(rest) more" : "")
    }

    /// The largest number of names in a row.
    static let mostNames = 10

    /// Returns a sentence about new files that equal photos in Recently Deleted; nil without such files.
    static func equalDeletedSentence(
        count number: Int,
        file: String,
        files: String? = nil
    ) -> String? {
        guard number > 0 else { return nil }
        let (equal, those, them) =
            number == 1
            ? ("equals a photo", "that photo", "it") : ("equal photos", "those photos", "them")
        return
            "\(count(number, of: file, plural: files)) \(equal) in Recently Deleted. \"photokit ls --deleted\" lists \(those), and \"photokit restore ID\" brings \(them) back with captions, keywords and albums."
    }

    /// Returns a duration as minutes and seconds, with hours if needed.
    static func formattedDuration(_ seconds: Double) -> String {
        let whole = Int(seconds.rounded())
        let (hours, minutes, rest) = (whole / 3_600, whole / 60 % 60, whole % 60)
        return hours > 0
            ? String(format: "%d:%02d:%02d", hours, minutes, rest)
            : String(format: "%d:%02d", minutes, rest)
    }

    /// Returns a date at `zone` seconds east of GMT, with the offset; nil means the time zone of this process.
    static func formattedDate(_ date: Date?, zone: Int? = nil) -> String {
        guard let date else { return "-" }
        let timeZone = zone.flatMap(TimeZone.init(secondsFromGMT:)) ?? .current
        let offset = timeZone.secondsFromGMT(for: date)
        return formattedClock(date, zone: offset) + " " + Self.formattedOffset(offset)
    }

    /// Returns the date and time on a clock at `zone` seconds east of GMT.
    static func formattedClock(_ date: Date, zone: Int) -> String {
        let timeZone = TimeZone(secondsFromGMT: zone) ?? .gmt
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let parts = calendar.dateComponents(
            [.year, .month, .day, .hour, .minute, .second],
            from: date
        )
        return String(
            format: "%04d-%02d-%02d %02d:%02d:%02d",
            parts.year ?? 0,
            parts.month ?? 0,
            parts.day ?? 0,
            parts.hour ?? 0,
            parts.minute ?? 0,
            parts.second ?? 0
        )
    }

    /// Returns an offset from GMT such as `+02:00`.
    static func formattedOffset(_ seconds: Int) -> String {
        String(
            format: "%@%02d:%02d",
            (seconds < 0 ? "-" : "+") as NSString,
            abs(seconds) / 3_600,
            abs(seconds) / 60 % 60
        )
    }

    /// Returns the first 13 characters of an identifier, which are unique in practice.
    static func shortIdentifier(_ identifier: String) -> String { String(identifier.prefix(13)) }
}
