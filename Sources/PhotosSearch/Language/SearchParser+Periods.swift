import PhotosBase

extension SearchParser {
    /// Reads a period at the present position, with the words around it; nil if there is none.
    mutating func readPeriod() -> SearchPeriod? {
        guard lexemes[position].word != nil else { return nil }
        let start = position
        if isWord(in: SearchVocabulary.between), let period = readRange(from: start + 1) {
            return period
        }
        let readings: [(Set<String>, (SearchPeriod) -> SearchPeriod)] = [
            (SearchVocabulary.since, \.since), (SearchVocabulary.before, \.before),
            (SearchVocabulary.after, \.after), (SearchVocabulary.until, \.until),
            (SearchVocabulary.inside, { $0 }),
        ]
        for (words, change) in readings where isWord(in: words) {
            if let (period, end) = date(at: start + 1) {
                // `from 2019 to 2021` was read above, and `since 2019..2021` has no meaning.
                position = end
                return change(period)
            }
        }
        if let period = readRange(from: start) { return period }
        guard let (period, end) = date(at: start) else { return nil }
        position = end
        return period
    }

    /// Reads two dates with a word between them.
    private mutating func readRange(from start: Int) -> SearchPeriod? {
        guard let (first, middle) = date(at: start), middle < lexemes.count,
            let word = lexemes[middle].word,
            SearchVocabulary.through.contains(SearchFolding.folded(word)),
            let (last, end) = date(at: middle + 1), let period = first.through(last)
        else { return nil }
        // `2019 and 2020` are two years, unless `between` stands before them.
        if SearchVocabulary.and.contains(SearchFolding.folded(word)), start == position {
            return nil
        }
        position = end
        return period
    }

    // MARK: Dates

    /// Returns a date that begins at an index, and the index after it.
    private func date(at index: Int) -> (SearchPeriod, Int)? {
        let words = folded(from: index, atMost: 3)
        if let (period, count) = namedPeriod(in: words) ?? relativePeriod(in: words) {
            return (period, index + count)
        }
        // `im Jahr 2019`
        if words.count > 1, ["year", "jahr", "jahre"].contains(words[0]), words[1].count == 4,
            let period = Self.numericPeriod(of: words[1])
        {
            return (period, index + 2)
        }
        guard let word = words.first, let period = Self.numericPeriod(of: word) else { return nil }
        return (period, index + 1)
    }

    /// Reads a date with the name of a month: `June 2024`, `2024 June`, `4 June 2024`, `June 4 2024`.
    private func namedPeriod(in words: [String]) -> (SearchPeriod, Int)? {
        func monthNumber(at index: Int) -> Int? {
            index < words.count ? Self.monthNumber(of: words[index]) : nil
        }
        func yearNumber(at index: Int) -> Int? {
            guard index < words.count, words[index].count == 4, let year = Int(words[index]),
                (1800...2200).contains(year)
            else { return nil }
            return year
        }
        if words.count >= 3, let day = Self.ordinalNumber(of: words[0]),
            let month = monthNumber(at: 1),
            let year = yearNumber(at: 2),
            let period = SearchPeriod.day(year: year, month: month, day: day)
        {
            return (period, 3)
        }
        if words.count >= 3, let month = monthNumber(at: 0),
            let day = Self.ordinalNumber(of: words[1]),
            let year = yearNumber(at: 2),
            let period = SearchPeriod.day(year: year, month: month, day: day)
        {
            return (period, 3)
        }
        if let month = monthNumber(at: 0), let year = yearNumber(at: 1),
            let period = SearchPeriod.month(year: year, month: month)
        {
            return (period, 2)
        }
        if let year = yearNumber(at: 0), let month = monthNumber(at: 1),
            let period = SearchPeriod.month(year: year, month: month)
        {
            // `2024 June 4` goes on with a day.
            if words.count >= 3, let day = Self.ordinalNumber(of: words[2]),
                let period = SearchPeriod.day(year: year, month: month, day: day)
            {
                return (period, 3)
            }
            return (period, 2)
        }
        return nil
    }

    /// Returns the month in `June`, `Juni`, `Dez.`; nil for other texts.
    static func monthNumber(of word: String) -> Int? {
        SearchVocabulary.months[word.hasSuffix(".") ? String(word.dropLast()) : word]
    }

    /// Returns the day in `4`, `4.`, `4th`, `1st`; nil for other texts.
    static func ordinalNumber(of word: String) -> Int? {
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        let rest = word.dropFirst(digits.count)
        guard (1...2).contains(digits.count), ["", ".", "st", "nd", "rd", "th"].contains(rest)
        else {
            return nil
        }
        return Int(digits)
    }

