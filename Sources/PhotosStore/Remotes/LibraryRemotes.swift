/// The places that have copies of a library's files.
package final class LibraryRemotes: Sendable {
    let core: LibraryCore
    let records: LibraryRecords
    let originals: LibraryOriginals
    let commits: LibraryCommits

    init(
        _ core: LibraryCore,
        _ records: LibraryRecords,
        _ originals: LibraryOriginals,
        _ commits: LibraryCommits
    ) {
        self.core = core
        self.records = records
        self.originals = originals
        self.commits = commits
    }
}
