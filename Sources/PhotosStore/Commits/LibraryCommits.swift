import Synchronization

/// The changes of a library: each block of changes durably, or not at all, files included.
package final class LibraryCommits: Sendable {
    let core: LibraryCore
    let history: LibraryHistory
    let words: LibraryWords
    let records: LibraryRecords
    let originals: LibraryOriginals
    let previews: PreviewStore
    let fragments: FragmentStore
    let pictureHashes: PictureHashStore
    /// Whether this object found released files that could not be removed yet.
    let removalWaits = Atomic<Bool>(false)

    init(
        _ core: LibraryCore,
        _ history: LibraryHistory,
        _ words: LibraryWords,
        _ records: LibraryRecords,
        _ originals: LibraryOriginals,
        _ previews: PreviewStore,
        _ fragments: FragmentStore,
        _ pictureHashes: PictureHashStore
    ) {
        self.core = core
        self.history = history
        self.words = words
        self.records = records
        self.originals = originals
        self.previews = previews
        self.fragments = fragments
        self.pictureHashes = pictureHashes
    }

    /// Removes the released files that could not be removed before.
    func removeWaitingFiles() {
        if removalWaits.load(ordering: .relaxed) { removeReleasedFilesIfPossible() }
    }
}
