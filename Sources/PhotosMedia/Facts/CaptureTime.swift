import PhotosBase

/// A point in time as written in files: a local date and time, with or without its zone.
package struct CaptureTime: Sendable, Hashable, Codable {
    /// The offsets of all time zones, in seconds: from 12 hours behind GMT to 14 ahead.
    package static let zoneOffsets = -12 * 3600...14 * 3600

    /// The local date and time as if it were GMT, in seconds since 1970.
    package var localSeconds: Double
    /// The number of seconds east of GMT; nil where unknown.
    package var zoneOffset: Int?
    /// Whether the time of day is known.
    ///
    /// Otherwise noon is taken.
    package var hasTime = true

    package init(localSeconds: Double, zoneOffset: Int?) {
        self.localSeconds = localSeconds
        self.zoneOffset = zoneOffset
    }

    /// Reads "2024:05:01 12:30:00", "2024-05-01T12:30:00.25+02:00", "Wed, 01 May 2024 12:30:00 GMT" and the other forms
    /// that devices and programs write for the same.
    ///
    /// The year comes first, or the month is a word, or only one of day and month can be the day, so each text has one
    /// meaning. Colons, dashes, slashes and dots separate the parts. Blanks may fill a part, and a part may have one digit.
    /// Without seconds, the full minute is taken. The hour 24 is the hour after midnight of the stated day, as phones write
    /// it (https://github.com/immich-app/immich/issues/5714). ISO 8601's "T24:00:00" is the end of the day. Digits and
    /// words for the halves of a day may be those of other scripts and languages.
    ///
    /// The result is nil for any other text and for a day that does not exist. The result is also nil for a year before
    /// 1800: cameras without a clock write such dates, and photography did not exist.
    package init?(_ text: String) {
        let text = Self.plainText(of: text)
        guard
            let time = Self.numberedTime(in: text) ?? Self.dayFirstTime(in: text)
                ?? Self.timeWithNamedMonth(in: text)
        else {
            return nil
        }
        self = time
    }

    /// Returns a text with ASCII's digits, blanks and dashes instead of those of other scripts.
    private static func plainText(of text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        var plain = String.UnicodeScalarView()
        plain.append(contentsOf: NameText.plain(text))
        return String(plain)
    }

    /// Returns a date's text with our year instead of one of the Thai calendar, which counts from 543 years before ours.
    ///
    /// The year is the first part of the text, or the third behind day and month. The years from 2400 to 2642 are far in the
    /// future otherwise.
    static func withoutThaiYear(_ text: String) -> String {
        let text = plainText(of: text)
        let parts = text.split(maxSplits: 3) { "./- :".contains($0) }
        for part in [parts.first, parts.count > 2 ? parts[2] : nil].compactMap(\.self) {
            let digits = part.prefix(4)
            guard let year = Int(digits), (2400...2642).contains(year) else { continue }
            return text[..<digits.startIndex] + "\(year - 543)" + text[digits.endIndex...]
        }
        return text
    }

    private static func numberedTime(in text: String) -> CaptureTime? {
        var scanner = DigitScanner(text)
        scanner.skipBlanks()
        guard let year = scanner.readNumber(digits: 4) else { return nil }
        let isPacked = !scanner.skip(in: dateMarks)
        guard let month = isPacked ? scanner.readNumber(digits: 2) : scanner.readField(),
            isPacked || scanner.skip(in: dateMarks),
            let day = isPacked ? scanner.readNumber(digits: 2) : scanner.readField(),
            let days = days(year: year, month: month, day: day)
        else { return nil }
        return captureTime(on: days, isPacked: isPacked, in: &scanner)
    }

    /// Reads "31.03.2021 05:06:07": the year last, and a day above 12, which cannot be the month.
    private static func dayFirstTime(in text: String) -> CaptureTime? {
        var scanner = DigitScanner(text)
        scanner.skipBlanks()
        guard let first = scanner.oneOrTwoDigits(), let mark = scanner.readMark(in: "./-"),
            let second = scanner.oneOrTwoDigits(), scanner.skip(in: mark),
            let year = scanner.readNumber(digits: 4), max(first, second) > 12,
            let days = days(year: year, month: min(first, second), day: max(first, second))
        else { return nil }
        return captureTime(on: days, isPacked: false, in: &scanner)
    }

    /// Reads the time and the zone behind a day.
    private static func captureTime(
        on days: Int,
        isPacked: Bool,
        in scanner: inout DigitScanner
    ) -> CaptureTime? {
        let isISO = scanner.skip(in: "Tt")
        guard isISO || scanner.skip(in: " _:-,") || isPacked else { return nil }
        guard let clock = scanner.readClock(isISO: isISO) else { return nil }
        let zone = zone(&scanner)
        scanner.skipBlanks()
        guard scanner.isAtEnd else { return nil }
        return CaptureTime(localSeconds: Double(days) * 86_400 + clock, zoneOffset: zone)
    }

    private static let dateMarks = ":-/."

    /// Reads a day without a time, as in scans of paper pictures: "1985-07-04", "1985-07", "1985".
    ///
    /// A month stands for its first day, and a year for its first. IPTC writes 00 for an unknown month or day. The
    /// result is nil for any other text, and for a day that does not exist.
    package static func dayAlone(_ text: String) -> CaptureTime? {
        var scanner = DigitScanner(plainText(of: text))
        guard let year = scanner.readNumber(digits: 4) else { return nil }
        var month = 0
        var day = 0
        if !scanner.isAtEnd {
            guard scanner.skip(in: dateMarks), let number = scanner.readNumber(digits: 2) else {
                return nil
            }
            month = number
        }
        if !scanner.isAtEnd {
            guard scanner.skip(in: dateMarks), let number = scanner.readNumber(digits: 2) else {
                return nil
            }
            day = number
        }
        guard scanner.isAtEnd, month > 0 || day == 0,
            let days = days(year: year, month: max(month, 1), day: max(day, 1))
        else { return nil }
        var time = CaptureTime(localSeconds: Double(days * 86_400 + 12 * 3_600), zoneOffset: nil)
        time.hasTime = false
        return time
    }

    /// Reads a day with its month and year, and nothing or blanks instead of the time: "2021:03:04", "2021:03:04   :  :  ".
    ///
    /// Exif fills what is unknown with blanks.
    static func wholeDay(_ text: String) -> CaptureTime? {
        let day = text.trimmingBlanks().split(separator: " ", maxSplits: 1)
        guard let first = day.first, first.count == 10,
            day.dropFirst().allSatisfy({ $0.allSatisfy { " :".contains($0) } })
        else { return nil }
        return dayAlone(String(first))
    }

    /// Reads "+02:00", "-0330", "-5:00", "+02", "Z", "UTC", "GMT" or "GMT+02:00".
    package static func zone(_ text: String) -> Int? {
        var scanner = DigitScanner(text)
        let zone = zone(&scanner)
        return scanner.isAtEnd ? zone : nil
    }

    private static func zone(_ scanner: inout DigitScanner) -> Int? {
        scanner.skipBlanks()
        let isGMT = scanner.skip(word: "UTC") || scanner.skip(word: "GMT")
        if !isGMT, scanner.skip(in: "Zz") { return 0 }
        let isAhead = scanner.skip(in: "+")
        guard isAhead || scanner.skip(in: "-") else { return isGMT ? 0 : nil }
        guard let hours = scanner.oneOrTwoDigits() else { return nil }
        var minutes = 0
        if scanner.skip(in: ":") || !scanner.isAtEnd {
            guard let number = scanner.readNumber(digits: 2), number < 60 else { return nil }
            minutes = number
        }
        let seconds = (hours * 3600 + minutes * 60) * (isAhead ? 1 : -1)
        return zoneOffsets.contains(seconds) ? seconds : nil
    }

    /// Returns the number of days since 1 January 1970 in the Gregorian calendar; nil if the day does not exist.
    package static func days(year: Int, month: Int, day: Int) -> Int? {
        year >= 1800 ? CivilDay(year: year, month: month, day: day)?.number : nil
    }
}
