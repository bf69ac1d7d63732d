/// Reads numbers and separators of a name one after another.
struct NameScanner {
    /// The characters behind the year, the month and the day of a date.
    struct DateMarks {
        var month: String
        /// The text that must follow the day, or an empty text.
        var day: String
        /// Whether the marks are the words for year, month and day, as in Chinese, Japanese and Korean.
        var isWritten: Bool
    }

    let text: NameText
    private(set) var position: Int

    init(_ text: NameText, at position: Int) {
        self.text = text
        self.position = position
    }

    private var current: Unicode.Scalar? {
        position < text.scalars.count ? text.scalars[position] : nil
    }

    var isAtEnd: Bool { position == text.scalars.count }
    var isAtDigit: Bool { text.isDigit(position) }
    var isAtZero: Bool { current == "0" }
    var isAtLetter: Bool { text.isLetter(position) }
    var isAtUnspacedLetter: Bool { current.map(NameText.isUnspaced) ?? false }

    /// Whether the position is at the end, or at a character that is neither digit nor letter.
    var isAtMark: Bool { !isAtDigit && !isAtLetter }

    /// Whether the number of a file that WhatsApp received follows: "-WA0001".
    var isAtWhatsAppNumber: Bool {
        var scanner = self
        return scanner.skip("-WA") && scanner.readNumber(digits: 4) != nil
    }

    mutating func readNumber(digits: Int) -> Int? {
        guard position + digits <= text.scalars.count else { return nil }
        var value = 0
        for index in position..<position + digits {
            guard text.isDigit(index) else { return nil }
            value = value * 10 + Int(text.scalars[index].value - 0x30)
        }
        position += digits
        return value
    }

    /// Skips what stands behind the year, and returns what must stand behind month and day; nil for a number of digits
    /// alone.
    mutating func dateMarks() -> DateMarks? {
        for (year, month, day) in [("年", "月", "日"), ("년", "월", "일")] where skip(year) {
            skipSpaces()
            return DateMarks(month: month, day: day, isWritten: true)
        }
        return readMark(of: "-_. ").map { DateMarks(month: $0, day: "", isWritten: false) }
    }

    /// Returns a month or a day, and whether it has one digit, which needs separators.
    mutating func readPart(of marks: DateMarks?) -> (value: Int, isShort: Bool)? {
        if marks?.isWritten == true { skipSpaces() }
        if let value = readNumber(digits: 2) { return (value, false) }
        guard marks != nil, let value = readNumber(digits: 1) else { return nil }
        return (value, true)
    }

    /// Skips a text that must be there; nil and an empty text always are.
    mutating func skip(_ mark: String?) -> Bool {
        guard let mark else { return true }
        let scalars = Array(mark.unicodeScalars)
        guard text.scalars[position...].starts(with: scalars) else { return false }
        position += scalars.count
        return true
    }

    mutating func readMark(of marks: String) -> String? {
        guard let current, marks.unicodeScalars.contains(current) else { return nil }
        position += 1
        return String(Character(current))
    }

    mutating func skipSpaces() {
        while readMark(of: " ") != nil {}
    }

    /// Skips the characters up to the next digit.
    ///
    /// - Parameter limit: The largest number of characters.
    /// - Returns: The characters; nil if no digit comes within the limit.
    mutating func skipToDigit(limit: Int) -> [Unicode.Scalar]? {
        let start = position
        while !isAtDigit {
            guard !isAtEnd, position - start < limit else {
                position = start
                return nil
            }
            position += 1
        }
        return Array(text.scalars[start..<position])
    }

    /// Skips one of several words in small letters, as long as no letter of a script with spaces follows it.
    ///
    /// - Returns: The value of the word; nil if none is there.
    mutating func readWord<Value>(of words: [(String, Value)]) -> Value? {
        let start = position
        for (word, value) in words {
            var index = start
            let isThere = word.unicodeScalars.allSatisfy { scalar in
                defer { index += 1 }
                guard index < text.scalars.count else { return false }
                return text.scalars[index].properties.lowercaseMapping == String(Character(scalar))
            }
            guard isThere, !text.hasSpacedLetter(at: index) else { continue }
            position = index
            return value
        }
        return nil
    }
}
