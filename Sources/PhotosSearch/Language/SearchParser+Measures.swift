extension SearchParser {
    /// Reads a comparison with a number, such as `>10 MB`, `f<2`, `iso 400` or `longer than 1 min`.
    mutating func readMeasure() -> SearchMeasure? {
        var start = position
        var relation: SearchMeasure.Relation?
        let words = folded(from: position, atMost: 2)
        if let found = SearchVocabulary.relations[words.joined(separator: " ")], words.count == 2 {
            (relation, start) = (found, position + 2)
        } else if let word = words.first, let found = SearchVocabulary.relations[word] {
            (relation, start) = (found, position + 1)
        }
        let rest = folded(from: start, atMost: 4)
        for count in stride(from: rest.count, to: 0, by: -1) {
            guard let text = Self.joinedText(of: rest.prefix(count)),
                let measure = Self.measure(in: text, relation: relation)
            else { continue }
            position = start + count
            return measure
        }
        reportFailedMeasure()
        return nil
    }

    /// Puts words together, unless two numbers would become one.
    private static func joinedText(of words: ArraySlice<String>) -> String? {
        var text = ""
        for word in words {
            if text.last?.isNumber == true, word.first?.isNumber == true { return nil }
            text += word
        }
        return text
    }

    private static func measure(
        in text: String,
        relation given: SearchMeasure.Relation?
    ) -> SearchMeasure? {
        var rest = text[...]
        let name = String(rest.prefix { $0.isLetter })
        rest = rest.dropFirst(name.count)
        let sign = String(rest.prefix { "<>=≤≥:/".contains($0) })
        rest = rest.dropFirst(sign.count)
        let digits = String(rest.prefix { $0.isASCII && $0.isNumber || ".,".contains($0) })
        rest = rest.dropFirst(digits.count)
        guard !digits.isEmpty else { return starRating(in: text, relation: given) }
        let written = relations[sign]
        if !sign.isEmpty, written == nil, sign != "/" { return nil }
        if written != nil, given != nil { return nil }
        // `1/250 s` is an exposure time.
        if name.isEmpty, rest.hasPrefix("/"), digits == "1" {
            return exposureTime(in: String(rest.dropFirst()), relation: written ?? given ?? .equal)
        }
        guard let number = number(in: digits) else { return nil }
        let relation = written ?? given
        let unit = String(rest)
        if name.isEmpty {
            return sign == "/" ? nil : measure(of: number, unit: unit, relation: relation)
        }
        return measure(
            named: name,
            sign: sign,
            digits: digits,
            number: number,
            unit: unit,
            relation: relation
        )
    }

    private static let relations: [String: SearchMeasure.Relation] = [
        "<": .less, "<=": .atMost, "=<": .atMost, "≤": .atMost, "=": .equal, "==": .equal,
        ":": .equal, ">=": .atLeast, "=>": .atLeast, "≥": .atLeast, ">": .greater, ":<": .less,
        ":>": .greater, ":<=": .atMost, ":>=": .atLeast,
    ]

    private static func number(in digits: String) -> Double? {
        let text = digits.replacing(",", with: ".")
        guard text.last != ".", text.first != "." else { return nil }
        return Double(text)
    }

    /// Returns the quantity of a unit.
    ///
    /// Sizes and durations need a relation, because nobody knows them exactly.
    private static func measure(
        of number: Double,
        unit: String,
        relation: SearchMeasure.Relation?
    ) -> SearchMeasure? {
        if let factor = sizes[unit] {
            return relation.map { SearchMeasure(.size, $0, number * factor) }
        }
        if let factor = durations[unit] {
            return relation.map { SearchMeasure(.duration, $0, number * factor) }
        }
        switch unit {
        case "mm": return SearchMeasure(.focalLength, relation ?? .equal, number)
        case "mp", "megapixel", "megapixels":
            return SearchMeasure(.megapixels, relation ?? .equal, number)
        case "px", "pixel", "pixels": return relation.map { SearchMeasure(.width, $0, number) }
        case "star", "stars", "stern", "sterne", "sternen":
            guard (0...5).contains(number), number == number.rounded() else { return nil }
            return SearchMeasure(.rating, relation ?? .equal, number)
        default: return nil
        }
    }

    private static let sizes: [String: Double] = [
        "b": 1, "byte": 1, "bytes": 1, "kb": 1e3, "mb": 1e6, "gb": 1e9, "tb": 1e12,
        "kib": 1_024, "mib": 1_048_576, "gib": 1_073_741_824,
    ]
    private static let durations: [String: Double] = [
        "s": 1, "sec": 1, "secs": 1, "second": 1, "seconds": 1, "sek": 1, "sekunden": 1,
        "sekunde": 1, "min": 60, "mins": 60, "minute": 60, "minutes": 60, "minuten": 60, "h": 3_600,
        "hour": 3_600, "hours": 3_600, "stunde": 3_600, "stunden": 3_600,
    ]

    private static func measure(
        named name: String,
        sign: String,
        digits: String,
        number: Double,
        unit: String,
        relation: SearchMeasure.Relation?
    ) -> SearchMeasure? {
        switch name {
        case "f", "aperture", "blende":
            // `F1` and `f2` alone are words.
            let isPlain = sign.isEmpty && relation == nil && !digits.contains(where: ".,".contains)
            guard unit.isEmpty, !isPlain || name != "f" else { return nil }
            return SearchMeasure(.aperture, relation ?? .equal, number)
        case "iso":
            guard unit.isEmpty, sign != "/" else { return nil }
            return SearchMeasure(.iso, relation ?? .equal, number)
        case "rating", "bewertung", "stars", "sterne":
            guard unit.isEmpty || unit.hasPrefix("star") || unit.hasPrefix("stern"), sign != "/"
            else { return nil }
            return SearchMeasure(.rating, relation ?? .equal, number)
        case "width", "breite":
            guard ["", "px", "pixel", "pixels"].contains(unit), sign != "/" else { return nil }
            return relation.map { SearchMeasure(.width, $0, number) }
        case "height", "hohe":
            guard ["", "px", "pixel", "pixels"].contains(unit), sign != "/" else { return nil }
            return relation.map { SearchMeasure(.height, $0, number) }
        case "size", "grosse":
            return sizes[unit] == nil ? nil : measure(of: number, unit: unit, relation: relation)
        case "duration", "length", "dauer", "lange":
            return durations[unit] == nil
                ? nil : measure(of: number, unit: unit, relation: relation)
        case "focal", "brennweite":
            guard unit.isEmpty || unit == "mm", sign != "/" else { return nil }
            return SearchMeasure(.focalLength, relation ?? .equal, number)
        default: return nil
        }
    }

    private static func exposureTime(
        in text: String,
        relation: SearchMeasure.Relation
    ) -> SearchMeasure? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard ["", "s", "sec"].contains(text.dropFirst(digits.count)), let whole = Double(digits),
            whole >= 2
        else { return nil }
        return SearchMeasure(.exposure, relation, 1 / whole)
    }

    /// Reads a row of stars.
    private static func starRating(
        in text: String,
        relation: SearchMeasure.Relation?
    ) -> SearchMeasure? {
        // Elsewhere, one star stands for any letters, so it is no rating.
        guard (2...5).contains(text.count) || text == "★", text.count <= 5,
            text.allSatisfy({ "*★".contains($0) })
        else { return nil }
        return SearchMeasure(.rating, relation ?? .equal, Double(text.count))
    }

    /// Reports a sign of comparison before which or after which something is missing.
    private mutating func reportFailedMeasure() {
        guard let word = lexemes[position].word, let first = word.first, let last = word.last else {
            return
        }
        let next = folded(from: position, atMost: 2)
        if first.isNumber, next.count > 1, let text = Self.joinedText(of: next[...]),
            Self.measure(in: text, relation: .greater) != nil
        {
            return reportProblem(
                with: word,
                message:
                    "“\(next[0]) \(next[1])” compares nothing. Write >\(next[0]) \(next[1]) or <\(next[0]) \(next[1])."
            )
        }
        guard "<>≤≥".contains(first) || "<>≤≥".contains(last) else { return }
        reportProblem(
            with: word,
            message:
                "“\(word)” compares nothing. Write a number with its unit, such as >10 MB, <30 s or f<2."
        )
    }
}
