extension SearchParser {
    /// Reads a part of the earth: `near Zermatt`, `10 km around 46.02,7.75`, `between 46,7 and 47,8`.
    mutating func readArea() -> SearchArea? {
        guard lexemes[position] == .minus || lexemes[position].word != nil else { return nil }
        return readBox() ?? distanceFirst() ?? placeFirst() ?? plainCoordinates()
    }

    // MARK: Forms

    private mutating func readBox() -> SearchArea? {
        if isWord(in: SearchVocabulary.between), let first = coordinates(at: position + 1),
            first.end < lexemes.count, let word = lexemes[first.end].word,
            SearchVocabulary.and.contains(SearchFolding.folded(word)),
            let last = coordinates(at: first.end + 1)
        {
            position = last.end
            return SearchArea(shape: .box(PlaceBox(first.point, last.point)))
        }
        let start = lexemes[position] == .minus ? position + 1 : position
        guard start < lexemes.count, let word = lexemes[start].word,
            let dots = word.firstRange(of: ".."),
            let first = Self.coordinatePair(
                in: (start > position ? "-" : "") + word[..<dots.lowerBound]
            ),
            let last = Self.coordinatePair(in: String(word[dots.upperBound...]))
        else { return nil }
        position = start + 1
        return SearchArea(shape: .box(PlaceBox(first, last)))
    }

    /// Reads a distance and a place: `within 10 km of Zermatt`, `10 km around Zermatt`.
    private mutating func distanceFirst() -> SearchArea? {
        let opening = prefix(of: SearchVocabulary.within) ?? position
        guard let distance = distance(at: opening),
            let start = prefix(of: SearchVocabulary.fromPlace, at: distance.end)
        else { return nil }
        guard let target = target(at: start) else {
            // `within 10 km of` has no other meaning, but `5 m from` may have.
            if opening > position { reportUnknownPlace(at: start) }
            return nil
        }
        position = target.end
        return area(around: target, metres: distance.metres)
    }

    /// Reads a place, and a distance after it: `near Zermatt`, `near 46.02,7.75 within 10 km`.
    private mutating func placeFirst() -> SearchArea? {
        let isPlain = prefix(of: SearchVocabulary.near) != nil
        guard
            let start = prefix(of: SearchVocabulary.near) ?? prefix(of: SearchVocabulary.maybeNear)
        else { return nil }
        guard let target = target(at: start) else {
            if isPlain { reportUnknownPlace(at: start) }
            return nil
        }
        position = target.end
        return area(around: target, metres: distanceAfter() ?? SearchArea.usualDistance)
    }

    /// Reads coordinates alone, which need a fraction or a letter for the direction.
    private mutating func plainCoordinates() -> SearchArea? {
        guard let target = coordinates(at: position, areAlone: true) else { return nil }
        position = target.end
        let metres = distanceAfter() ?? SearchArea.usualDistance
        return SearchArea(shape: .around([target.point], metres: metres))
    }

    private func area(around target: Target, metres: Double) -> SearchArea {
        SearchArea(shape: .around(target.points, metres: metres), name: target.name)
    }

    private mutating func distanceAfter() -> Double? {
        guard position < lexemes.count,
            let start = prefix(of: SearchVocabulary.within, at: position),
            let distance = distance(at: start)
        else { return nil }
        position = distance.end
        return distance.metres
    }

    // MARK: Places

    private struct Target {
        var points: [PlacePoint]
        var name: String?
        var end: Int
    }

    private func target(at start: Int) -> Target? {
        guard start < lexemes.count else { return nil }
        if let found = coordinates(at: start) {
            return Target(points: [found.point], end: found.end)
        }
        guard let places else { return nil }
        if case .phrase(let name, _) = lexemes[start] {
            let found = places.places(named: name)
            if found.isEmpty { return nil }
            return Target(points: found.map(places.point), name: name, end: start + 1)
        }
        // The longest name that the table has, such as `New York`.
        var words: [String] = []
        for lexeme in lexemes.dropFirst(start).prefix(5) {
            guard let word = lexeme.word else { break }
            words.append(word)
        }
        for count in stride(from: words.count, to: 0, by: -1) {
            let name = words.prefix(count).joined(separator: " ")
            let found = places.places(named: name)
            guard !found.isEmpty else { continue }
            return Target(points: found.map(places.point), name: name, end: start + count)
        }
        return nil
    }

    private func isWord(in words: Set<String>, at index: Int) -> Bool {
        lexemes[index].word.map { words.contains(SearchFolding.folded($0)) } ?? false
    }

