/// The folders whose files a library shows in place, and those that it has imported from.
package final class LibrarySources: Sendable {
    let core: LibraryCore
    let history: LibraryHistory
    let records: LibraryRecords
    let originals: LibraryOriginals
    let commits: LibraryCommits

    init(
        _ core: LibraryCore,
        _ history: LibraryHistory,
        _ records: LibraryRecords,
        _ originals: LibraryOriginals,
        _ commits: LibraryCommits
    ) {
        self.core = core
        self.history = history
        self.records = records
        self.originals = originals
        self.commits = commits
    }
}
