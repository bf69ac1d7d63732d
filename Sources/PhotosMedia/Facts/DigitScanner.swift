/// Reads digits and separators of a date's text one after another.
struct DigitScanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) {
        bytes = Array(text.utf8.prefix(64))
    }

    var isAtEnd: Bool { position == bytes.count }

    private var isAtDigit: Bool {
        position < bytes.count && (0x30...0x39).contains(bytes[position])
    }

    mutating func readNumber(digits: Int) -> Int? {
        guard position + digits <= bytes.count else { return nil }
        var value = 0
        for byte in bytes[position..<position + digits] {
            guard (0x30...0x39).contains(byte) else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        position += digits
        return value
    }

    mutating func oneOrTwoDigits() -> Int? { readNumber(digits: 2) ?? readNumber(digits: 1) }

    /// Returns the number in a field of two characters, which a blank may fill.
    mutating func readField() -> Int? {
        _ = skip(in: " ")
        return oneOrTwoDigits()
    }

    mutating func readFraction() -> Double {
        let start = position
        while isAtDigit { position += 1 }
        return Double("0." + String(decoding: bytes[start..<position], as: UTF8.self)) ?? 0
    }

    mutating func skip(in marks: String) -> Bool { readMark(in: marks) != nil }

    mutating func readMark(in marks: String) -> String? {
        guard position < bytes.count, marks.utf8.contains(bytes[position]) else { return nil }
        position += 1
        return String(decoding: [bytes[position - 1]], as: UTF8.self)
    }

    /// Skips a word of capitals, also in small letters.
    mutating func skip(word: String) -> Bool {
        let end = position + word.utf8.count
        guard end <= bytes.count,
            zip(bytes[position..<end], word.utf8).allSatisfy({ $0 & 0xDF == $1 })
        else { return false }
        position = end
        return true
    }

    mutating func skipBlanks() {
        while skip(in: " ") {}
    }

    /// Returns the time of day in seconds, which may be 24 hours or more; nil if there is none.
    mutating func readClock(isISO: Bool) -> Double? {
        while position + 1 < bytes.count, bytes[position] == 0x20, bytes[position + 1] == 0x20 {
            position += 1
        }
        let before = readHalf(of: DayHalf.wordsBefore)
        guard var hour = readField() else { return nil }
        let mark = readMark(in: ":.-")
        guard let minute = mark == nil ? readNumber(digits: 2) : readField(), minute < 60 else {
            return nil
        }
        var second = 0
        let behindMinute = position
        if mark.map({ skip(in: $0) }) ?? isAtDigit {
            if let value = mark == nil ? readNumber(digits: 2) : readField() {
                second = value
            } else if mark == "-" {
                // The mark begins the zone.
                position = behindMinute
            } else {
                return nil
            }
        }
        guard second < 61 else { return nil }
        let fraction = skip(in: ".,") ? readFraction() : 0
        if let half = before ?? readHalf(of: DayHalf.words) {
            guard let ofDay = half.hour(hour) else { return nil }
            hour = ofDay
        }
        guard hour <= 24 else { return nil }
        // ISO 8601 calls the end of a day 24:00:00. Devices that count the hours from 1 to 24 mean the hour after midnight.
        if hour == 24, !(isISO && minute == 0 && second == 0 && fraction == 0) { hour = 0 }
        return Double(hour * 3600 + minute * 60 + second) + fraction
    }

    /// Skips one of several words for a half of the day, and blanks around it; nil if none is there.
    private mutating func readHalf(of words: [(String, DayHalf)]) -> DayHalf? {
        let start = position
        skipBlanks()
        // Most texts have digits or nothing here.
        guard position < bytes.count, !isAtDigit, !"+-Zz".utf8.contains(bytes[position]) else {
            position = start
            return nil
        }
        let rest = String(decoding: bytes[position...], as: UTF8.self).lowercased()
        for (word, half) in words where rest.utf8.starts(with: word.utf8) {
            let behind = rest.unicodeScalars.dropFirst(word.unicodeScalars.count).first
            if let behind, NameText.isLetter(behind), !NameText.isUnspaced(behind) { continue }
            position += word.utf8.count
            skipBlanks()
            return half
        }
        position = start
        return nil
    }
}