    private func relativePeriod(in words: [String]) -> (SearchPeriod, Int)? {
        switch words.first {
        case "today", "heute": return (SearchPeriod(first: today, last: today), 1)
        case "yesterday", "gestern":
            let day = CivilDay(today.number - 1)
            return (SearchPeriod(first: day, last: day), 1)
        default: break
        }
        guard words.count >= 2 else { return nil }
        let (year, month, _) = today.parts
        let isThis = SearchVocabulary.this.contains(words[0])
        guard isThis || SearchVocabulary.last.contains(words[0]) else { return nil }
        let back = isThis ? 0 : 1
        let period: SearchPeriod?
        switch words[1] {
        case "year", "jahr": period = .year(year - back)
        case "month", "monat":
            period =
                month - back == 0
                ? .month(year: year - 1, month: 12) : .month(year: year, month: month - back)
        case "week", "woche":
            let monday = CivilDay(today.number - today.daysSinceMonday - 7 * back)
            period = SearchPeriod(first: monday, last: CivilDay(monday.number + 6))
        default: period = nil
        }
        return period.map { ($0, 2) }
    }

    // MARK: Dates in digits

    /// Reads a date or a range of dates in digits: `2019`, `2019-07-04`, `4.7.2019`, `2019-07..2019-09`, `2019-2021`.
    static func numericPeriod(of word: String) -> SearchPeriod? {
        if let dots = word.firstRange(of: "..") {
            let (left, right) = (word[..<dots.lowerBound], word[dots.upperBound...])
            switch (simplePeriod(of: String(left)), simplePeriod(of: String(right))) {
            case (let first?, let last?): return first.through(last)
            case (let first?, nil): return right.isEmpty ? first.since : nil
            case (nil, let last?): return left.isEmpty ? last.until : nil
            case (nil, nil): return nil
            }
        }
        let years = word.replacing("–", with: "-").split(
            separator: "-",
            omittingEmptySubsequences: false
        )
        if years.count == 2, years.allSatisfy({ $0.count == 4 }),
            let first = simplePeriod(of: String(years[0])),
            let last = simplePeriod(of: String(years[1]))
        {
            return first.through(last)
        }
        return simplePeriod(of: word)
    }

    private static func simplePeriod(of word: String) -> SearchPeriod? {
        guard let separator = word.first(where: { !$0.isNumber }) else {
            return word.count == 4 ? Int(word).flatMap(SearchPeriod.year) : nil
        }
        guard "-/.".contains(separator) else { return nil }
        let parts = word.split(separator: separator, omittingEmptySubsequences: false)
        let isNumeric = parts.allSatisfy { part in
            (1...4).contains(part.count) && part.allSatisfy { $0.isASCII && $0.isNumber }
        }
        guard isNumeric else { return nil }
        let numbers = parts.compactMap { Int($0) }
        if parts[0].count == 4 {
            switch numbers.count {
            case 2: return parts[1].count <= 2 ? .month(year: numbers[0], month: numbers[1]) : nil
            case 3: return .day(year: numbers[0], month: numbers[1], day: numbers[2])
            default: return nil
            }
        }
        guard separator != "-", parts.last?.count == 4 else { return nil }
        switch numbers.count {
        case 2: return .month(year: numbers[1], month: numbers[0])
        case 3:
            // With points, the day comes first. With slashes, one of both numbers must be above 12.
            let (first, second, year) = (numbers[0], numbers[1], numbers[2])
            if separator == "." || first > 12 || first == second {
                return .day(year: year, month: second, day: first)
            }
            return second > 12 ? .day(year: year, month: first, day: second) : nil
        default: return nil
        }
    }

    /// Reports a word that has the form of a date and is none.
    mutating func reportFailedDate(_ word: String) {
        let folded = SearchFolding.folded(word)
        if SearchVocabulary.since.contains(folded), folded != "ab" {
            return reportProblem(
                with: word,
                message: "“\(word)” needs a date after it, such as 2019 or 2019-07."
            )
        }
        if word.contains(".."), word.contains(where: \.isNumber) {
            return reportProblem(
                with: word,
                message: "“\(word)” is not a range of dates. Write 2019-07..2019-09."
            )
        }
        let parts = word.split(omittingEmptySubsequences: false) { "-/.".contains($0) }
        let isNumeric = parts.allSatisfy { part in
            !part.isEmpty && part.count <= 4 && part.allSatisfy { $0.isASCII && $0.isNumber }
        }
        guard (2...3).contains(parts.count), isNumeric,
            parts.first?.count == 4 || parts.last?.count == 4
        else { return }
        let isYear = { (part: Substring?) in
            part.flatMap { Int($0) }.map((1800...2200).contains) ?? false
        }
        guard isYear(parts.first) || isYear(parts.last) else { return }
        let isAmbiguous =
            parts.count == 3 && word.contains("/") && parts.last?.count == 4
            && parts.prefix(2).allSatisfy { Int($0).map((1...12).contains) ?? false }
        reportProblem(
            with: word,
            message: isAmbiguous
                ? "“\(word)” can mean two days. Write the year first: 2019-07-04."
                : "“\(word)” is not a date. Write one such as 2019, 2019-07, 2019-07-04 or 4.7.2019."
        )
    }
}