    private mutating func reportUnknownPlace(at start: Int) {
        guard start < lexemes.count else { return }
        let name: String
        switch lexemes[start] {
        case .word(let word): name = word
        case .phrase(let phrase, _): name = phrase
        default: return
        }
        guard !isWord(in: SearchVocabulary.or, at: start),
            !isWord(in: SearchVocabulary.and, at: start)
        else { return }
        // The words before the name connect only, and the name is read as a word.
        position = start
        if places == nil {
            reportProblem(
                with: name,
                message:
                    "“\(name)” cannot be found on a map: the library has no table of places. Choose one with \"photokit places use\", or write coordinates such as near 46.02,7.75."
            )
        } else {
            reportProblem(
                with: name,
                message: "The table of places has no “\(name)”. It is searched as a word."
            )
        }
    }

    // MARK: Coordinates and distances

    private func coordinates(
        at start: Int,
        areAlone: Bool = false
    ) -> (point: PlacePoint, end: Int)? {
        var index = start
        func text() -> String? {
            guard index < lexemes.count else { return nil }
            let isNegative = lexemes[index] == .minus
            if isNegative { index += 1 }
            guard index < lexemes.count, let word = lexemes[index].word else { return nil }
            index += 1
            return (isNegative ? "-" : "") + word
        }
        guard let first = text() else { return nil }
        if let point = Self.coordinatePair(in: first, needsFraction: areAlone) {
            return (point, index)
        }
        // `46.02, 7.75` are two pieces. Two whole numbers are no coordinates.
        guard let second = text(),
            let latitude = Self.degrees(
                in: first,
                positive: "n",
                negative: "s",
                needsFraction: true
            ),
            let longitude = Self.degrees(
                in: second,
                positive: "e",
                negative: "w",
                needsFraction: true
            ),
            let point = PlacePoint(latitude, longitude)
        else { return nil }
        return (point, index)
    }

    /// Reads `46.02,7.75` or `46.02N,7.75E`.
    private static func coordinatePair(in text: String, needsFraction: Bool = false) -> PlacePoint?
    {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2,
            let latitude = degrees(
                in: parts[0],
                positive: "n",
                negative: "s",
                needsFraction: needsFraction
            ),
            let longitude = degrees(
                in: parts[1],
                positive: "e",
                negative: "w",
                needsFraction: needsFraction
            )
        else { return nil }
        return PlacePoint(latitude, longitude)
    }

    private static func degrees(
        in text: String,
        positive: Character,
        negative: Character,
        needsFraction: Bool
    ) -> Double? {
        var rest = Array(SearchFolding.folded(text).replacing("−", with: "-"))
        var (sign, hasDirection) = (1.0, false)
        // `O` is the German letter for the east.
        if let last = rest.last, last == positive || last == negative || last == "o" {
            guard last != "o" || positive == "e" else { return nil }
            (sign, hasDirection) = (last == negative ? -1 : 1, true)
            rest.removeLast()
        }
        if rest.last == "°" { rest.removeLast() }
        guard !rest.isEmpty, rest.allSatisfy({ "-.0123456789".contains($0) }),
            rest.first != ".", rest.last != ".", let number = Double(String(rest)),
            !needsFraction || hasDirection || rest.contains(".")
        else { return nil }
        return sign * number
    }

    /// Reads a distance such as `10 km` or `500m`.
    private func distance(at start: Int) -> (metres: Double, end: Int)? {
        let words = folded(from: start, atMost: 2)
        guard let first = words.first else { return nil }
        let digits = first.prefix { $0.isASCII && $0.isNumber || $0 == "." || $0 == "," }
        guard let number = Double(digits.replacing(",", with: ".")), number > 0 else { return nil }
        var unit = String(first.dropFirst(digits.count))
        var end = start + 1
        if unit.isEmpty, words.count > 1 { (unit, end) = (words[1], start + 2) }
        guard let factor = SearchVocabulary.distances[unit], number * factor < 25e6 else {
            return nil
        }
        return (number * factor, end)
    }

    /// Returns the index after words that stand in a list, the longest first; nil if none does.
    private func prefix(of list: Set<String>, at start: Int? = nil) -> Int? {
        let start = start ?? position
        let words = folded(from: start, atMost: 4)
        for count in stride(from: words.count, to: 0, by: -1)
        where list.contains(words.prefix(count).joined(separator: " ")) { return start + count }
        return nil
    }
}
