public import Photos
import PhotosBase
import PhotosSearch
import PhotosStore

extension PhotoSearch {
    /// A word that completes a typed search.
    public struct Suggestion: Hashable, Sendable {
        /// The kind of thing that a word names.
        public enum Subject: String, Hashable, Sendable {
            /// A person on the photos.
            case person
            /// The place of the photos, or what is around it.
            case place
            /// The make or the model of the camera.
            case camera
        }

        /// The whole search with its last word completed.
        public let text: String
        /// The word, in lower case and without accents.
        public let word: String
        /// The number of photos and videos that have the word, whatever else the search says.
        ///
        /// The number is 1 or more.
        public let count: Int
        /// The subject of the word on at least half of these photos; nil for other words.
        public let subject: Subject?
    }

    /// Returns words that complete the last word of a typed search, those of the most photos first.
    ///
    /// The words are those that searches find: in captions, keywords, names of files, cameras, lenses, persons, titles of
    /// albums and folders, and names of places. After a prefix such as `camera:`, only the words of that text are
    /// suggested. The photos that count are those that searches find: not in Recently Deleted, and not hidden unless the
    /// search names hidden photos. A client that sees a part of the library gets the words of that part.
    ///
    /// With an index of words (<doc:SearchingPhotos>), the time depends on the number of words that complete the last
    /// one. Otherwise the words of all photos are read. Call it on any thread; it waits for the disk.
    ///
    /// - Parameters:
    ///   - text: The search that is typed so far. If it does not end with a letter or a digit, there are no suggestions.
    ///   - withheld: The subjects that are not suggested and not counted.
    ///   - limit: The largest number of suggestions, 1 or more.
    ///   - library: The library.
    /// - Returns: The suggestions; none where the library cannot be read.
    public static func suggestions(
        for text: String,
        withholding withheld: Subjects = [],
        limit: Int = 8,
        in library: PHPhotoLibrary
    ) -> [Suggestion] {
        precondition(limit >= 1, "The limit of suggestions must be 1 or more.")
        // The present day changes no word.
        guard let completion = SearchCompletion(text, today: CivilDay(0)),
            let pattern = WordPattern(beginning: completion.stem.folded)
        else { return [] }
        let subjects = withheld.searchSubjects
        if let subject = completion.place?.subject, subjects.contains(subject) { return [] }
        let words = SearchWords(
            pattern,
            in: completion.place,
            text: completion.stem.folded,
            isPhrase: false
        )
        var translation = SearchTranslation()
        translation.hasPlaces =
            !subjects.contains(.places)
            && library.read(orElse: false) { $0.places.placeTable() != nil }
        translation.withheld = subjects
        guard case .words(let condition) = translation.condition(.words(words)) else { return [] }
        let found = library.read(orElse: []) {
            try $0.search.suggestions(
                for: completion.stem,
                in: condition.fields,
                includingHidden: completion.namesHidden && !withheld.contains(.hidden),
                limit: limit
            )
        }
        return found.map {
            Suggestion(
                text: completion.text(with: $0.word),
                word: $0.word,
                count: $0.count,
                subject: $0.subject.flatMap { Suggestion.Subject(rawValue: $0.rawValue) }
            )
        }
    }
}
