import Synchronization

/// The space that a library takes on its disk, and the files that leave by its rule.
package final class LibrarySpace: Sendable {
    let core: LibraryCore
    let records: LibraryRecords
    let originals: LibraryOriginals
    let pictures: LibraryPictures
    let remotes: LibraryRemotes
    /// The number of files that have left by this object.
    let releaseCount = Atomic<Int>(0)

    init(
        _ core: LibraryCore,
        _ records: LibraryRecords,
        _ originals: LibraryOriginals,
        _ pictures: LibraryPictures,
        _ remotes: LibraryRemotes
    ) {
        self.core = core
        self.records = records
        self.originals = originals
        self.pictures = pictures
        self.remotes = remotes
        core.roomMaker.withLock { $0 = self }
    }
}
