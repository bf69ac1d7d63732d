import Synchronization

/// The facts that the files of a library state.
package final class LibraryFacts: Sendable {
    let core: LibraryCore
    let records: LibraryRecords
    let originals: LibraryOriginals
    let mergeTargets = Mutex(MergeTargets())

    init(_ core: LibraryCore, _ records: LibraryRecords, _ originals: LibraryOriginals) {
        self.core = core
        self.records = records
        self.originals = originals
    }
}
