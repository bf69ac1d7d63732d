import PhotosMedia

/// Reads numbers and durations as people write them.
enum WrittenQuantity {
    /// Returns the number in a text, or nil.
    static func number(_ text: String) -> FieldValue? {
        let text = text.trimmingBlanks()
        if let whole = Int64(text) { return .integer(whole) }
        guard text.wholeMatch(of: #/[+-]?\d+(?:\.\d+)?/#) != nil else { return nil }
        return Double(text).map(FieldValue.real)
    }

    /// Returns the seconds in "90", "1:30", "1:02:03", "90 s", "1.5 min", "2 h" or "1/250", or nil for other texts.
    static func seconds(_ text: String) -> FieldValue? {
        let text = text.trimmingBlanks()
        if let number = number(text) { return number }
        if let part = text.wholeMatch(of: #/(\d+)/(\d+)/#) {
            guard let over = Double(part.1), let under = Double(part.2), under > 0 else {
                return nil
            }
            return .real(over / under)
        }
        if let clock = text.wholeMatch(of: #/(?:(\d+):)?(\d{1,2}):(\d{2}(?:\.\d+)?)/#) {
            guard let minutes = Double(clock.2), let seconds = Double(clock.3), seconds < 60,
                clock.1 == nil || minutes < 60
            else { return nil }
            let hours = clock.1.flatMap { Double(String($0)) } ?? 0
            return .real(hours * 3_600 + minutes * 60 + seconds)
        }
        guard let match = text.lowercased().wholeMatch(of: #/(\d+(?:\.\d+)?) *([a-z]+)/#),
            let count = Double(match.1), let unit = units[String(match.2)]
        else { return nil }
        return .real(count * unit)
    }

    private static let units: [String: Double] = [
        "s": 1, "sec": 1, "second": 1, "seconds": 1,
        "m": 60, "min": 60, "minute": 60, "minutes": 60,
        "h": 3_600, "hour": 3_600, "hours": 3_600,
    ]
}
