import PhotosBase

extension SearchParser {
    /// Reads a feast, a season, or a day without a year, at the present position.
    ///
    /// Photos that have the words are found as well, because a caption may say `Christmas` in January. Behind `-` the words
    /// are words alone, so that nothing more is left out.
    mutating func readOccasion() -> SearchTerm? {
        guard negations == 0, lexemes[position].word != nil else { return nil }
        for start in [position, position + 1] {
            if start > position, !isWord(in: SearchVocabulary.atOccasion) { break }
            guard let (occasion, end) = occasion(at: start) else { continue }
            let words = lexemes[start..<end].compactMap(\.word).compactMap { occasionWord($0) }
            position = end
            return .any([.joined(words), .occasion(occasion)])
        }
        return nil
    }

    private func occasionWord(_ text: String) -> SearchTerm? {
        if SearchVocabulary.connecting.contains(SearchFolding.folded(text)) { return nil }
        return wordPattern(text).map {
            .words(SearchWords($0, in: nil, text: text, isPhrase: false))
        }
    }

    /// Returns the occasion that begins at an index, and the index after it.
    private func occasion(at index: Int) -> (SearchOccasion, Int)? {
        let words = folded(from: index, atMost: 5).map { word in
            word.replacing("-", with: " ").filter { $0 != "'" && $0 != "’" }
        }
        if let (month, day, count) = dayWithoutYear(in: words, at: index) {
            return (Self.occasion(month: month, day: day), index + count)
        }
        if let count = Self.longest(words, where: SearchVocabulary.onThisDay.contains) {
            let (_, month, day) = today.parts
            return (Self.occasion(month: month, day: day), index + count)
        }
        let isThis = words.first.map(SearchVocabulary.this.contains) ?? false
        let isLast = words.first.map(SearchVocabulary.last.contains) ?? false
        guard isThis || isLast else {
            guard let (occasion, count) = Self.named(words, isDated: false) else { return nil }
            return (occasion, index + count)
        }
        guard var (occasion, count) = Self.named(Array(words.dropFirst()), isDated: true) else {
            return nil
        }
        guard let days = latest(occasion.days, isOver: isLast) else { return nil }
        occasion.days = days
        occasion.southernDays = occasion.southernDays.flatMap { latest($0, isOver: isLast) }
        count += 1
        return (occasion, index + count)
    }

    private func latest(_ days: SearchOccasion.Days, isOver: Bool) -> SearchOccasion.Days? {
        guard case .eachYear(let days) = days else { return days }
        return days.latestPeriod(upTo: today, isOver: isOver).map { .once($0) }
    }

    private static func occasion(month: Int, day: Int) -> SearchOccasion {
        let number = month * 100 + day
        return SearchOccasion(days: .eachYear(SearchDays(.monthAndDay, number, number)))
    }

    /// Returns the number of the first words that are a known name, the longest one.
    private static func longest(_ words: [String], where isKnown: (String) -> Bool) -> Int? {
        stride(from: min(4, words.count), to: 0, by: -1).first { count in
            isKnown(words.prefix(count).joined(separator: " "))
        }
    }

    /// Returns the season or the feast that some words begin with, and the number of its words.
    private static func named(_ words: [String], isDated: Bool) -> (SearchOccasion, Int)? {
        let occasions = SearchVocabulary.occasions
        if let count = longest(words, where: { occasions[$0] != nil }),
            let occasion = occasions[words.prefix(count).joined(separator: " ")]
        {
            return (occasion, count)
        }
        guard let word = words.first, let name = SearchVocabulary.datedOccasions[word],
            isDated || words.count > 1 && Self.isYear(words[1]), let occasion = occasions[name]
        else { return nil }
        return (occasion, 1)
    }

    /// Reads `3 May`, `3rd of May`, `May 3`; a year after it makes it a date, and `May 5 stars` has a rating.
    ///
    /// - Parameters:
    ///   - words: The folded words that begin at an index.
    ///   - index: The index.
    /// - Returns: The month, the day and the number of their words; nil for anything else.
    private func dayWithoutYear(
        in words: [String],
        at index: Int
    ) -> (month: Int, day: Int, count: Int)? {
        func dayAndMonth(_ first: Int, _ second: Int) -> (month: Int, day: Int, count: Int)? {
            let count = max(first, second) + 1
            guard count <= words.count, count == words.count || !Self.isYear(words[count]),
                let number = Self.ordinalNumber(of: words[first]),
                let month = Self.monthNumber(of: words[second]),
                SearchDays(month: month, day: number) != nil
            else { return nil }
            return (month, number, count)
        }
        if words.count > 2, words[1] == "of" { return dayAndMonth(0, 2) }
        if let found = dayAndMonth(0, 1) { return found }
        guard let found = dayAndMonth(1, 0), !isMeasureOrArea(at: index + 1) else { return nil }
        return found
    }

    /// Returns whether `5 stars` or `10 km around Zermatt` begins at the index of a piece.
    private func isMeasureOrArea(at index: Int) -> Bool {
        var copy = self
        copy.position = index
        return copy.readMeasure() != nil || copy.readArea() != nil
    }

    private static func isYear(_ word: String) -> Bool {
        word.count == 4 && numericPeriod(of: word) != nil
    }
}
