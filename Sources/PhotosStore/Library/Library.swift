/// An open photo library: its core, and its parts, each of which states the ones that it needs.
///
/// Safe on any thread. A new ability is a new part.
///
/// The library is closed when nobody holds it any more, and its parts do not hold it. Whoever holds a part also holds the
/// `Library`.
package final class Library: Sendable {
    package let core: LibraryCore
    package let settings: LibrarySettingsStore
    package let history: LibraryHistory
    package let words: LibraryWords
    package let records: LibraryRecords
    package let originals: LibraryOriginals
    package let facts: LibraryFacts
    package let pictures: LibraryPictures
    package let movies: LibraryMovies
    package let duplicates: LibraryDuplicates
    package let clients: LibraryClients
    package let commits: LibraryCommits
    package let givenFiles: LibraryGivenFiles
    package let sources: LibrarySources
    package let remotes: LibraryRemotes
    package let space: LibrarySpace
    package let transfers: LibraryTransfers
    package let places: LibraryPlaces
    package let search: LibrarySearch
    package let uploadJobs: LibraryUploadJobs

    init(_ core: LibraryCore) {
        self.core = core
        settings = LibrarySettingsStore(core)
        history = LibraryHistory(core)
        words = LibraryWords(core)
        records = LibraryRecords(core, history, words)
        originals = LibraryOriginals(core, records)
        facts = LibraryFacts(core, records, originals)
        pictures = LibraryPictures(core, records, originals)
        movies = LibraryMovies(core, originals)
        duplicates = LibraryDuplicates(core, records, originals, facts, pictures)
        clients = LibraryClients(core)
        commits = LibraryCommits(
            core,
            history,
            words,
            records,
            originals,
            pictures.previews,
            movies.fragments,
            duplicates.pictureHashes
        )
        sources = LibrarySources(core, settings, records, commits)
        remotes = LibraryRemotes(core, records, originals, commits)
        givenFiles = LibraryGivenFiles(core, originals)
        space = LibrarySpace(core, records, originals, pictures, remotes)
        transfers = LibraryTransfers(core, originals, remotes)
        places = LibraryPlaces(core)
        search = LibrarySearch(core, records, words, sources, places)
        uploadJobs = LibraryUploadJobs(core)
    }

    deinit { close() }

    package var layout: LibraryLayout { core.layout }
    package var identity: LibraryIdentity { core.identity }
    package var mode: LibraryCore.Mode { core.mode }
    package var environment: EngineEnvironment { core.environment }
    package var feed: ChangeFeed { core.feed }

    /// Closes the library.
    ///
    /// Later uses throw ``StoreError`` with code `libraryMissing`.
    ///
    /// Reads and changes that run on other threads are finished first. If this thread itself is inside a read
    /// or change, later uses fail at once, and the library is closed at the end of that read or change.
    package func close() {
        commits.removeWaitingFiles()
        core.close()
    }
}
