/// Reads the date in a file's name, as cameras, phones, messengers and programs for screenshots write it.
///
/// The shape of date and time decides, so names in all languages are read. Year, month and day must stand in this order.
/// In addition, a time must follow, separators must set the date apart, or a known word such as "IMG" must precede it.
/// Other numbers are ignored, even if they could be read as a date.
package enum FileNameDate {
    /// Returns the point in time that a name states; nil if there is none.
    ///
    /// A day without a time gets noon, so that no zone moves it to another day. The result is local time, except for
    /// Pixel's names ("PXL_") and names that count milliseconds, which state GMT, and names with a zone. Dates of cleared
    /// clocks are none.
    package static func read(_ name: String) -> CaptureTime? {
        let text = NameText(name)
        // A date does not begin within a number.
        for index in text.scalars.indices where text.isNumberStart(index) {
            if let time = plainDate(in: text, at: index) ?? messengersDate(in: text, at: index)
                ?? dashcamsDate(in: text, at: index) ?? millisecondsDate(in: text, at: index)
                ?? secondsDate(in: text, at: index), !time.hasTime || !time.isClearedClock
            {
                return time
            }
        }
        return nil
    }

    /// The years of photography, as far as names with separators state them.
    private static let years = 1826...2099

    /// Returns the time of a date with the year first.
    private static func plainDate(in text: NameText, at start: Int) -> CaptureTime? {
        var scanner = NameScanner(text, at: start)
        let word = text.word(before: start)
        guard var year = scanner.readNumber(digits: 4) else { return nil }
        // Thai calendars count from 543 years before ours.
        if text.isThai, (2400...2642).contains(year) { year -= 543 }
        let marks = scanner.dateMarks()
        let isPacked = marks == nil
        guard let month = scanner.readPart(of: marks), scanner.skip(marks?.month),
            let day = scanner.readPart(of: marks), scanner.skip(marks?.day),
            let days = CaptureTime.days(year: year, month: month.value, day: day.value),
            isPacked ? (1980...2099).contains(year) : years.contains(year)
        else { return nil }
        let isShort = (month.isShort || day.isShort) && marks?.isWritten != true
        // Letters directly before the number belong to something else, unless they are a known word or a script without
        // spaces.
        let isApart = word.isKnown || !text.hasSpacedLetter(at: start - 1)
        // Facebook's Messenger numbers what it received.
        guard !isPacked || word.text != "RECEIVED" else { return nil }

        let behindDay = scanner
        if let clock = NameClock(&scanner, isPacked: isPacked),
            isApart || !isPacked || dashcamWords.contains(word.text)
        {
            var time = CaptureTime(
                localSeconds: Double(days) * 86_400 + clock.seconds,
                zoneOffset: clock.zoneOffset
            )
            if word.text == "PXL" { time.zoneOffset = 0 }
            return time
        }
        scanner = behindDay
        let isSetOff =
            scanner.isAtMark || scanner.isAtUnspacedLetter && marks != nil
            || marks?.isWritten == true && !scanner.isAtDigit
        guard isApart, isSetOff, !isShort, word.text != "PXL",
            !isPacked || word.isKnown || scanner.isAtWhatsAppNumber
        else { return nil }
        return noonTime(ofDay: days)
    }

    /// The words before the dates of dashcams: normal recordings, events, while parked, and in time lapse.
    private static let dashcamWords: Set<String> = ["NO", "EV", "PA", "LA"]

    /// Returns the time of a name with the year apart from month and day, as dashcams and some phones write it:
    /// "2021_0304_050607_001.MP4".
    private static func dashcamsDate(in text: NameText, at start: Int) -> CaptureTime? {
        var scanner = NameScanner(text, at: start)
        guard text.word(before: start).isKnown || !text.hasSpacedLetter(at: start - 1),
            let year = scanner.readNumber(digits: 4), (1980...2099).contains(year),
            scanner.skip("_"),
            let month = scanner.readNumber(digits: 2), let day = scanner.readNumber(digits: 2),
            scanner.skip("_"),
            let days = CaptureTime.days(year: year, month: month, day: day),
            let hour = scanner.readNumber(digits: 2), hour < 24,
            let minute = scanner.readNumber(digits: 2), minute < 60,
            let second = scanner.readNumber(digits: 2), second < 60, !scanner.isAtDigit
        else { return nil }
        let clock = Double(hour * 3600 + minute * 60 + second)
        return CaptureTime(localSeconds: Double(days) * 86_400 + clock, zoneOffset: nil)
    }

    private static func noonTime(ofDay days: Int) -> CaptureTime {
        var time = CaptureTime(localSeconds: Double(days) * 86_400 + 43_200, zoneOffset: nil)
        time.hasTime = false
        return time
    }

    /// Returns the time of a name in an export of Telegram's, with the day first: "photo_1@31-01-2020_12-34-56.jpg".
    private static func messengersDate(in text: NameText, at start: Int) -> CaptureTime? {
        guard start > 0, text.scalars[start - 1] == "@" else { return nil }
        var scanner = NameScanner(text, at: start)
        guard let day = scanner.readNumber(digits: 2), scanner.skip("-"),
            let month = scanner.readNumber(digits: 2),
            scanner.skip("-"), let year = scanner.readNumber(digits: 4), years.contains(year),
            let days = CaptureTime.days(year: year, month: month, day: day)
        else { return nil }
        guard let clock = NameClock(&scanner, isPacked: false) else { return noonTime(ofDay: days) }
        return CaptureTime(localSeconds: Double(days) * 86_400 + clock.seconds, zoneOffset: nil)
    }

    /// Returns the time of a name that counts milliseconds since 1970: "mmexport1580474096123.jpg".
    ///
    /// The range ends in March 2030, so that no number that begins like a date of this century is taken.
    private static func millisecondsDate(in text: NameText, at start: Int) -> CaptureTime? {
        var scanner = NameScanner(text, at: start)
        guard let number = scanner.readNumber(digits: 13), !scanner.isAtDigit,
            (1_000_000_000_000..<1_900_000_000_000).contains(number),
            text.word(before: start).isKnown || isBehindChecksum(start, of: text)
        else { return nil }
        return CaptureTime(localSeconds: Double(number) / 1000, zoneOffset: 0)
    }

    /// Whether WeChat's word and a checksum of 32 hexadecimal digits are all that stands before a number.
    private static func isBehindChecksum(_ start: Int, of text: NameText) -> Bool {
        let before = text.scalars[..<start]
        return before.count == 41 && before.starts(with: "mmexport".unicodeScalars)
            && before.last == "_"
            && before[8..<40].allSatisfy { $0.properties.isASCIIHexDigit }
    }

    /// Returns the time of a recording of iOS's screen, which counts seconds since 1970: "RPReplay_Final1580474096.mp4".
    private static func secondsDate(in text: NameText, at start: Int) -> CaptureTime? {
        var scanner = NameScanner(text, at: start)
        guard text.scalars[..<start].elementsEqual("RPReplay_Final".unicodeScalars),
            let number = scanner.readNumber(digits: 10), !scanner.isAtDigit,
            (1_000_000_000..<1_900_000_000).contains(number)
        else { return nil }
        return CaptureTime(localSeconds: Double(number), zoneOffset: 0)
    }
}
