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

    /// Reads "2024:05:01 12:30:00", "2024-05-01T12:30:00.25+02:00" and mixtures of both forms.
    ///
    /// Without seconds, the full minute is taken. The result is nil for any other text and for a day that does not
    /// exist. The result is also nil for a year before 1800: cameras without a clock write such dates, and photography
    /// did not exist.
    package init?(_ text: String) {
        var scanner = DigitScanner(text)
        guard let year = scanner.number(digits: 4), scanner.skip(in: ":-"),
            let month = scanner.number(digits: 2), scanner.skip(in: ":-"),
            let day = scanner.number(digits: 2), scanner.skip(in: " T"),
            let hour = scanner.number(digits: 2), scanner.skip(in: ":"),
            let minute = scanner.number(digits: 2)
        else { return nil }
        var second = 0
        var fraction = 0.0
        if scanner.skip(in: ":") {
            guard let value = scanner.number(digits: 2) else { return nil }
            second = value
            if scanner.skip(in: ".") { fraction = scanner.fraction() }
        }
        guard let days = Self.days(year: year, month: month, day: day),
            hour < 24, minute < 60, second < 61
        else { return nil }
        zoneOffset = Self.zone(&scanner)
        guard scanner.isAtEnd else { return nil }
        localSeconds = Double(days * 86_400 + hour * 3600 + minute * 60 + second) + fraction
    }

    /// Reads a day without a time, as in scans of paper pictures: "1985-07-04", "1985-07", "1985".
    ///
    /// A month stands for its first day, and a year for its first. IPTC writes 00 for an unknown month or day. The
    /// result is nil for any other text, and for a day that does not exist.
    package static func dayAlone(_ text: String) -> CaptureTime? {
        var scanner = DigitScanner(text)
        guard let year = scanner.number(digits: 4) else { return nil }
        var month = 0
        var day = 0
        if !scanner.isAtEnd {
            guard scanner.skip(in: ":-"), let number = scanner.number(digits: 2) else { return nil }
            month = number
        }
        if !scanner.isAtEnd {
            guard scanner.skip(in: ":-"), let number = scanner.number(digits: 2) else { return nil }
            day = number
        }
        guard scanner.isAtEnd, month > 0 || day == 0,
            let days = days(year: year, month: max(month, 1), day: max(day, 1))
        else { return nil }
        var time = CaptureTime(localSeconds: Double(days * 86_400 + 12 * 3_600), zoneOffset: nil)
        time.hasTime = false
        return time
    }

    /// Whether a clock that was never set, or was cleared, shows this time.
    package var isClearedClock: Bool {
        // 1970; 1904, where QuickTime starts counting seconds; 2040, where QuickTime's 32 bits overflow.
        [0, -2_082_844_800, 2_212_122_495].contains(localSeconds.rounded(.down))
    }

    /// Reads "+02:00", "-0330" or "Z".
    package static func zone(_ text: String) -> Int? {
        var scanner = DigitScanner(text)
        let zone = zone(&scanner)
        return scanner.isAtEnd ? zone : nil
    }

    private static func zone(_ scanner: inout DigitScanner) -> Int? {
        scanner.skipBlanks()
        if scanner.skip(in: "Zz") { return 0 }
        let isAhead = scanner.skip(in: "+")
        guard isAhead || scanner.skip(in: "-"), let hours = scanner.number(digits: 2) else {
            return nil
        }
        _ = scanner.skip(in: ":")
        guard let minutes = scanner.number(digits: 2), minutes < 60 else { return nil }
        let seconds = (hours * 3600 + minutes * 60) * (isAhead ? 1 : -1)
        return zoneOffsets.contains(seconds) ? seconds : nil
    }

    /// Returns the number of days since 1 January 1970 in the Gregorian calendar; nil if the day does not exist.
    package static func days(year: Int, month: Int, day: Int) -> Int? {
        guard (1800...9999).contains(year), (1...12).contains(month), day >= 1 else { return nil }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard day <= lengths[month - 1] else { return nil }
        let before = year - 1
        let leapDays = before / 4 - before / 100 + before / 400
        let inYear = lengths.prefix(month - 1).reduce(0, +) + day - 1
        // 719,162 days lie between 1 January of the year 1 and 1970.
        return before * 365 + leapDays + inYear - 719_162
    }
}

/// Reads digits and separators one after another.
private struct DigitScanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) {
        bytes = Array(text.utf8.prefix(64))
    }

    var isAtEnd: Bool { position == bytes.count }

    mutating func number(digits: Int) -> Int? {
        guard position + digits <= bytes.count else { return nil }
        var value = 0
        for byte in bytes[position..<position + digits] {
            guard (0x30...0x39).contains(byte) else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        position += digits
        return value
    }

    mutating func fraction() -> Double {
        let start = position
        while position < bytes.count, (0x30...0x39).contains(bytes[position]) { position += 1 }
        return Double("0." + String(decoding: bytes[start..<position], as: UTF8.self)) ?? 0
    }

    mutating func skip(in marks: String) -> Bool {
        guard position < bytes.count, marks.utf8.contains(bytes[position]) else { return false }
        position += 1
        return true
    }

    mutating func skipBlanks() {
        while skip(in: " ") {}
    }
}
