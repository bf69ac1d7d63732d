package import PhotosMedia

/// The words that only files state and that an asset gets from others that are merged into it.
///
/// Persons and creators unite. Of the other words the asset gets those that it lacks.
package struct InheritedWords: Hashable, Sendable {
    /// A word of which an asset has one value.
    package enum Word: Hashable, Sendable {
        case title
        case headline
        case placeNames
    }

    package var title: String?
    package var headline: String?
    package var persons: [String] = []
    package var creators: [String] = []
    package var placeNames = MediaFacts.PlaceNames()
    /// The words that stay although one of the others has other ones.
    package var contested: Set<Word> = []

    package init() {}

    /// Compares the words of an asset with those of others, the preferred one first.
    package init(of heir: AssetFacts, from others: [AssetFacts]) {
        let own = heir.words
        var final = own
        for words in others.map(\.words) {
            if Self.areDifferent(final.title, words.title) { contested.insert(.title) }
            if Self.areDifferent(final.headline, words.headline) { contested.insert(.headline) }
            final.title = final.title ?? words.title
            final.headline = final.headline ?? words.headline
            final.persons += words.persons.filter { !final.persons.contains($0) }
            final.creators += words.creators.filter { !final.creators.contains($0) }
            // A city of one place and the country of another one would name no place.
            let names = words.placeNames
            if final.placeNames.filled(from: names) == names.filled(from: final.placeNames) {
                final.placeNames = names.filled(from: final.placeNames)
            } else {
                contested.insert(.placeNames)
            }
        }
        if own.title == nil { title = final.title }
        if own.headline == nil { headline = final.headline }
        persons = final.persons.filter { !own.persons.contains($0) }
        creators = final.creators.filter { !own.creators.contains($0) }
        if own.placeNames != final.placeNames { placeNames = final.placeNames }
    }

    private static func areDifferent(_ one: String?, _ other: String?) -> Bool {
        guard let one, let other else { return false }
        return one != other
    }

    /// Whether the asset gets nothing.
    package var isEmpty: Bool {
        title == nil && headline == nil && persons.isEmpty && creators.isEmpty
            && placeNames.isEmpty
    }
}

extension AssetFacts {
    /// The facts of the companion, with missing words from the original, and the persons of both.
    package var words: RecordedFacts {
        (companion ?? RecordedFacts(reader: 0)).filledWithPersons(from: original)
    }

    /// Returns these facts with words that the asset gets from others.
    ///
    /// The inherited words become words of the companion, because the original states none of them.
    func adding(_ inherited: InheritedWords) -> AssetFacts {
        guard !inherited.isEmpty else { return self }
        var facts = self
        var companion = companion ?? RecordedFacts(reader: MediaFacts.readerVersion)
        companion.title = companion.title ?? inherited.title
        companion.headline = companion.headline ?? inherited.headline
        companion.persons += inherited.persons
        companion.creators += inherited.creators
        companion.placeNames = companion.placeNames.filled(from: inherited.placeNames)
        facts.companion = companion
        return facts
    }
}
