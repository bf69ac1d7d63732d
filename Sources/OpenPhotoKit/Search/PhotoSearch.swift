public import Foundation
public import Photos
import PhotosBase
import PhotosSearch
import PhotosStore

/// A search for photos as a person types it, and what it is understood as.
///
/// A search has words and beginnings of words, `"phrases"`, dates, kinds and sizes. All of them must be met; `or`, `-` and
/// brackets say otherwise. Every text has a meaning: an invalid date or size is searched as words.
public struct PhotoSearch: Hashable, Sendable {
    /// A part of a text that was not understood.
    public struct Problem: Hashable, Sendable {
        /// The part as typed.
        public let text: String
        /// A sentence with the problem and the text to write instead.
        public let message: String
    }

    /// Facts of photos that a search can leave alone, because whoever asks may not see them.
    public struct Subjects: OptionSet, Hashable, Sendable {
        /// The bits of the subjects.
        public let rawValue: Int

        /// Makes a set of subjects from its bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Where photos were taken: coordinates, and the names of places.
        public static let places = Subjects(rawValue: 1)
        /// The persons on photos.
        public static let persons = Subjects(rawValue: 2)
        /// Hidden photos, which are then never included.
        public static let hidden = Subjects(rawValue: 4)
        /// Captions, titles and headlines.
        public static let captions = Subjects(rawValue: 8)
        /// Keywords.
        public static let keywords = Subjects(rawValue: 16)
        /// Names of files.
        public static let filenames = Subjects(rawValue: 32)
        /// Favorites, ratings and rejections.
        public static let favorites = Subjects(rawValue: 64)

        /// The subjects whose texts and marks the language of searches leaves out.
        var searchSubjects: Set<SearchSubject> {
            Set(SearchSubject.allCases.filter { contains(Self.subjects(of: $0)) })
        }

        private static func subjects(of subject: SearchSubject) -> Subjects {
            switch subject {
            case .places: .places
            case .persons: .persons
            case .captions: .captions
            case .keywords: .keywords
            case .filenames: .filenames
            case .favorites: .favorites
            }
        }
    }

    let query: SearchQuery
    /// The subjects that the search does not use.
    public let withheld: Subjects

    /// Reads a text.
    ///
    /// Places are coordinates here: names of places need ``init(_:in:withholding:today:timeZone:)``.
    ///
    /// - Parameters:
    ///   - text: The text as typed.
    ///   - today: The present moment, for words such as `yesterday`.
    ///   - timeZone: The zone that decides which day the present moment is in.
    public init(_ text: String, today: Date = Date(), timeZone: TimeZone = .current) {
        self.init(text, today, timeZone, nil, [])
    }

    /// Reads a text that may name places, such as `near Zermatt`.
    ///
    /// - Parameters:
    ///   - text: The text as typed.
    ///   - library: The library whose table of places has the names.
    ///   - withheld: The subjects that the search does not use. Parts of the text that ask for them are left out, and
    ///     ``problems`` says so; if nothing else was typed, nothing is found.
    ///   - today: The present moment, for words such as `yesterday`.
    ///   - timeZone: The zone that decides which day the present moment is in.
    public init(
        _ text: String,
        in library: PHPhotoLibrary,
        withholding withheld: Subjects = [],
        today: Date = Date(),
        timeZone: TimeZone = .current
    ) {
        self.init(
            text,
            today,
            timeZone,
            library.read(orElse: nil) { $0.places.placeTable() },
            withheld
        )
    }

    private init(
        _ text: String,
        _ today: Date,
        _ timeZone: TimeZone,
        _ places: PlaceTable?,
        _ withheld: Subjects
    ) {
        let seconds = today.timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: today))
        let day = (seconds / 86_400).rounded(.down)
        let query = SearchQuery(text, today: CivilDay(Int(exactly: day) ?? 0), places: places)
        self.query = query.withholding(withheld.searchSubjects)
        self.withheld = withheld
    }

    /// The text as typed.
    public var text: String { query.text }

    /// Whether nothing was typed, so that all photos are found.
    public var isEmpty: Bool { query.term == nil }

    /// Whether the search names hidden photos, so that it includes them unless they are withheld.
    public var namesHidden: Bool { query.term?.names(.hidden) ?? false }

    /// The meaning of the search in English: `beach…, taken in 2019, without dog…`.
    ///
    /// A word with `…` stands for all words that begin with it, and in sentences for its other forms.
    public var understanding: String { query.understanding }

    /// The parts of the understanding, all of which a photo must meet.
    public var understoodParts: [String] { query.understoodParts }

    /// The parts of the text that were not understood, in their order.
    public var problems: [Problem] {
        query.problems.map { Problem(text: $0.text, message: $0.message) }
    }

    /// Words that only connect others, such as `of`, and are not searched.
    public var ignoredWords: [String] { query.ignored }
}
