/// The folders whose files a library shows in place, and those that it has imported from.
package final class LibrarySources: Sendable {
    let core: LibraryCore
    let settings: LibrarySettingsStore
    let records: LibraryRecords
    let commits: LibraryCommits

    init(
        _ core: LibraryCore,
        _ settings: LibrarySettingsStore,
        _ records: LibraryRecords,
        _ commits: LibraryCommits
    ) {
        self.core = core
        self.settings = settings
        self.records = records
        self.commits = commits
    }
}
