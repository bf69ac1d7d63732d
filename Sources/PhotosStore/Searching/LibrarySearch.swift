/// Searches by text, and the words that complete one.
package final class LibrarySearch: Sendable {
    let core: LibraryCore
    let records: LibraryRecords
    let words: LibraryWords
    let sources: LibrarySources
    let places: LibraryPlaces

    init(
        _ core: LibraryCore,
        _ records: LibraryRecords,
        _ words: LibraryWords,
        _ sources: LibrarySources,
        _ places: LibraryPlaces
    ) {
        self.core = core
        self.records = records
        self.words = words
        self.sources = sources
        self.places = places
    }
}
