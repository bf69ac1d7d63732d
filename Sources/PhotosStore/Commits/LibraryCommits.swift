import Synchronization

/// The changes of a library: each block of changes durably, or not at all, files included.
package final class LibraryCommits: Sendable {
    let core: LibraryCore
    let history: LibraryHistory
    let words: LibraryWords
    let records: LibraryRecords
    let originals: LibraryOriginals
    let pictures: LibraryPictures
    let duplicates: LibraryDuplicates
    /// Whether this object found released files that could not be removed yet.
    let removalWaits = Atomic<Bool>(false)

    init(
        _ core: LibraryCore,
        _ history: LibraryHistory,
        _ words: LibraryWords,
        _ records: LibraryRecords,
        _ originals: LibraryOriginals,
        _ pictures: LibraryPictures,
        _ duplicates: LibraryDuplicates
    ) {
        self.core = core
        self.history = history
        self.words = words
        self.records = records
        self.originals = originals
        self.pictures = pictures
        self.duplicates = duplicates
    }

    /// Removes the released files that could not be removed before, because the library is about to be closed.
    func finish() {
        if removalWaits.load(ordering: .relaxed) { removeReleasedFilesIfPossible() }
    }
}
