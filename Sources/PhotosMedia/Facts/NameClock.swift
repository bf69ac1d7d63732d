/// The time of day in a file's name, behind its day.
struct NameClock {
    private(set) var seconds = 0.0
    /// The zone that the name states.
    private(set) var zoneOffset: Int?

    /// Reads the time behind a day; nil if there is none.
    ///
    /// Only separators stand between both, or words of any language with a time whose parts are set apart:
    /// "2020-01-31 um 12.34.56".
    init?(_ scanner: inout NameScanner, isPacked: Bool) {
        guard let gap = Gap(&scanner, isPacked: isPacked) else { return nil }
        let start = scanner
        guard var hour = scanner.readNumber(digits: 2) ?? scanner.readNumber(digits: 1) else {
            return nil
        }
        let marks = Self.readMarks(from: &scanner)
        guard marks != nil || !gap.hasWords, let minute = scanner.readNumber(digits: 2), minute < 60
        else {
            return nil
        }
        if let marks {
            guard marks.contains(where: { scanner.skip($0) }) else { return nil }
            if marks == Self.writtenMarks { scanner.skipSpaces() }
        }
        guard let second = scanner.readNumber(digits: 2), second < 60 else { return nil }
        if marks == Self.writtenMarks { _ = scanner.skip("秒") || scanner.skip("초") }
        let fraction = Self.readFraction(from: &scanner)
        if let half = gap.half ?? Self.readHalf(from: &scanner) {
            guard let ofDay = half.hour(hour) else { return nil }
            hour = ofDay
        } else if (1...12).contains(hour), !start.isAtZero, marks?.first == ".",
            scanner.isAtUnknownHalf
        {
            // Whether the word means the morning or the afternoon is unknown.
            return nil
        }
        // Some phones count the hours from 1 to 24, and mean the hour after midnight.
        if hour == 24 { hour = 0 }
        guard hour < 24, !scanner.isAtDigit else { return nil }
        seconds = Double(hour * 3600 + minute * 60 + second) + fraction
        zoneOffset = Self.readZone(from: &scanner, isISO: gap.isISO)
    }

    private static let writtenMarks = ["分", "분"]

    /// Skips the mark behind the hour, and returns what may stand behind the minute; nil if there is no mark.
    private static func readMarks(from scanner: inout NameScanner) -> [String]? {
        if ["時", "时", "点", "點", "시"].contains(where: { scanner.skip($0) }) {
            scanner.skipSpaces()
            return writtenMarks
        }
        return scanner.readMark(of: ".-_:h ").map { [$0, "m"] }
    }

    /// Returns the fraction of the second: three, six or nine digits, also behind a point.
    private static func readFraction(from scanner: inout NameScanner) -> Double {
        let start = scanner
        _ = scanner.skip(".")
        for (count, unit) in [(9, 1e9), (6, 1e6), (3, 1e3)] {
            let digits = scanner
            if let number = scanner.readNumber(digits: count), !scanner.isAtDigit {
                return Double(number) / unit
            }
            scanner = digits
        }
        scanner = start
        return 0
    }

    /// Returns "Z" and, behind a time in ISO's form, "+0200"; nil for neither.
    private static func readZone(from scanner: inout NameScanner, isISO: Bool) -> Int? {
        let start = scanner
        if scanner.skip("Z"), scanner.isAtMark { return 0 }
        scanner = start
        if isISO, let sign = scanner.readMark(of: "+-"), let hours = scanner.readNumber(digits: 2) {
            _ = scanner.skip(":")
            // A counter of files may have the form of other minutes.
            if let minutes = scanner.readNumber(digits: 2), [0, 15, 30, 45].contains(minutes),
                scanner.isAtMark
            {
                let zone = (hours * 3600 + minutes * 60) * (sign == "-" ? -1 : 1)
                if CaptureTime.zoneOffsets.contains(zone) { return zone }
            }
        }
        scanner = start
        return nil
    }

    private static func readHalf(from scanner: inout NameScanner) -> DayHalf? {
        let start = scanner
        _ = scanner.readMark(of: " _")
        if let half = scanner.readWord(of: DayHalf.words) { return half }
        scanner = start
        return nil
    }

    /// The characters between a day and its time.
    private struct Gap {
        var hasWords = false
        var half: DayHalf?
        /// Whether the letter T stands there, as in ISO 8601.
        var isISO = false

        /// The largest number of characters.
        ///
        /// The longest word for "at" that a system writes has about ten letters.
        private static let limit = 24

        /// Skips to the time; nil if none can follow.
        init?(_ scanner: inout NameScanner, isPacked: Bool) {
            guard let between = scanner.skipToDigit(limit: Self.limit) else { return nil }
            guard !between.isEmpty else {
                // A number of twelve digits or more may hold the date and the time. Otherwise a separator is needed.
                guard isPacked else { return nil }
                return
            }
            if between == ["T"] {
                isISO = true
                return
            }
            hasWords = between.contains(where: NameText.isLetter)
            let marks = "-_ .,()'’".unicodeScalars
            guard between.allSatisfy({ NameText.isLetter($0) || marks.contains($0) }) else {
                return nil
            }
            guard hasWords else { return }
            var text = String.UnicodeScalarView()
            text.append(contentsOf: between)
            let words = String(text).lowercased().trimmingBlanks()
            half = DayHalf.wordsBefore.first { Self.ends(words, with: $0.0) }?.1
            // "_Maps_" and the like behind digits alone may be anything.
            guard !isPacked || half != nil else { return nil }
            // A Latin letter directly behind the day belongs to something else.
            guard let first = between.first, !NameText.isLetter(first) || NameText.isUnspaced(first)
            else { return nil }
        }

        /// Returns whether words end with a word, which begins there if its script has spaces.
        private static func ends(_ words: String, with word: String) -> Bool {
            guard words.hasSuffix(word), let first = word.unicodeScalars.first else { return false }
            guard !NameText.isUnspaced(first),
                let before = words.dropLast(word.count).unicodeScalars.last
            else { return true }
            return !NameText.isLetter(before) || NameText.isUnspaced(before)
        }
    }
}
