import PhotosBase

extension WrittenMetadata {
    /// A property, as reports name it.
    package enum Field: String, Sendable, Codable, CaseIterable {
        case title, caption, keywords, hierarchicalKeywords, rating, captureDate, place, persons
        case isFavorite, isHidden, albums, headline, creators, placeNames
    }

    /// The properties whose values no file can state, because they break one of these rules.
    ///
    /// - A rating is from -1 to 5.
    /// - A date is in the years 1800 to 9999.
    /// - A position is on earth, and is not exactly 0, 0.
    /// - A path of keywords has "/" or "|" in its words, not both.
    package var unwritable: [Field] {
        var fields: [Field] = []
        if let rating = rating?.value, !(-1...5).contains(rating) { fields.append(.rating) }
        if captureDate?.value?.isWritable == false { fields.append(.captureDate) }
        if place?.value?.isPlausible == false { fields.append(.place) }
        let paths = hierarchicalKeywords?.value ?? []
        if paths.contains(where: { KeywordPaths.marks(in: $0) == ["/", "|"] }) {
            fields.append(.hierarchicalKeywords)
        }
        return fields
    }

    /// The metadata without the values that no file can state, and with texts in the form in which they are written.
    ///
    /// Texts lose the characters that XML forbids. Words and names lose blanks at both ends. Each word, name and album
    /// is there once.
    var writable: WrittenMetadata {
        var result = self
        let unwritable = unwritable
        if unwritable.contains(.rating) { result.rating = nil }
        if unwritable.contains(.captureDate) { result.captureDate = nil }
        if unwritable.contains(.place) { result.place = nil }
        result.title = Self.allowedText(of: title)
        result.headline = Self.allowedText(of: headline)
        result.creators = Self.changedList(creators) { Self.wordsOnce($0.map(Self.allowedWord)) }
        if let names = placeNames?.value {
            let allowed = names.map(Self.allowedWord).withoutEmptyNames
            result.placeNames = allowed.isEmpty ? nil : .value(allowed)
        }
        result.caption = Self.allowedText(of: caption)
        result.keywords = Self.changedList(keywords) { Self.wordsOnce($0.map(Self.allowedWord)) }
        result.hierarchicalKeywords = Self.changedList(hierarchicalKeywords, by: Self.allowedPaths)
        result.albums = Self.changedList(albums, by: Self.allowedPaths)
        result.persons = Self.changedList(persons) { persons in
            var seen: Set<String> = []
            return persons.compactMap { person in
                var person = person
                person.name = Self.allowedWord(person.name)
                return !person.name.isEmpty && seen.insert(person.name).inserted ? person : nil
            }
        }
        return result
    }

    private static func allowedText(of written: Written<String>?) -> Written<String>? {
        guard let text = written?.value else { return written }
        let allowed = XMLText.allowed(text)
        return allowed.trimmingBlanks().isEmpty ? .removed : .value(allowed)
    }

    private static func changedList<Value>(
        _ written: Written<[Value]>?,
        by change: ([Value]) -> [Value]
    ) -> Written<[Value]>? {
        guard let values = written?.value else { return written }
        let changed = change(values)
        return changed.isEmpty ? .removed : .value(changed)
    }

    private static func allowedPaths(_ paths: [[String]]) -> [[String]] {
        var seen: Set<[String]> = []
        return paths.map { $0.map(allowedWord).filter { !$0.isEmpty } }
            .filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    private static func allowedWord(_ text: String) -> String {
        XMLText.allowed(text).trimmingBlanks()
    }

    private static func wordsOnce(_ words: [String]) -> [String] {
        var seen: Set<String> = []
        return words.filter { !$0.isEmpty && seen.insert($0).inserted }
    }
}

extension MediaFacts.PlaceNames {
    /// The same names; an empty one is none.
    fileprivate var withoutEmptyNames: Self {
        func nonEmptyName(_ name: String?) -> String? { name.flatMap { $0.isEmpty ? nil : $0 } }
        return Self(
            sublocation: nonEmptyName(sublocation),
            city: nonEmptyName(city),
            region: nonEmptyName(region),
            country: nonEmptyName(country)
        )
    }
}
