extension CaptureTime {
    /// Reads a date whose month is a word: "Fri, 31 Jan 2020 12:34:56 +0100", "Fri Jan 31 12:34:56 2020" and
    /// "31-Jan-2020 12:34:56".
    ///
    /// The PNG specification recommends the first form, of RFC 1123 (https://www.w3.org/TR/png-3/#11keywords). C and Java
    /// write the second. Names of other zones than those of RFC 822 (https://www.rfc-editor.org/rfc/rfc822#section-5.1)
    /// have no single meaning, so the zone is unknown there. The result is nil for other texts.
    static func timeWithNamedMonth(in text: String) -> CaptureTime? {
        guard text.utf8.count <= 64 else { return nil }
        let words = text.split { " ,\t".contains($0) }.flatMap(wordParts)
        guard (4...7).contains(words.count) else { return nil }
        var parts = Parts()
        for word in words {
            guard parts.readWord(word.lowercased()) else { return nil }
        }
        guard let year = parts.year, let month = parts.month, let day = parts.day,
            let clock = parts.clock, let days = days(year: year, month: month, day: day)
        else { return nil }
        return CaptureTime(localSeconds: Double(days) * 86_400 + clock, zoneOffset: parts.zone)
    }

    /// Returns the parts of a word that has the whole day, such as "31-Jan-2020" or "2020:Jan:31"; other words as they are.
    private static func wordParts(of word: Substring) -> [Substring] {
        for mark in ["-", ":", "/", "."] {
            let parts = word.split(separator: mark, omittingEmptySubsequences: false)
            if parts.count == 3, parts.contains(where: { monthNumber(of: $0.lowercased()) != nil })
            {
                return parts
            }
        }
        return [word]
    }

    private static func monthNumber(of word: String) -> Int? {
        months.firstIndex { word == $0 || word == $0.prefix(3) }
    }

    /// The parts of such a date that were found.
    private struct Parts {
        var year: Int?
        var month: Int?
        var day: Int?
        var clock: Double?
        var zone: Int?
        private var hasZone = false

        /// Takes one word; false if the word is no part of a date, or the part is there already.
        mutating func readWord(_ word: String) -> Bool {
            if word.contains(":"), clock == nil, !"+-".contains(word.first ?? "+") {
                var scanner = DigitScanner(word)
                clock = scanner.readClock(isISO: false)
                return clock != nil && scanner.isAtEnd
            }
            if let number = Int(word), !"+-".contains(word.first ?? "+") {
                switch word.utf8.count {
                case 4 where year == nil: year = number
                case 1...2 where day == nil: day = number
                default: return false
                }
                return true
            }
            if let index = CaptureTime.monthNumber(of: word) {
                guard month == nil else { return false }
                month = index + 1
                return true
            }
            if weekdays.contains(where: { word == $0 || word == $0.prefix(3) }) { return true }
            guard !hasZone, let time = clock else { return false }
            if let half = DayHalf.words.first(where: { $0.0 == word })?.1 {
                guard let hour = half.hour(Int(time) / 3600) else { return false }
                clock = time - Double(Int(time) / 3600 - hour) * 3600
                return true
            }
            hasZone = true
            if let hours = zones[word] {
                zone = hours * 3600
            } else if let offset = CaptureTime.zone(word) {
                zone = offset
            } else {
                return (3...5).contains(word.utf8.count)
                    && word.utf8.allSatisfy { (0x61...0x7A).contains($0) }
            }
            return true
        }
    }

    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september",
        "october", "november", "december",
    ]
    private static let weekdays = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]
    private static let zones = [
        "gmt": 0, "utc": 0, "ut": 0, "z": 0, "est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7,
        "mdt": -6, "pst": -8, "pdt": -7,
    ]
}
