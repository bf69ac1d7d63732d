/// Reads the date in a file's name, as cameras, phones and messengers write it.
///
/// Year, month and day must stand in this order. In addition, a time must follow, separators must set the date apart,
/// or a known word such as "IMG" must precede it. Other numbers are ignored, even if they could be read as a date.
package enum FileNameDate {
    /// Returns the point in time that a name states; nil if there is none.
    ///
    /// A day without a time gets noon, so that no zone moves it to another day. The result is local time, except for
    /// Pixel's names ("PXL_"), which state GMT.
    package static func read(_ name: String) -> CaptureTime? {
        let stem = Array(name.split(separator: "/").last?.utf8 ?? "".utf8[...])
        var index = 0
        while index < stem.count {
            // A date does not begin within a number.
            if isDigit(stem[index]), index == 0 || !isDigit(stem[index - 1]),
                let time = date(in: stem, at: index)
            {
                return time
            }
            index += 1
        }
        return nil
    }

    private static func date(in stem: [UInt8], at start: Int) -> CaptureTime? {
        var scanner = NameScanner(stem, at: start)
        let word = word(before: start, in: stem)
        guard let year = scanner.number(4) else { return nil }
        let mark = scanner.mark(of: "-_. ")
        guard let month = scanner.number(2), mark == nil || scanner.skip(mark),
            let day = scanner.number(2),
            let days = CaptureTime.days(year: year, month: month, day: day),
            mark == nil ? (1980...2099).contains(year) : (1826...2099).contains(year)
        else { return nil }
        // Letters directly before the number belong to something else, unless they are a known word.
        guard word.isKnown || !word.touches else { return nil }

        let behindDay = scanner
        var seconds = 12 * 3600.0
        if let clock = clock(&scanner, isPacked: mark == nil) {
            seconds = clock
        } else {
            scanner = behindDay
            let isSetOff = scanner.isAtMark && (mark != nil || word.isKnown)
            guard isSetOff, word.text != "PXL" else { return nil }
        }
        let isUTC = word.text == "PXL" || scanner.skipZulu()
        return CaptureTime(
            localSeconds: Double(days) * 86_400 + seconds,
            zoneOffset: isUTC ? 0 : nil
        )
    }

    /// Returns the time of day behind a day, in seconds; nil if there is no time.
    private static func clock(_ scanner: inout NameScanner, isPacked: Bool) -> Double? {
        let hadMark = scanner.skipBetweenDayAndTime()
        // A number of twelve digits or more may hold the date and the time. Otherwise a separator is needed.
        guard hadMark || isPacked else { return nil }
        let start = scanner
        var hour = scanner.number(2)
        if hour == nil {
            scanner = start
            hour = scanner.number(1)
        }
        let mark = scanner.mark(of: ".-_:h ")
        guard var hour, let minute = scanner.number(2), minute < 60 else { return nil }
        var second = 0
        if mark != nil {
            guard scanner.skip(mark) || scanner.skip(UInt8(ascii: "m")) else { return nil }
        }
        guard let value = scanner.number(2), value < 60 else { return nil }
        second = value
        var fraction = 0.0
        let behindSeconds = scanner
        _ = scanner.skip(UInt8(ascii: "."))
        if let thousandths = scanner.number(3), !scanner.isAtDigit {
            fraction = Double(thousandths) / 1000
        } else {
            scanner = behindSeconds
        }
        if let isAfternoon = scanner.half() {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (isAfternoon ? 12 : 0)
        }
        guard hour < 24, !scanner.isAtDigit else { return nil }
        return Double(hour * 3600 + minute * 60 + second) + fraction
    }

    /// The words that such names begin with, in capitals.
    private static let words: Set<String> = [
        "IMG", "VID", "PXL", "MVIMG", "PANO", "BURST", "AUD", "PTT", "STK", "PHOTO", "VIDEO", "DSC",
        "SCREENSHOT", "SCREENRECORDER", "SIGNAL", "WP", "CAM", "IMAGE", "MOV", "PIC",
    ]

    private static func word(
        before start: Int,
        in stem: [UInt8]
    ) -> (text: String, isKnown: Bool, touches: Bool) {
        var end = start
        while end > 0, "-_ ".utf8.contains(stem[end - 1]) { end -= 1 }
        var begin = end
        while begin > 0, isLetter(stem[begin - 1]) { begin -= 1 }
        let text = String(decoding: stem[begin..<end], as: UTF8.self).uppercased()
        let touches = start > 0 && isLetter(stem[start - 1])
        return (text, words.contains(text), touches)
    }

    fileprivate static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Whether a byte is a letter.
    ///
    /// Bytes of other alphabets count as letters.
    fileprivate static func isLetter(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte & 0xDF) || byte >= 0x80
    }
}

/// Reads numbers and separators of a name one after another.
private struct NameScanner {
    private let bytes: [UInt8]
    private var position: Int

    init(_ bytes: [UInt8], at position: Int) {
        self.bytes = bytes
        self.position = position
    }

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    var isAtDigit: Bool { current.map(FileNameDate.isDigit) ?? false }

    /// Whether the position is at the end, or at a character that is neither digit nor letter.
    var isAtMark: Bool { !isAtDigit && !(current.map(FileNameDate.isLetter) ?? false) }

    mutating func number(_ digits: Int) -> Int? {
        guard position + digits <= bytes.count else { return nil }
        var value = 0
        for byte in bytes[position..<position + digits] {
            guard FileNameDate.isDigit(byte) else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        position += digits
        return value
    }

    mutating func mark(of marks: String) -> UInt8? {
        guard let current, marks.utf8.contains(current) else { return nil }
        position += 1
        return current
    }

    mutating func skip(_ mark: UInt8?) -> Bool {
        guard let mark, current == mark else { return false }
        position += 1
        return true
    }

    /// Skips "_", "-", "T", " at ", ", " and the like.
    mutating func skipBetweenDayAndTime() -> Bool {
        let start = position
        if skip(UInt8(ascii: "T")) { return true }
        while mark(of: "-_ .,") != nil {}
        if position > start, bytes[position...].starts(with: Array("at".utf8)) {
            position += 2
            while mark(of: "-_ ") != nil {}
        }
        return position > start
    }

    mutating func skipZulu() -> Bool { skip(UInt8(ascii: "Z")) }

    /// Returns true for "PM", false for "AM" and nil for neither.
    mutating func half() -> Bool? {
        let start = position
        // Screenshots of some systems have a narrow space of three bytes here.
        if bytes[position...].starts(with: [0xE2, 0x80, 0xAF]) {
            position += 3
        } else {
            _ = mark(of: " _")
        }
        for (text, isAfternoon) in [("AM", false), ("PM", true)] {
            let rest = bytes[position...].prefix(2)
            if rest.map({ $0 & 0xDF }) == Array(text.utf8) {
                position += 2
                return isAfternoon
            }
        }
        position = start
        return nil
    }
}
