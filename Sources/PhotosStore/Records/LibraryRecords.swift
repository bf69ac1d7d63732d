/// The photos, albums and files of a library as records, and the results of fetches.
package final class LibraryRecords: Sendable {
    let core: LibraryCore
    let history: LibraryHistory
    let words: LibraryWords
    let results = HeldResults()
    /// Nil for libraries in memory.
    let savedLists: SavedLists?

    init(_ core: LibraryCore, _ history: LibraryHistory, _ words: LibraryWords) {
        self.core = core
        self.history = history
        self.words = words
        savedLists = core.temporaryFolder == nil ? SavedLists(core.layout) : nil
        core.atEnd { [savedLists] in savedLists?.finish() }
    }
}
